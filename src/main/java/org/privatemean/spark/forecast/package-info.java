/** Searches for the budget or the number of rows that an error takes. */
@Internal
package org.privatemean.spark.forecast;

import org.privatemean.annotation.Internal;
