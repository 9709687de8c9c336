/** The recentred mean, the default: a mechanism of the central model only. */
package org.privatemean.mean.recentred;
