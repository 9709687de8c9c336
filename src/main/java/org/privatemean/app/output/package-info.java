/** What the job writes: staged beside its place first, then put there whole, or not at all. */
package org.privatemean.app.output;
