/**
 * The three parties of the shuffle model, {@link
 * org.privatemean.shuffle.message.MessageRandomizer}, {@link
 * org.privatemean.shuffle.message.Shuffler} and {@link org.privatemean.shuffle.message.Analyzer},
 * and the messages that go between them, with their binary form.
 */
@Internal
package org.privatemean.shuffle.message;

import org.privatemean.annotation.Internal;
