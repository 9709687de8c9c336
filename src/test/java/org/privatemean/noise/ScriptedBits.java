package org.privatemean.noise;

/** A bit source that plays given bits first, and then those of another source. */
final class ScriptedBits implements BitSource {

  private final String script;
  private final BitSource then;
  private int position;

  /**
   * @param script zeros and ones, in the order in which they are read
   */
  ScriptedBits(String script, BitSource then) {
    this.script = script;
    this.then = then;
  }

  @Override
  public long nextBits(int k) {
    long value = 0;
    for (int i = 0; i < k; i++) {
      long bit = position < script.length() ? script.charAt(position++) - '0' : then.nextBits(1);
      value = value << 1 | bit;
    }
    return value;
  }
}
