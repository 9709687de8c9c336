/** Access to private rows that belong to groups. */
@Internal
package org.privatemean.rows.group;

import org.privatemean.annotation.Internal;
