/** The progress of a fit, from public and released values alone. */
@Internal
package org.privatemean.spark.progress;

import org.privatemean.annotation.Internal;
