/**
 * The passes over a column of a DataFrame: {@code Rows} and {@code Blocks} by public calls of
 * Datasets, or by internal rows where they can be had; groups and persons; rounds of the local and
 * the shuffle model, a row a user; memory, progress and the names of jobs.
 */
@Internal
package org.privatemean.spark.pass;

import org.privatemean.annotation.Internal;
