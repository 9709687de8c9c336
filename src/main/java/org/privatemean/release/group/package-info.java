/** What comes out of a fit with groups: a mean for each key, and what is known of its error. */
package org.privatemean.release.group;
