/** Mathematics of single rows, for every trust model: lattice, rotation, clipping. */
@Internal
package org.privatemean.geometry;

import org.privatemean.annotation.Internal;
