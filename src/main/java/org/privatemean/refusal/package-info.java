/** What is said to whoever asked for what cannot be served, with the param that it is about. */
package org.privatemean.refusal;
