package org.privatemean.device;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.privatemean.local.LocalMeanState;
import org.privatemean.noise.DigestBits;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.RoundState;
import org.privatemean.shuffle.SealKey;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * The announcement of a run by its operator to all users alike, which the app gets by a separate
 * channel and not from the server that sends states: the app's version, a signed file, a public
 * log. A device refuses to join a start that contradicts it.
 *
 * <p>In the local model it protects accuracy: a user's guarantee holds for every seed, if there is
 * only one. In the shuffle model the guarantee relies on it: a server that gives a user a separate
 * plan or seed gets that user's messages without the dummies of others.
 *
 * <p>The seed must not be chosen with knowledge of the users' ids, nor ids with knowledge of the
 * seed. {@link #ofCommitment} is announced before users enrol, with {@code H(seed, salt)}; then the
 * run starts and the salt is revealed, which {@link #opened} adds. Immutable.
 *
 * @since 0.1.0
 */
public final class Announcement {
  /** The minimum bytes of a salt. */
  public static final int SALT_BYTES = 16;

  private static final String DOMAIN = "org.privatemean.device.Announcement.commitment/1";

  private final String runId;
  private final String digest;

  /** Commitment to the seed; null if the digest covers the seed. */
  private final byte[] commitment;

  private final byte[] salt;
  private final OptionalLong users;
  private final OptionalDouble honestFraction;
  private final Optional<Keys> keys;

  /** The keys for sealing: each message to the server, all of a user to the shuffler. */
  record Keys(SealKey server, SealKey shuffler) {}

  private Announcement(
      String runId,
      String digest,
      byte[] commitment,
      byte[] salt,
      OptionalLong users,
      OptionalDouble honestFraction,
      Optional<Keys> keys) {
    this.runId = runId;
    this.digest = digest;
    this.commitment = commitment;
    this.salt = salt;
    this.users = users;
    this.honestFraction = honestFraction;
    this.keys = keys;
  }

  static Announcement none(String runId) {
    return create(runId, null, null);
  }

  private static Announcement create(String runId, String digest, byte[] commitment) {
    return new Announcement(
        PublicRun.checkText("a run's id", runId),
        digest,
        commitment,
        null,
        OptionalLong.empty(),
        OptionalDouble.empty(),
        Optional.empty());
  }

  /**
   * Creates the announcement of a run by the digest of its state of round 0: of plan, seed and run
   * id.
   *
   * @param runId the run's name, at most 256 bytes in UTF-8
   * @param startDigest 64 hexadecimal digits, as from {@code start.digest()}
   * @throws IllegalArgumentException if an argument is malformed
   */
  public static Announcement ofStart(String runId, String startDigest) {
    return create(runId, checkedDigest(startDigest), null);
  }

  /**
   * Creates the announcement of a run before its seed is revealed.
   *
   * @param runId the run's name, at most 256 bytes in UTF-8
   * @param planDigest of the plan, as from {@link #planDigest}
   * @param commitment of the seed, as from {@link #commitment}: 32 bytes
   * @throws IllegalArgumentException if an argument is malformed
   */
  public static Announcement ofCommitment(String runId, String planDigest, byte[] commitment) {
    if (commitment.length != DeviceKey.BYTES) {
      throw new IllegalArgumentException(
          "a commitment has 32 bytes. Provided number: " + commitment.length);
    }
    return create(runId, checkedDigest(planDigest), commitment.clone());
  }

  private static String checkedDigest(String text) {
    boolean hex = text.length() == 64 && text.chars().allMatch(HexFormat::isHexDigit);
    if (!hex) {
      throw new IllegalArgumentException("a digest has 64 hexadecimal digits");
    }
    return text.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the digest of a plan and a run's id, without the seed: of the start with the seed 0.
   */
  public static String planDigest(LocalMeanState start) {
    return RunTerms.of(start).planDigest();
  }

  /** Returns the same digest for a shuffle mean. */
  public static String planDigest(ShuffleMeanState start) {
    return RunTerms.of(start).planDigest();
  }

  /**
   * Returns H(seed, salt): SHA-256 of a fixed text, the eight bytes of the seed, and the salt.
   *
   * @param publicSeed the run's
   * @param salt at least {@value #SALT_BYTES} bytes of a secure generator, else the seed can be
   *     found by search
   * @throws IllegalArgumentException if the salt is shorter
   */
  public static byte[] commitment(long publicSeed, byte[] salt) {
    checkSalt(salt);
    byte[] seed = ByteBuffer.allocate(Long.BYTES).putLong(publicSeed).array();
    return DigestBits.sha256(DOMAIN.getBytes(StandardCharsets.US_ASCII), seed, salt);
  }

  private static void checkSalt(byte[] salt) {
    if (salt.length < SALT_BYTES) {
      throw new IllegalArgumentException(
          "a salt has at least " + SALT_BYTES + " bytes. Provided number: " + salt.length);
    }
  }

  /**
   * Returns a copy with the salt of its commitment.
   *
   * @param shown at least {@value #SALT_BYTES} bytes
   * @throws IllegalArgumentException if it is shorter
   */
  public Announcement opened(byte[] shown) {
    checkSalt(shown);
    return new Announcement(runId, digest, commitment, shown.clone(), users, honestFraction, keys);
  }

  /** Returns a copy with the public number of users n, at least 1. */
  public Announcement withUsers(long n) {
    return new Announcement(
        runId, digest, commitment, salt, OptionalLong.of(n), honestFraction, keys);
  }

  /** Returns a copy with the fraction of users on which a shuffle mean relies, in (0, 1]. */
  public Announcement withHonestFraction(double gamma) {
    return new Announcement(runId, digest, commitment, salt, users, OptionalDouble.of(gamma), keys);
  }

  /**
   * Returns a copy with the keys of server and shuffler: a session of a shuffle mean then seals its
   * answers. Without keys they are open, and anyone who carries them to the shuffler reads the row.
   */
  public Announcement sealedTo(SealKey server, SealKey shuffler) {
    return new Announcement(
        runId,
        digest,
        commitment,
        salt,
        users,
        honestFraction,
        Optional.of(new Keys(server, shuffler)));
  }

  /** Returns the run's name. */
  public String runId() {
    return runId;
  }

  Optional<Keys> keys() {
    return keys;
  }

  /** Returns the keys as bytes: none or both. */
  byte[] sealing() {
    return keys.map(
            both ->
                ByteBuffer.allocate(2 * DeviceKey.BYTES)
                    .put(both.server().toBytes())
                    .put(both.shuffler().toBytes())
                    .array())
        .orElse(new byte[0]);
  }

  void check(RunTerms start) {
    if (honestFraction.isPresent()) {
      checkHonestFraction(honestFraction.getAsDouble(), start.honestFraction());
    }
    RoundState<?, ?, ?> state = start.state();
    // A state without a name, as in version 1, does not identify the run.
    if (!state.runId().isEmpty() && !state.runId().equals(runId)) {
      throw contradiction("the run's id: it is a start of another run");
    }
    if (users.isPresent() && users.getAsLong() != state.plan().users()) {
      throw contradiction(
          String.format(
              "the number of users: %d was announced, and the plan's is %d",
              users.getAsLong(), state.plan().users()));
    }
    if (commitment != null) {
      checkSeed(state.publicSeed());
    }
    checkDigest(commitment == null ? state.digest() : start.planDigest());
  }

  private static void checkHonestFraction(double announced, OptionalDouble planned) {
    if (planned.isEmpty()) {
      throw contradiction("honestFraction: a local mean relies on no other users");
    }
    if (announced != planned.getAsDouble()) {
      throw contradiction(
          String.format(
              "honestFraction: %s was announced, and the plan's is %s",
              announced, planned.getAsDouble()));
    }
  }

  private void checkSeed(long seed) {
    if (salt == null) {
      throw contradiction("the seed: its commitment was not opened by a salt");
    }
    if (!Arrays.equals(commitment, commitment(seed, salt))) {
      throw contradiction("the seed: it is not the one that was committed to");
    }
  }

  private void checkDigest(String found) {
    if (digest != null && !digest.equals(found)) {
      throw contradiction(
          String.format(
              "the digest of %s: it begins with %s, and %s was announced",
              commitment == null ? "plan and seed" : "the plan",
              found.substring(0, 8),
              digest.substring(0, 8)));
    }
  }

  private static RefusedException contradiction(String what) {
    return new RefusedException("the start is not what was announced, by " + what);
  }
}
