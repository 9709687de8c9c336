/** Conditions on rows, for {@code --where}: functions of a row's cells that fail for no row. */
@Internal
package org.privatemean.app.condition;

import org.privatemean.annotation.Internal;
