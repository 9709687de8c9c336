/** What budget or how many rows an error takes. */
@Internal
package org.privatemean.spark.forecast;

import org.privatemean.annotation.Internal;
