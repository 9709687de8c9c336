/**
 * Requests of users, as public data: the mechanism, the budget and how it is shared, where the rows
 * lie. {@link org.privatemean.request.Bounds} serves every trust model, the requests the central
 * one.
 */
package org.privatemean.request;
