/** How the job fails, and what may be told of it: never what a message of others says. */
package org.privatemean.app.failure;
