package org.privatemean.geometry;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * Random rotation of Huang, Liang and Yi (2021), section 3.3, without its normalisation: {@code x
 * -> H D x}, with H the Walsh-Hadamard matrix of the padded size and D a diagonal of independent
 * fair signs. It multiplies every l2 norm by {@code sqrt(size)}. With high probability no rotated
 * coordinate is much larger than the norm (Lemma 3.7); privacy does not depend on it.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record RandomRotation(int dimension, byte[] signs) implements Serializable {

  public static RandomRotation draw(int dimension, BitSource bits) {
    byte[] signs = new byte[dimension];
    for (int j = 0; j < dimension; j++) {
      signs[j] = (byte) (bits.nextBit() ? 1 : -1);
    }
    return new RandomRotation(dimension, signs);
  }

  /** Returns the number of coordinates after the rotation: the next power of two. */
  public int size() {
    return WalshHadamard.paddedSize(dimension);
  }

  public int sign(int j) {
    return signs[j];
  }

  /** Rotates one integer vector, exactly if {@code sum |x_j|} fits a long. */
  public long[] apply(long[] vector) {
    long[] rotated = new long[size()];
    for (int j = 0; j < dimension; j++) {
      rotated[j] = signs[j] * vector[j];
    }
    WalshHadamard.transform(rotated);
    return rotated;
  }

  /** Returns the inverse {@code D H / size} without padding; overwrites its argument. */
  public double[] inverse(double[] rotated) {
    WalshHadamard.transform(rotated);
    double[] answer = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      answer[j] = signs[j] * rotated[j] / rotated.length;
    }
    return answer;
  }
}
