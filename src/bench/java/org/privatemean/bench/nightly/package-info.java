/** Fits that repeat: each night from the release of the night before, and from scratch. */
package org.privatemean.bench.nightly;
