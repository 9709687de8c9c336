/** What a user set on a stage, checked and read into the requests of each trust model. */
package org.privatemean.spark.param;
