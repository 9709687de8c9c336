package org.privatemean.request;

import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.RowCount;

/**
 * A request of a user: data, and all of it public. Which mechanism serves it is known in one place
 * only, {@link org.privatemean.mean.Mechanisms}.
 */
@Internal
public interface MeanRequest {
  /** The name of the mechanism in parameters, reports and messages. */
  String name();

  /** Budget of the whole release, rho-zCDP. */
  double rho();

  /** Returns what the guarantee protects. */
  PrivacyUnit unit();

  /** The name of its neighbours, to be shown. */
  default Neighbours neighbours() {
    return unit().neighbours();
  }

  /** The number of rows as this budget and what is protected let a mechanism know it. */
  default RowCount rowCount() {
    return new RowCount(rho(), unit());
  }
}
