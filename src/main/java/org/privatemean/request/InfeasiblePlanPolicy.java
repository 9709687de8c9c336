package org.privatemean.request;

import org.privatemean.annotation.Internal;

/** Policies for a plan that public values show to be infeasible, before any charge. */
@Internal
public enum InfeasiblePlanPolicy {
  REFUSE,
  WARN
}
