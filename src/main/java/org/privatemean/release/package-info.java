/**
 * The results of a release and their expected error: released and public values only. A {@link
 * org.privatemean.release.Release} consists of sections; {@link
 * org.privatemean.release.ReleaseSchema} names its values once, for the saved form, the JSON report
 * and the text.
 */
package org.privatemean.release;
