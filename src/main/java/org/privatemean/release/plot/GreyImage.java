package org.privatemean.release.plot;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Grey levels from 0, black, to 255, white, row by row from the top left. */
@SuppressWarnings("ArrayRecordComponent") // Neither compared nor copied.
record GreyImage(int height, int width, byte[] levels) {
  BufferedImage enlarge(int side) {
    BufferedImage image =
        new BufferedImage(width * side, height * side, BufferedImage.TYPE_BYTE_GRAY);
    int[] line = new int[width * side];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < line.length; x++) {
        line[x] = Byte.toUnsignedInt(levels[y * width + x / side]);
      }
      for (int repeat = 0; repeat < side; repeat++) {
        // Samples, since setRGB would pass levels through a colour space.
        image.getRaster().setSamples(0, y * side + repeat, line.length, 1, 0, line);
      }
    }
    return image;
  }

  static byte[] png(BufferedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // The stream that ImageIO creates by default would keep a file in a temporary folder.
    try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(image, "png", stream)) {
        throw new IllegalStateException("this JDK writes no PNG");
      }
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return bytes.toByteArray();
  }
}
