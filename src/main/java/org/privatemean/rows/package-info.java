/** The port to where the rows are: encode each row once into held blocks, then fold the blocks. */
package org.privatemean.rows;
