/** Searches for the budget or the number of rows that reaches a target error. */
@Internal
package org.privatemean.spark.forecast;

import org.privatemean.annotation.Internal;
