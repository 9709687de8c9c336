/** The forms in which a release is shown and written: JSON, text, Markdown and CSV. */
@Internal
package org.privatemean.release.report;

import org.privatemean.annotation.Internal;
