/**
 * The passes of the central model over a column of a DataFrame: {@code Rows} and {@code Blocks} by
 * public calls of Datasets, or by internal rows where they can be had; their memory, and the names
 * of their jobs.
 */
@Internal
package org.privatemean.spark.pass;

import org.privatemean.annotation.Internal;
