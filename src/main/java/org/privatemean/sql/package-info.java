/** The SQL interface: {@code CALL pm.fit(...)} and other procedures, on Spark 4.0 or newer. */
package org.privatemean.sql;
