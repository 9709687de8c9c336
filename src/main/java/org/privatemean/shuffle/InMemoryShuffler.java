package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

/**
 * A shuffler that receives the messages of all users, and forwards them only then, in a uniformly
 * random order, without anything that identifies the sender. It holds all messages in memory, 12
 * bytes each. Anyone who knows its bits can undo the permutation. Not thread-safe.
 */
final class InMemoryShuffler implements MessageSink {
  private static final int FIRST_CAPACITY = 1 << 10;

  /** The largest array size that every Java runtime supports. */
  private static final int LARGEST_CAPACITY = Integer.MAX_VALUE - 8;

  private final BitSource secret;
  private int[] labels = new int[FIRST_CAPACITY];
  private long[] bodies = new long[FIRST_CAPACITY];
  private int size;
  private boolean drained;

  /** Creates an empty shuffler with bits that no other party knows. */
  InMemoryShuffler(BitSource secret) {
    this.secret = secret;
  }

  /** Creates an empty shuffler with bits of the operating system's secure generator. */
  public static InMemoryShuffler fromOperatingSystem() {
    return new InMemoryShuffler(NoiseKey.fromOperatingSystem().substream(0, 0, 0));
  }

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

  int size() {
    return size;
  }

  /** Forwards all received messages in random order, once. */
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
