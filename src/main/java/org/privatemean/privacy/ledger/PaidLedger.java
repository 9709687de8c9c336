package org.privatemean.privacy.ledger;

import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Zcdp;

/**
 * The ledger of one release for its mechanism: the grant is paid for when it is taken, and drawn on
 * at its first step. In between the mechanism may read rows.
 *
 * <p><b>Privacy guarantee.</b> That of {@link PrivacyLedger} with the granted payment as its
 * budget.
 *
 * @param budget the budget that the release asks for
 * @param payment pays for it
 */
@Internal
public record PaidLedger(Zcdp budget, Payment payment) implements ZcdpLedger {
  @Override
  public ZcdpGrant grant(String release, Zcdp asked) {
    PrivacyLedger granted = new PrivacyLedger(new Zcdp(payment.charge(budget.rho())));
    return new PaidGrant(granted.grant(release, asked), payment);
  }

  private record PaidGrant(ZcdpGrant grant, Payment payment) implements ZcdpGrant {
    @Override
    public Charge charge(String step, Zcdp price) {
      // A refused step draws nothing, so its charge stays unused.
      Charge charge = grant.charge(step, price);
      payment.draw();
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
