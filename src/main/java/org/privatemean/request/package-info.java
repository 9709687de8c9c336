/**
 * Users' requests as public data: the mechanism, the budget and its split, and bounds on the rows.
 * {@link org.privatemean.request.Bounds} serves every trust model; the other requests serve the
 * central one.
 */
package org.privatemean.request;
