/** Pictures of a released mean, as SVG text or pixels, from released and public values only. */
@Internal
package org.privatemean.release.plot;

import org.privatemean.annotation.Internal;
