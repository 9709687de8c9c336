/**
 * Seals: every message to the server, so that the shuffler cannot read it, and the messages of a
 * user together to the shuffler, so that nobody on the way can part or count them. By the JDK
 * alone: HPKE (RFC 9180) with X25519, HKDF-SHA256 and AES-256-GCM.
 */
@Internal
package org.privatemean.shuffle.message.seal;

import org.privatemean.annotation.Internal;
