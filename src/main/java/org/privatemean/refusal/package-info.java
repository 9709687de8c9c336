/** Messages of refused requests, each with the param that it concerns. */
package org.privatemean.refusal;
