package org.privatemean.request;

import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.RowCount;

/** A user's request; only {@link org.privatemean.mean.Mechanisms} maps it to a mechanism. */
@Internal
public interface MeanRequest {
  /** Returns the name of the mechanism in parameters, reports and messages. */
  String name();

  /** Returns the budget of the whole release, rho-zCDP. */
  double rho();

  PrivacyUnit unit();

  default Neighbours neighbours() {
    return unit().neighbours();
  }

  default RowCount rowCount() {
    return new RowCount(rho(), unit());
  }
}
