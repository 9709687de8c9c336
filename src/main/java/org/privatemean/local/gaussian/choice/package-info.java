/** Which of the Gaussian protocols to take, by forecast, and what a run of it releases. */
@Internal
package org.privatemean.local.gaussian.choice;

import org.privatemean.annotation.Internal;
