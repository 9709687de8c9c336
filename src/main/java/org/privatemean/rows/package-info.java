/**
 * The port to where the rows are, for the central model: encode each row once into held blocks,
 * then fold the blocks. The rule for invalid rows is that of every trust model.
 */
package org.privatemean.rows;
