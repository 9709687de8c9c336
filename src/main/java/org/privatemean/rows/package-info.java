/** Access to the private rows in the central model: encode each once, then fold the blocks. */
package org.privatemean.rows;
