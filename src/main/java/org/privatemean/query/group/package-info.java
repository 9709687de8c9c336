/** What is asked of the rows of many groups, and the blocks that they are encoded into. */
@Internal
package org.privatemean.query.group;

import org.privatemean.annotation.Internal;
