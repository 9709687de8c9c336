/**
 * Rounds over the rows of a DataFrame, a row a user: the reports of the local model, the messages
 * of the shuffle model and their shuffler.
 */
@Internal
package org.privatemean.spark.round;

import org.privatemean.annotation.Internal;
