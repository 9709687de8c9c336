/**
 * What a device sends in the local model: immutable reports of a compact, versioned binary form,
 * and the rule by which malformed ones are counted and dropped.
 */
package org.privatemean.local.report;
