/** The input of the job: the options that name it, and one clear refusal where it cannot. */
@Internal
package org.privatemean.app.input;

import org.privatemean.annotation.Internal;
