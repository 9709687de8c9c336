/** Ledgers on Spark's file systems and by URI, and the payments of fits. */
@Internal
package org.privatemean.spark.ledger;

import org.privatemean.annotation.Internal;
