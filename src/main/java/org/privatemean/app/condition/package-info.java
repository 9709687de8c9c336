/** Conditions on rows, for {@code --where}: functions of a row's own cells that fail for none. */
@Internal
package org.privatemean.app.condition;

import org.privatemean.annotation.Internal;
