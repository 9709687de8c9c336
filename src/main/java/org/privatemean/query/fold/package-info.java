/**
 * The answers of the central model: encoded rows in blocks, and the folds over them for all rows,
 * by group, and in one pass by cell.
 */
@Internal
package org.privatemean.query.fold;

import org.privatemean.annotation.Internal;
