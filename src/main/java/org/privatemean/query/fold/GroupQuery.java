package org.privatemean.query.fold;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.rows.group.SlotFold;

/** Query for a vector of integers per slot, with its sensitivity. */
public interface GroupQuery extends SlotFold<GroupBlock> {
  /** Returns the kind of the query. */
  GroupLedger.GroupQueryKind kind();

  /**
   * Returns the square of the l2 sensitivity of the vectors of all slots together, for a row that
   * is added or removed, or replaced within its group.
   */
  BigInteger squaredSensitivity(PrivacyUnit unit);
}
