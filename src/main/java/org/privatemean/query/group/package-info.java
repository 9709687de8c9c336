/** Queries on the rows of many groups, and the blocks into which these rows are encoded. */
@Internal
package org.privatemean.query.group;

import org.privatemean.annotation.Internal;
