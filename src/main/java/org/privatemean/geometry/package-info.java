/**
 * Per-row mathematics on primitive arrays, under every trust model: lattice, rotation,
 * Walsh-Hadamard transform, exact clipping.
 */
package org.privatemean.geometry;
