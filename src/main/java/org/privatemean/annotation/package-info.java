/** The marker of types that are no part of the API. */
@Internal
package org.privatemean.annotation;
