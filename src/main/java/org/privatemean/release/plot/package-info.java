/**
 * Pictures of a released mean, from released and public values only. The charts are drawn on a
 * {@link org.privatemean.release.plot.Canvas}: as the text of an SVG image, or as pixels by the
 * JDK. They are not in the client jar, since a device has no mean to draw.
 */
@Internal
package org.privatemean.release.plot;

import org.privatemean.annotation.Internal;
