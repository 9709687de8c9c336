/**
 * The Spark ML interface for all three trust models: the estimators, their models and the summary,
 * and the passes over a DataFrame by which they read rows, groups, persons and users.
 */
package org.privatemean.spark;
