/**
 * Audit of this build, run by its user: samplers against their exact laws, neighbouring data
 * replayed through the mechanisms, and lower bounds on epsilon from released values alone. All data
 * are made up. It finds broken guarantees and proves none.
 */
package org.privatemean.audit;
