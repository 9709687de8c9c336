package org.privatemean.noise;

/**
 * What is public of a run in rounds before one of its rounds, as far as secret bits need it: they
 * belong to one state, and two states never share them.
 */
public interface PublicState {
  /** A digest of everything that the messages of the coming round depend on, as text. */
  String digest();
}
