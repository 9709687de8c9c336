/**
 * Per-row mathematics on primitive arrays: lattice, rotation, Walsh-Hadamard transform, exact
 * clipping.
 */
package org.privatemean.geometry;
