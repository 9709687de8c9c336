package org.privatemean.query.group;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.rows.group.SlotFold;

/** A vector of integers of each slot, and how far one row moves it. */
public interface GroupQuery extends SlotFold<GroupBlock> {
  /** What it asks for. */
  GroupLedger.GroupQueryKind kind();

  /**
   * The square of the l2 sensitivity of the vectors of all slots together, for a row that is added
   * or removed, or replaced inside its group.
   */
  BigInteger squaredSensitivity(PrivacyUnit unit);
}
