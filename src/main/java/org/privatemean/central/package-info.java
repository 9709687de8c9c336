/** The central model: a trusted curator adds noise to exact aggregates once, after the charge. */
package org.privatemean.central;
