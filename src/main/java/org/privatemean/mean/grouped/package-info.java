/** The recentred mean of each of many groups: every group with the whole budget. */
package org.privatemean.mean.grouped;
