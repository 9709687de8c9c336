/**
 * What a user asks for, as data and all of it public: the mechanism, the budget and how it is
 * shared, where the rows lie. {@link org.privatemean.request.Bounds} serves every trust model, the
 * requests the central one.
 */
package org.privatemean.request;
