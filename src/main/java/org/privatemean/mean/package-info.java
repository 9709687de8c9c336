/** The mechanisms of the central model, written with the primitives of its trust model. */
package org.privatemean.mean;
