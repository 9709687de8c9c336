/** Entry point for spark-submit: {@code PrivateMeanJob} and its subcommands. */
@Internal
package org.privatemean.app;

import org.privatemean.annotation.Internal;
