package org.privatemean.privacy.ledger.durable;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * What a log takes from outside, and its promises do not hang on.
 *
 * @param names makes 32 random hex digits
 * @param clock the time, for people
 * @param pause waits some random nanoseconds, at most those given
 */
record Surroundings(Supplier<String> names, Supplier<String> clock, LongConsumer pause) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int NAME_BYTES = 16;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Those of this machine. */
  static Surroundings real() {
    return new Surroundings(Surroundings::name, Surroundings::now, Surroundings::sleep);
  }

  private static String name() {
    byte[] bytes = new byte[NAME_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** An interrupt ends the wait and stays set: what is under way is as short as the wait. */
  private static void sleep(long mostNanos) {
    long nanos = ThreadLocalRandom.current().nextLong(mostNanos);
    try {
      Thread.sleep(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
