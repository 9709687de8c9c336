/**
 * Access to the private rows in the central model: encode each row once into held blocks, then fold
 * the blocks. The rule for invalid rows is that of every trust model.
 */
package org.privatemean.rows;
