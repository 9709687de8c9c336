/** Params of the stage as options of commands. */
@Internal
package org.privatemean.app.stage;

import org.privatemean.annotation.Internal;
