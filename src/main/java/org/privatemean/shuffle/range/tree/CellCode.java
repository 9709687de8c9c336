package org.privatemean.shuffle.range.tree;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * The messages that tell one of that many nodes: the node itself where there are few, else its
 * place in a random hash table. The body of a hashed one is {@code ((a - 1) p + c) b + bucket}, in
 * which a is uniform on [1, p), c on [0, p), and {@code bucket = ((a node + c) mod p) mod b}; p is
 * the least prime that is at least the number of nodes.
 *
 * <p><b>Collisions.</b> For two nodes {@code (a u + c, a v + c) mod p} is uniform on the pairs of
 * different numbers below p. The buckets hold {@code q = floor(p / b)} or q + 1 of them, {@code p
 * mod b} the latter, so two nodes share a bucket with probability exactly {@code kappa = q (p mod b
 * + p - b) / (p (p - 1))}.
 */
final class CellCode implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long nodes;
  private final long buckets;

  /** 0 where nodes are sent as they are. */
  private final long prime;

  /**
   * A code.
   *
   * @param nodes at least 1
   * @param most the largest number of nodes that are sent as they are, and that of buckets
   * @throws IllegalArgumentException if a body could pass 62 bits
   */
  CellCode(long nodes, int most) {
    this.nodes = nodes;
    this.buckets = Math.min(nodes, most);
    this.prime = nodes <= most ? 0 : primeFrom(nodes, most);
  }

  private static long primeFrom(long nodes, int buckets) {
    if (nodes > 1L << 31 || nodes * nodes > (1L << 62) / buckets) {
      throw tooLarge(nodes, buckets);
    }
    long prime = nodes;
    while (!isPrime(prime)) {
      prime++;
    }
    if ((prime - 1) * prime > (1L << 62) / buckets) {
      throw tooLarge(nodes, buckets);
    }
    return prime;
  }

  private static IllegalArgumentException tooLarge(long nodes, int buckets) {
    return new IllegalArgumentException(
        String.format(
            "a level of %d nodes hashed to %d buckets does not fit a message of 62 bits: use fewer"
                + " levels or buckets, or counts in several rounds",
            nodes, buckets));
  }

  private static boolean isPrime(long number) {
    for (long factor = 2; factor * factor <= number; factor++) {
      if (number % factor == 0) {
        return false;
      }
    }
    return number > 1;
  }

  boolean hashes() {
    return prime != 0;
  }

  /** Number of different bodies. */
  long bodies() {
    return hashes() ? (prime - 1) * prime * buckets : nodes;
  }

  /** A body drawn for a node. */
  long encode(long node, BitSource secret) {
    if (!hashes()) {
      return node;
    }
    long a = 1 + secret.nextBelow(prime - 1);
    long c = secret.nextBelow(prime);
    return ((a - 1) * prime + c) * buckets + (a * node + c) % prime % buckets;
  }

  /** Tells whether a body could have been drawn for a node. */
  boolean matches(long body, long node) {
    if (!hashes()) {
      return body == node;
    }
    long function = body / buckets;
    long a = function / prime + 1;
    long c = function % prime;
    return (a * node + c) % prime % buckets == body % buckets;
  }

  /** kappa: the probability that a body drawn for one node matches another. */
  double collision() {
    if (!hashes()) {
      return 0;
    }
    long q = prime / buckets;
    double pairs = (double) prime * (double) (prime - 1);
    return (double) q * (double) (prime % buckets + prime - buckets) / pairs;
  }

  /** One over the probability that a uniform body matches a given node. */
  long cells() {
    return buckets;
  }

  /**
   * How many cells' worth of dummies this code needs: more for hashed nodes, since those that match
   * both of two nodes hide nothing.
   */
  double dummyCells() {
    return hashes() ? (double) buckets / (1 - collision()) : (double) buckets;
  }
}
