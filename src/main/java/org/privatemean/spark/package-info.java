/**
 * The face to Spark ML: the estimators, their models and the summary, for all three trust models.
 */
package org.privatemean.spark;
