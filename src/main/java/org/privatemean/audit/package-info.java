/** Audit of this build, by its user, on made-up data: finds broken guarantees and proves none. */
package org.privatemean.audit;
