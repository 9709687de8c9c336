/**
 * Per-row mathematics on primitive arrays, used by every trust model: lattice, rotation,
 * Walsh-Hadamard transform, exact clipping.
 */
@Internal
package org.privatemean.geometry;

import org.privatemean.annotation.Internal;
