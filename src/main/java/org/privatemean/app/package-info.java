/**
 * The face to spark-submit: {@code PrivateMeanJob} and its subcommands fit, forecast, inspect,
 * simulate.
 */
@Internal
package org.privatemean.app;

import org.privatemean.annotation.Internal;
