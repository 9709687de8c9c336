/** Queries on the rows of many groups, and the blocks that these are encoded into. */
@Internal
package org.privatemean.query.group;

import org.privatemean.annotation.Internal;
