/** Input of the job: its options, and one clear refusal if the input cannot be read. */
@Internal
package org.privatemean.app.input;

import org.privatemean.annotation.Internal;
