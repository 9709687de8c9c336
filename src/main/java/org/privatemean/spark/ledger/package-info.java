/**
 * Ledgers on Spark's file systems, and payments of fits: on the file systems that Spark brings, and
 * from a URI to any of them.
 */
@Internal
package org.privatemean.spark.ledger;

import org.privatemean.annotation.Internal;
