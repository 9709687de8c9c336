package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.noise.Bernoulli;
import org.privatemean.noise.BitSource;

/**
 * The sampler of W = &lt;U, v&gt; of a report, from the cap with the threshold's probability. Every
 * loop continues until it accepts: a limit on its tries would be a delta that no proof accounts
 * for.
 */
abstract class CapSampler implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Caps with less mass are drawn directly, larger ones by rejection. */
  static final double SMALL_CAP = 0.15;

  private static final int DIGIT_BITS = 32;

  final Threshold threshold;
  private final long digit;
  private final double rest;

  CapSampler(Threshold threshold) {
    this.threshold = threshold;
    // A double times a power of two, and its integer part, are exact.
    double scaled = Math.scalb(threshold.miss(), DIGIT_BITS);
    this.digit = (long) Math.floor(scaled);
    this.rest = scaled - Math.floor(scaled);
  }

  public static CapSampler create(Threshold threshold) {
    if (threshold.law() == ReportLaw.GAUSSIAN) {
      return new NormalSampler(threshold);
    }
    return threshold.dimension() == 2 ? new OnCircle(threshold) : new SphereSampler(threshold);
  }

  /** Returns one draw, of 1 - W on the sphere (it keeps its digits near the pole), else of W. */
  public final double draw(BitSource bits) {
    return misses(bits) ? offCap(bits) : inCap(bits);
  }

  private boolean misses(BitSource bits) {
    long read = bits.nextBits(DIGIT_BITS);
    return read == digit ? Bernoulli.sample(rest, bits) : read < digit;
  }

  abstract double inCap(BitSource bits);

  abstract double offCap(BitSource bits);

  /** d = 2: W = cos theta, theta uniform on [0, pi]; 1 - W = 2 sin^2(theta / 2). */
  private static final class OnCircle extends CapSampler {
    private static final long serialVersionUID = 1L;

    private final double edge;

    OnCircle(Threshold threshold) {
      super(threshold);
      double sine = Math.sqrt(threshold.depth() * (1 + threshold.gamma()));
      this.edge = StrictMath.atan2(sine, threshold.gamma());
    }

    @Override
    double inCap(BitSource bits) {
      return depth(edge * Ziggurat.uniform(bits));
    }

    @Override
    double offCap(BitSource bits) {
      return depth(edge + (Math.PI - edge) * Ziggurat.uniform(bits));
    }

    private static double depth(double angle) {
      double sine = StrictMath.sin(angle / 2);
      return 2 * sine * sine;
    }
  }

  /** Rejection sampling (page privunit.md, "Sampling"). */
  private static final class SphereSampler extends CapSampler {
    private static final long serialVersionUID = 1L;

    private final double power;
    private final double rate;

    SphereSampler(Threshold threshold) {
      super(threshold);
      this.power = (threshold.dimension() - 3) / 2.0;
      this.rate = 2 * power * threshold.gamma() / (threshold.depth() * (1 + threshold.gamma()));
    }

    @Override
    double inCap(BitSource bits) {
      if (power == 0) {
        return threshold.depth() * Ziggurat.uniform(bits);
      }
      if (threshold.tail() < SMALL_CAP) {
        return tilted(bits);
      }
      double w;
      do {
        w = body(bits);
      } while (w < threshold.gamma());
      return 1 - w;
    }

    @Override
    double offCap(BitSource bits) {
      if (power == 0) {
        return threshold.depth() + (2 - threshold.depth()) * Ziggurat.uniform(bits);
      }
      double w;
      do {
        w = body(bits);
      } while (w >= threshold.gamma());
      return 1 - w;
    }

    private double tilted(BitSource bits) {
      double gamma = threshold.gamma();
      double depth = threshold.depth();
      while (true) {
        double beyond = Ziggurat.exponential(bits) / rate;
        if (beyond < depth) {
          double shape = StrictMath.log1p(-beyond / depth) + StrictMath.log1p(beyond / (1 + gamma));
          if (-Ziggurat.exponential(bits) <= power * shape + rate * beyond) {
            return depth - beyond;
          }
        }
      }
    }

    private double body(BitSource bits) {
      double deviation = 1 / Math.sqrt(2 * power);
      while (true) {
        double w = deviation * Ziggurat.normal(bits);
        double square = w * w;
        if (square < 1 && isKept(square, Ziggurat.uniform(bits))) {
          return w;
        }
      }
    }

    /**
     * Tests the acceptance, mostly without a logarithm: {@code -ln(1 - x) - x <= x^2 / (2 (1 -
     * x))}.
     */
    private boolean isKept(double square, double uniform) {
      if (uniform <= 1 - power * square * square / (2 * (1 - square))) {
        return true;
      }
      return StrictMath.log(uniform) <= power * (StrictMath.log1p(-square) + square);
    }
  }

  /** The normal distribution: beyond gamma by rejection from an exponential draw (Robert 1995). */
  private static final class NormalSampler extends CapSampler {
    private static final long serialVersionUID = 1L;

    private final double rate;
    private final double scale;

    NormalSampler(Threshold threshold) {
      super(threshold);
      double gamma = threshold.gamma();
      this.rate = (gamma + Math.sqrt(gamma * gamma + 4)) / 2;
      this.scale = 1 / rate;
    }

    @Override
    double inCap(BitSource bits) {
      double gamma = threshold.gamma();
      if (threshold.tail() >= SMALL_CAP) {
        double w;
        do {
          w = Ziggurat.normal(bits);
        } while (w < gamma);
        return w;
      }
      double x;
      double off;
      do {
        x = gamma + scale * Ziggurat.exponential(bits);
        off = x - rate;
      } while (!isKept(off * off / 2, Ziggurat.uniform(bits)));
      return x;
    }

    /** Tests {@code uniform <= e^-x}, mostly by the series. */
    private static boolean isKept(double x, double uniform) {
      double below = 1 - x * (1 - x / 2 * (1 - x / 3));
      if (uniform <= below) {
        return true;
      }
      double above = below + x * x * x * x / 24;
      return uniform <= above && uniform <= StrictMath.exp(-x);
    }

    @Override
    double offCap(BitSource bits) {
      double w;
      do {
        w = Ziggurat.normal(bits);
      } while (w >= threshold.gamma());
      return w;
    }
  }
}
