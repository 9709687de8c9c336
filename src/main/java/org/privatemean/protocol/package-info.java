/**
 * Common code of rounds over devices, in the local and in the shuffle model: the plan, the public
 * state between two rounds, the tally of a round, the client, and the key of simulated users.
 */
@Internal
package org.privatemean.protocol;

import org.privatemean.annotation.Internal;
