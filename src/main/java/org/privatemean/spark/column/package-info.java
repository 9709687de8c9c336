/** One cell of the column of vectors: read from the forms that Spark has for it, and checked. */
package org.privatemean.spark.column;
