/** Groups and persons in a DataFrame: keys, their selection, and one row for each person. */
@Internal
package org.privatemean.spark.group;

import org.privatemean.annotation.Internal;
