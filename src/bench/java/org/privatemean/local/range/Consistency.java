package org.privatemean.local.range;

/** Whether estimated trees are made to add up. */
public enum Consistency {
  /** Every node as its reports have it. */
  NONE,
  /** Children sum to their parent, by least squares: a lower error at no cost in privacy. */
  RECONCILED
}
