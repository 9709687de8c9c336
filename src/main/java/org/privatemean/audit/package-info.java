/** Audit of this build, run by its user on made-up data: it finds errors and proves nothing. */
package org.privatemean.audit;
