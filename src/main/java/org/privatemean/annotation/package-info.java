/** Annotations that mark the types that are not part of the API. */
@Internal
package org.privatemean.annotation;
