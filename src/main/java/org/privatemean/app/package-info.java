/** The face to spark-submit: {@code PrivateMeanJob} and its subcommands fit, forecast, inspect. */
package org.privatemean.app;
