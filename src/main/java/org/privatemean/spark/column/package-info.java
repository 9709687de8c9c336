/** Checks and reads cells of a column of vectors, in all forms that Spark has for them. */
@Internal
package org.privatemean.spark.column;

import org.privatemean.annotation.Internal;
