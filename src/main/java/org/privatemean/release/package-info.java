/** The results of a release and their expected error: released and public values only. */
package org.privatemean.release;
