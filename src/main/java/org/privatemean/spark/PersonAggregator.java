package org.privatemean.spark;

import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The rows of one person at a time: for each kept group an exact sum, for any number of rows.
 *
 * <p>It keeps the L groups whose keys have the least HMAC-SHA256 under the salt, of the person's
 * bytes and the key's; of equal hashes the smaller key. So one more key changes at most one kept
 * group.
 */
final class PersonAggregator {
  private static final String HASH = "HmacSHA256";
  private static final int LEFT_OUT = -1;
  private static final byte[] NO_KEY = {};

  private final PersonRule rule;
  private final Mac mac;
  private final List<KeptGroup> all = new ArrayList<>();
  private final double[] scaled;
  private byte[] person = NO_KEY;
  private byte[] key = NO_KEY;
  private int kept;

  /** Kept group of the key, or {@link #LEFT_OUT}. */
  private int current;

  private static final class KeptGroup {
    private final ExactSum sum;
    private byte[] key;
    private long rows;

    /** Null until it is compared. */
    private byte[] hash;

    KeptGroup(int dimension) {
      this.sum = new ExactSum(dimension);
    }

    void start(byte[] newKey, byte[] newHash) {
      key = newKey;
      hash = newHash;
      rows = 0;
      sum.clear();
    }
  }

  PersonAggregator(PersonRule rule) {
    this.rule = rule;
    this.scaled = new double[rule.dimension()];
    try {
      this.mac = Mac.getInstance(HASH);
      mac.init(new SecretKeySpec(rule.salt(), HASH));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no " + HASH, e);
    }
  }

  void start(byte[] nextPerson) {
    person = nextPerson;
    kept = 0;
  }

  void add(double[] row) {
    add(NO_KEY, row);
  }

  /** Adds a valid row. The rows of a key are consecutive. */
  void add(byte[] rowKey, double[] row) {
    if (kept == 0 || !Arrays.equals(rowKey, key)) {
      current = choose(rowKey);
      key = rowKey;
    }
    if (current != LEFT_OUT) {
      rule.range().scale(row, scaled);
      KeptGroup group = all.get(current);
      group.sum.add(scaled);
      group.rows++;
    }
  }

  private int choose(byte[] newKey) {
    if (kept < rule.mostGroups()) {
      if (kept == all.size()) {
        all.add(new KeptGroup(rule.dimension()));
      }
      all.get(kept).start(newKey, null);
      kept++;
      return kept - 1;
    }
    byte[] newHash = hash(newKey);
    int worst = worst();
    KeptGroup last = all.get(worst);
    if (order(newHash, newKey, last.hash, last.key) >= 0) {
      return LEFT_OUT;
    }
    last.start(newKey, newHash);
    return worst;
  }

  private int worst() {
    int worst = 0;
    for (int i = 0; i < kept; i++) {
      KeptGroup each = all.get(i);
      if (each.hash == null) {
        each.hash = hash(each.key);
      }
      KeptGroup last = all.get(worst);
      if (order(each.hash, each.key, last.hash, last.key) > 0) {
        worst = i;
      }
    }
    return worst;
  }

  private byte[] hash(byte[] ofKey) {
    mac.update(person);
    return mac.doFinal(ofKey);
  }

  private static int order(byte[] hash, byte[] key, byte[] otherHash, byte[] otherKey) {
    int byHash = Arrays.compareUnsigned(hash, otherHash);
    return byHash != 0 ? byHash : Arrays.compareUnsigned(key, otherKey);
  }

  int kept() {
    return kept;
  }

  byte[] key(int i) {
    return all.get(i).key;
  }

  /** Returns the exact sum of a kept group, rounded, over the number of its rows, rounded. */
  double[] mean(int i) {
    KeptGroup group = all.get(i);
    double[] mean = new double[rule.dimension()];
    Arrays.setAll(mean, j -> group.sum.value(j) / group.rows);
    return mean;
  }

  int weight(int i) {
    return (int) Math.min(all.get(i).rows, rule.mostWeight());
  }
}
