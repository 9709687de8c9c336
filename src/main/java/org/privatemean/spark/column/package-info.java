/** One cell of the column of vectors: read from the forms that Spark has for it, and checked. */
@Internal
package org.privatemean.spark.column;

import org.privatemean.annotation.Internal;
