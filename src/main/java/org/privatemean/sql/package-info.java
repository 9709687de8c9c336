/**
 * The SQL interface: a catalog of procedures, {@code CALL pm.fit(...)}. It requires Spark 4.0 or
 * newer, which introduced {@code CALL}.
 */
package org.privatemean.sql;
