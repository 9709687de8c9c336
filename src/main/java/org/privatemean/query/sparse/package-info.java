/** Rows of which few coordinates are not 0, held by these. */
@Internal
package org.privatemean.query.sparse;

import org.privatemean.annotation.Internal;
