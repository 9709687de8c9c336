/** Users' requests as public data: the mechanism, the budget and its split, bounds on rows. */
package org.privatemean.request;
