/** What types are part of the API, and what are not. */
@Internal
package org.privatemean.annotation;
