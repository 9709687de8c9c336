/**
 * Reports of devices in the local model: immutable reports of a compact, versioned binary form, and
 * the one rule by which malformed ones are counted and dropped ({@link
 * org.privatemean.local.report.Rejections#accepts}).
 */
@Internal
package org.privatemean.local.report;

import org.privatemean.annotation.Internal;
