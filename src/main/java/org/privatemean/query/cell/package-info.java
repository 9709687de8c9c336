/**
 * One pass over all rows that gives the clipped sum at every norm of a grid, and the counts of rows
 * by norm.
 */
@Internal
package org.privatemean.query.cell;

import org.privatemean.annotation.Internal;
