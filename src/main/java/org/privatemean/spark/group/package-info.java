/** Groups and persons in a DataFrame: keys, their selection, and one row for each person. */
package org.privatemean.spark.group;
