/** Outputs of the job: staged near their targets, then moved in place completely or not at all. */
@Internal
package org.privatemean.app.output;

import org.privatemean.annotation.Internal;
