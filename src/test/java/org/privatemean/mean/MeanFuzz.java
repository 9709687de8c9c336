package org.privatemean.mean;

import java.util.List;
import org.privatemean.fuzz.FuzzTarget;
import org.privatemean.refusal.ParamException;

/** The reader of kinds of columns. */
public final class MeanFuzz {
  private MeanFuzz() {}

  public static List<FuzzTarget<?>> targets() {
    return List.of(
        FuzzTarget.ofTexts(
                "kinds of columns",
                List.of("normal*20,lognormal:1*3,flag:0.01", "normal,normal", "flag:.5*2"),
                ", : * normal lognormal:1 flag:0.5 *999999999 *0 *9999999999 :NaN :-1 :0x1p-3 :1d",
                ColumnKind::parse)
            .refusing(ParamException.class)
            // A kind of normal values has a table of shares.
            .allocating(1 << 20, 1 << 17)
            .times(10_000));
  }
}
