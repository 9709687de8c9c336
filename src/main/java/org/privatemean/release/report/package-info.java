/** The report formats of a release: JSON, text, Markdown and CSV. */
@Internal
package org.privatemean.release.report;

import org.privatemean.annotation.Internal;
