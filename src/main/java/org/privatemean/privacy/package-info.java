/**
 * The guarantees of releases, conversions between them, protected units and sensitivities. A
 * <em>cost</em> is rounded up, a <em>budget</em> down, and the method's name says so.
 */
package org.privatemean.privacy;
