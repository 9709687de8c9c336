/**
 * The face to SQL: a catalog of procedures, {@code CALL pm.fit(...)}. From Spark 4.0 on, which is
 * the first that knows {@code CALL}.
 */
package org.privatemean.sql;
