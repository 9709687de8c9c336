/** What the job reads: the options that name it, and one clear refusal where it cannot. */
package org.privatemean.app.input;
