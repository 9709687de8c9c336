/**
 * Blocks of encoded rows, the transforms of their vectors and the folds over them that several
 * mechanisms of the central model share. The folds of one mechanism are in its own package.
 */
@Internal
package org.privatemean.query.fold;

import org.privatemean.annotation.Internal;
