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
import org.privatemean.shuffle.SealKey;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * The announcement of a run's operator to all users alike, which the app gets by its own way and
 * not from the server that sends states: the app's version, a signed file, a public log. A device
 * joins no start that it contradicts.
 *
 * <p>In the local model it guards accuracy: a user's guarantee holds for every seed, as long as it
 * is one. In the shuffle model it is part of the guarantee, which is the crowd's: a server that
 * gives a user a plan or a seed of his own gets his messages with nobody else's dummies among them.
 *
 * <p><b>Commitment.</b> The seed says who is asked what, so it must not be chosen with the users'
 * ids in view, nor ids with the seed in view. {@link #ofCommitment} is announced before users
 * enrol, with {@code H(seed, salt)}; after that the run starts and the salt is shown, which {@link
 * #opened} adds.
 *
 * <p>Immutable.
 *
 * @since 0.1.0
 */
public final class Announcement {
  /** The fewest bytes of a salt. */
  public static final int SALT_BYTES = 16;

  private static final String DOMAIN = "org.privatemean.device.Announcement.commitment/1";

  private final String runId;
  private final String digest;

  /** Commitment to the seed; null if the digest is one of the seed too. */
  private final byte[] commitment;

  private final byte[] salt;
  private final OptionalLong users;
  private final OptionalDouble honestFraction;
  private final Optional<Keys> keys;

  /**
   * To whom bundles are sealed.
   *
   * @param server to whom every message is
   * @param shuffler to whom all messages of a user together are
   */
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

  /** Returns the announcement of a run that has none. */
  static Announcement none(String runId) {
    return create(runId, null, null);
  }

  private static Announcement create(String runId, String digest, byte[] commitment) {
    return new Announcement(
        HashedTexts.check("a run's id", runId),
        digest,
        commitment,
        null,
        OptionalLong.empty(),
        OptionalDouble.empty(),
        Optional.empty());
  }

  /**
   * The announcement of a run by the digest of its state of round 0: of plan, seed and run id.
   *
   * @param runId the run's name, at most 256 bytes in UTF-8
   * @param startDigest 64 hexadecimal digits, as {@code start.digest()} gives them
   * @throws IllegalArgumentException if one of them is not such a text
   */
  public static Announcement ofStart(String runId, String startDigest) {
    return create(runId, checkedDigest(startDigest), null);
  }

  /**
   * The announcement of a run before its seed is shown.
   *
   * @param runId the run's name, at most 256 bytes in UTF-8
   * @param planDigest of the plan, as {@link #planDigest} gives it
   * @param commitment of the seed, as {@link #commitment} gives it: 32 bytes
   * @throws IllegalArgumentException if one of them is not of its form
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

  /** The digest of a plan and a run's id, without the seed: of the start with the seed 0. */
  public static String planDigest(LocalMeanState start) {
    return LocalMeanState.start(start.plan(), 0, start.runId()).digest();
  }

  /** Same as for a local mean. */
  public static String planDigest(ShuffleMeanState start) {
    return ShuffleMeanState.start(start.plan(), 0, start.runId()).digest();
  }

  /**
   * H(seed, salt): SHA-256 of a fixed text, the eight bytes of the seed, and the salt.
   *
   * @param publicSeed the run's
   * @param salt at least {@value #SALT_BYTES} bytes of a secure generator, else the seed can be
   *     found by trying
   * @throws IllegalArgumentException if the salt is shorter
   */
  public static byte[] commitment(long publicSeed, byte[] salt) {
    checkSalt(salt);
    byte[] seed = ByteBuffer.allocate(Long.BYTES).putLong(publicSeed).array();
    return DeviceKey.sha256(DOMAIN.getBytes(StandardCharsets.US_ASCII), seed, salt);
  }

  private static void checkSalt(byte[] salt) {
    if (salt.length < SALT_BYTES) {
      throw new IllegalArgumentException(
          "a salt has at least " + SALT_BYTES + " bytes. Provided number: " + salt.length);
    }
  }

  /**
   * The same with the salt of its commitment.
   *
   * @throws IllegalArgumentException if it is too short
   */
  public Announcement opened(byte[] shown) {
    checkSalt(shown);
    return new Announcement(runId, digest, commitment, shown.clone(), users, honestFraction, keys);
  }

  /** The same with the public number of users n. */
  public Announcement withUsers(long n) {
    return new Announcement(
        runId, digest, commitment, salt, OptionalLong.of(n), honestFraction, keys);
  }

  /** The same with the share of users that a shuffle mean counts on. */
  public Announcement withHonestFraction(double gamma) {
    return new Announcement(runId, digest, commitment, salt, users, OptionalDouble.of(gamma), keys);
  }

  /**
   * The same with the keys of server and shuffler: what a session of a shuffle mean answers is then
   * sealed. Without them it is open, and anyone who carries it to the shuffler reads the row.
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

  /** The run's name. */
  public String runId() {
    return runId;
  }

  Optional<Keys> keys() {
    return keys;
  }

  /** The keys as bytes: none or both. */
  byte[] sealing() {
    return keys.map(
            both ->
                ByteBuffer.allocate(2 * DeviceKey.BYTES)
                    .put(both.server().toBytes())
                    .put(both.shuffler().toBytes())
                    .array())
        .orElse(new byte[0]);
  }

  void check(LocalMeanState start) {
    if (honestFraction.isPresent()) {
      throw contradiction("honestFraction: a local mean counts on nobody");
    }
    check(start.runId(), start.plan().users(), start.publicSeed());
    checkDigest(commitment == null ? start.digest() : planDigest(start));
  }

  void check(ShuffleMeanState start) {
    double planned = start.plan().spec().honestFraction();
    if (honestFraction.isPresent() && honestFraction.getAsDouble() != planned) {
      throw contradiction(
          String.format(
              "honestFraction: %s was announced, and the plan's is %s",
              honestFraction.getAsDouble(), planned));
    }
    check(start.runId(), start.plan().users(), start.publicSeed());
    checkDigest(commitment == null ? start.digest() : planDigest(start));
  }

  private void check(String named, long planned, long seed) {
    // A state without a name, as version 1 writes them, says nothing of the run.
    if (!named.isEmpty() && !named.equals(runId)) {
      throw contradiction("the run's id: it is a start of another run");
    }
    if (users.isPresent() && users.getAsLong() != planned) {
      throw contradiction(
          String.format(
              "the number of users: %d was announced, and the plan's is %d",
              users.getAsLong(), planned));
    }
    if (commitment != null) {
      checkSeed(seed);
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
