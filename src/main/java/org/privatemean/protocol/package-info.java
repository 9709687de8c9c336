/** Rounds over devices, in the local and the shuffle model: plan, state, tally, client and key. */
@Internal
package org.privatemean.protocol;

import org.privatemean.annotation.Internal;
