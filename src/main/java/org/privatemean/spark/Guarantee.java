package org.privatemean.spark;

import java.util.Optional;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Zcdp;

/**
 * What a release promises.
 *
 * @param zcdp the zCDP guarantee that the ledger enforces
 * @param asked the (epsilon, delta) that it was derived from, where the user asked in those terms
 */
record Guarantee(Zcdp zcdp, Optional<ApproxDp> asked) {}
