/** Subcommands that simulate users who send reports or messages, on the rows of an input. */
@Internal
package org.privatemean.app.simulate;

import org.privatemean.annotation.Internal;
