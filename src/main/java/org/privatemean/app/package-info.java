/**
 * Entry point for spark-submit: {@code PrivateMeanJob} and its subcommands fit, forecast, inspect,
 * ledger, simulate.
 */
@Internal
package org.privatemean.app;

import org.privatemean.annotation.Internal;
