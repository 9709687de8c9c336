/**
 * The Spark ML interface: the estimators, their models and the summary, for all three trust models.
 */
package org.privatemean.spark;
