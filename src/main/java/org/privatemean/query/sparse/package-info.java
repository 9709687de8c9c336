/** Rows with few nonzero coordinates, stored by these. */
@Internal
package org.privatemean.query.sparse;

import org.privatemean.annotation.Internal;
