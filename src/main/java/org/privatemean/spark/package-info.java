/** The Spark ML interface for all three trust models, and the passes over a DataFrame. */
package org.privatemean.spark;
