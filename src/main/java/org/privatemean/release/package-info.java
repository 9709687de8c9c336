/** What comes out of a release, and how far it may be off: released and public values only. */
package org.privatemean.release;
