package org.privatemean.spark.pass;

import java.util.List;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.privacy.ledger.ZcdpLedger;

/**
 * A ledger that notifies an observer of each accepted charge.
 *
 * @param ledger keeps the account
 * @param progress is notified
 */
public record ObservedLedger(ZcdpLedger ledger, Progress progress) implements ZcdpLedger {
  @Override
  public ZcdpGrant grant(String release, Zcdp budget) {
    return new HeardGrant(ledger.grant(release, budget), progress);
  }

  @Override
  public Zcdp budget() {
    return ledger.budget();
  }

  private record HeardGrant(ZcdpGrant grant, Progress progress) implements ZcdpGrant {
    @Override
    public Charge charge(String step, Zcdp price) {
      Charge charge = grant.charge(step, price);
      progress.onCharge(step, grant.spent());
      return charge;
    }

    @Override
    public double remaining() {
      return grant.remaining();
    }

    @Override
    public double spent() {
      return grant.spent();
    }

    @Override
    public List<Charge> charges() {
      return grant.charges();
    }

    @Override
    public void close() {
      grant.close();
    }
  }
}
