/** Rows with few non-zero coordinates, held by these. */
@Internal
package org.privatemean.query.sparse;

import org.privatemean.annotation.Internal;
