/** The face to Spark ML: the estimator, its model, and the passes over a column of a DataFrame. */
package org.privatemean.spark;
