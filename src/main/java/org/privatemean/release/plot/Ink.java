package org.privatemean.release.plot;

/** The colours of a chart, as 0xRRGGBB. */
enum Ink {
  PAPER(0xffffff),
  GRID(0xe4e7eb),
  ZERO(0x9aa5b1),
  BAND(0xb7d0ea),
  MARK(0x1d5a9e),
  NEGATIVE(0xb4451f),
  MUTED(0x616e7c),
  TEXT(0x1f2933),
  WARNING(0xb42318);

  private final int rgb;

  Ink(int rgb) {
    this.rgb = rgb;
  }

  int rgb() {
    return rgb;
  }
}
