package org.privatemean.demo;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Two images of 28 x 28 pixels side by side, enlarged, ink dark on a light ground. */
final class DigitPicture {
  private static final int SIDE = 28;
  private static final int SCALE = 10;
  private static final int GAP = 2;
  private static final int WHITE = 255;

  private DigitPicture() {}

  /** Writes the picture; values outside of [0, 1] are shown as the nearer end. */
  static void write(double[] left, double[] right, Path path) throws IOException {
    BufferedImage image =
        new BufferedImage((2 * SIDE + GAP) * SCALE, SIDE * SCALE, BufferedImage.TYPE_BYTE_GRAY);
    for (int y = 0; y < SIDE * SCALE; y++) {
      for (int x = 0; x < (2 * SIDE + GAP) * SCALE; x++) {
        int grey = WHITE - (int) Math.round(WHITE * ink(left, right, x / SCALE, y / SCALE));
        image.getRaster().setSample(x, y, 0, grey);
      }
    }
    ImageIO.write(image, "png", path.toFile());
  }

  private static double ink(double[] left, double[] right, int column, int row) {
    double value = 0;
    if (column < SIDE) {
      value = left[row * SIDE + column];
    } else if (column >= SIDE + GAP) {
      value = right[row * SIDE + column - SIDE - GAP];
    }
    return Math.min(1, Math.max(0, value));
  }
}
