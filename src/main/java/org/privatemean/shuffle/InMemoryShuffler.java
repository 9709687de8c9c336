package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

/**
 * A shuffler that holds all messages in memory, 12 bytes each, and forwards them in a uniform
 * permutation.
 *
 * <p>Given uniform bits, every order is exactly equally likely: message number i is drawn from
 * those that remain (Fisher and Yates). Anyone who knows the bits can undo the permutation: they
 * are the shuffler's secret. Not thread-safe.
 */
@Internal
public final class InMemoryShuffler implements Shuffler {
  private static final int FIRST_CAPACITY = 1 << 10;

  /** The largest array size that every Java runtime supports. */
  private static final int LARGEST_CAPACITY = Integer.MAX_VALUE - 8;

  private final BitSource secret;
  private int[] labels = new int[FIRST_CAPACITY];
  private long[] bodies = new long[FIRST_CAPACITY];
  private int size;
  private boolean drained;

  private InMemoryShuffler(BitSource secret) {
    this.secret = secret;
  }

  /**
   * Creates an empty shuffler.
   *
   * @param secret bits that no other party knows, read by this shuffler alone
   */
  public static InMemoryShuffler create(BitSource secret) {
    return new InMemoryShuffler(secret);
  }

  /** Creates an empty shuffler with bits of the operating system's secure generator. */
  public static InMemoryShuffler fromOperatingSystem() {
    return create(NoiseKey.fromOperatingSystem().substream(0, 0, 0));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the messages were already forwarded, or no more fit in memory
   */
  @Override
  public void send(int label, long body) {
    checkNotDrained();
    if (size == labels.length) {
      grow();
    }
    labels[size] = label;
    bodies[size] = body;
    size++;
  }

  private void grow() {
    if (size == LARGEST_CAPACITY) {
      throw new IllegalStateException(
          "more than " + LARGEST_CAPACITY + " messages: shuffle them on a cluster");
    }
    int capacity = (int) Math.min(2L * size, LARGEST_CAPACITY);
    labels = Arrays.copyOf(labels, capacity);
    bodies = Arrays.copyOf(bodies, capacity);
  }

  /** Returns the number of received messages. */
  public int size() {
    return size;
  }

  @Override
  public void drainTo(MessageSink analyzer) {
    checkNotDrained();
    drained = true;
    for (int i = 0; i < size; i++) {
      int chosen = i + (int) secret.nextBelow((long) size - i);
      int label = labels[chosen];
      long body = bodies[chosen];
      labels[chosen] = labels[i];
      bodies[chosen] = bodies[i];
      analyzer.send(label, body);
    }
    labels = new int[0];
    bodies = new long[0];
  }

  private void checkNotDrained() {
    if (drained) {
      throw new IllegalStateException(
          "the messages were given on before: a shuffler serves one round, take a new one");
    }
  }
}
