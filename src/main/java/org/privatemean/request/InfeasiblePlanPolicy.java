package org.privatemean.request;

import org.privatemean.annotation.Internal;

/** Treatments of a plan that cannot work, as public values show before anything is spent. */
@Internal
public enum InfeasiblePlanPolicy {
  /** It is refused, with what would do. */
  REFUSE,
  /** It is made, and warns. */
  WARN
}
