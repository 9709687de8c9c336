/** What is asked of the rows of many groups, and the blocks that they are encoded into. */
package org.privatemean.query.group;
