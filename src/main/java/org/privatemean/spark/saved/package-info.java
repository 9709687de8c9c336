/** Releases in the forms of Spark that models are saved in. */
@Internal
package org.privatemean.spark.saved;

import org.privatemean.annotation.Internal;
