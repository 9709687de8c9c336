package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.noise.Bernoulli;
import org.privatemean.noise.BitSource;

/**
 * Draws W = &lt;U, v&gt; of a report: from the cap with the threshold's probability, otherwise from
 * off it. Every loop goes on until it accepts; in real arithmetic the draws have exactly their law.
 *
 * <p>A loop that gives up after so many tries would return the wrong law with some probability, and
 * that probability would be a delta which no proof has accounted for.
 */
abstract class CapSampler implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Caps with less mass than this are drawn directly, larger ones by waiting for them. */
  static final double SMALL_CAP = 0.15;

  final Threshold threshold;

  CapSampler(Threshold threshold) {
    this.threshold = threshold;
  }

  static CapSampler of(Threshold threshold) {
    if (threshold.law() == Law.GAUSSIAN) {
      return new Normal(threshold);
    }
    return switch (threshold.dimension()) {
      case 1 -> new OnLine(threshold);
      case 2 -> new OnCircle(threshold);
      default -> new OnSphere(threshold);
    };
  }

  /**
   * One draw: of 1 - W on the sphere, so that it keeps its digits near the pole, and of W for the
   * normal law.
   */
  final double draw(BitSource bits) {
    return Bernoulli.of(threshold.miss(), bits) ? offCap(bits) : inCap(bits);
  }

  abstract double inCap(BitSource bits);

  abstract double offCap(BitSource bits);

  /** d = 1: W is 1 or -1. */
  private static final class OnLine extends CapSampler {
    private static final long serialVersionUID = 1L;

    OnLine(Threshold threshold) {
      super(threshold);
    }

    @Override
    double inCap(BitSource bits) {
      return 0;
    }

    @Override
    double offCap(BitSource bits) {
      return 2;
    }
  }

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
      return depth(edge * GaussianDraws.uniform(bits));
    }

    @Override
    double offCap(BitSource bits) {
      return depth(edge + (Math.PI - edge) * GaussianDraws.uniform(bits));
    }

    private static double depth(double angle) {
      double sine = StrictMath.sin(angle / 2);
      return 2 * sine * sine;
    }
  }

  /**
   * d of at least 3: W has density proportional to (1 - w^2)^a, a = (d - 3) / 2, uniform where a is
   * 0.
   *
   * <p>Otherwise, as (1 - w^2)^a is at most exp(-a w^2), a normal draw of variance 1 / (2a) is kept
   * with the ratio of the two, until it lies on the wanted side.
   *
   * <p>A small cap is drawn by an exponential tilt instead. ln (1 - w^2)^a is concave, so beyond
   * gamma it is below its tangent there, of slope -lambda = -2 a gamma / (1 - gamma^2): gamma plus
   * an exponential draw of rate lambda is kept with the ratio of the density to the tangent's.
   */
  private static final class OnSphere extends CapSampler {
    private static final long serialVersionUID = 1L;

    private final double power;
    private final double rate;

    OnSphere(Threshold threshold) {
      super(threshold);
      this.power = (threshold.dimension() - 3) / 2.0;
      this.rate = 2 * power * threshold.gamma() / (threshold.depth() * (1 + threshold.gamma()));
    }

    @Override
    double inCap(BitSource bits) {
      if (power == 0) {
        return threshold.depth() * GaussianDraws.uniform(bits);
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
        return threshold.depth() + (2 - threshold.depth()) * GaussianDraws.uniform(bits);
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
        double beyond = GaussianDraws.exponential(bits) / rate;
        if (beyond < depth) {
          double shape = StrictMath.log1p(-beyond / depth) + StrictMath.log1p(beyond / (1 + gamma));
          if (-GaussianDraws.exponential(bits) <= power * shape + rate * beyond) {
            return depth - beyond;
          }
        }
      }
    }

    private double body(BitSource bits) {
      double deviation = 1 / Math.sqrt(2 * power);
      while (true) {
        double w = deviation * GaussianDraws.next(bits);
        double square = w * w;
        if (square < 1 && isKept(square, GaussianDraws.uniform(bits))) {
          return w;
        }
      }
    }

    /** With -ln(1 - x) - x at most x^2 / (2 (1 - x)), most are kept without a logarithm. */
    private boolean isKept(double square, double uniform) {
      if (uniform <= 1 - power * square * square / (2 * (1 - square))) {
        return true;
      }
      return StrictMath.log(uniform) <= power * (StrictMath.log1p(-square) + square);
    }
  }

  /** The normal law; the tilt has rate gamma and keeps a draw x beyond with exp(-x^2 / 2). */
  private static final class Normal extends CapSampler {
    private static final long serialVersionUID = 1L;

    Normal(Threshold threshold) {
      super(threshold);
    }

    @Override
    double inCap(BitSource bits) {
      double gamma = threshold.gamma();
      if (threshold.tail() >= SMALL_CAP) {
        double w;
        do {
          w = GaussianDraws.next(bits);
        } while (w < gamma);
        return w;
      }
      double beyond;
      do {
        beyond = GaussianDraws.exponential(bits) / gamma;
      } while (!isKept(beyond * beyond / 2, GaussianDraws.uniform(bits)));
      return gamma + beyond;
    }

    /** Whether the uniform is at most e^-exponent, mostly without a logarithm. */
    private static boolean isKept(double exponent, double uniform) {
      return uniform <= 1 - exponent || -StrictMath.log(uniform) >= exponent;
    }

    @Override
    double offCap(BitSource bits) {
      double w;
      do {
        w = GaussianDraws.next(bits);
      } while (w >= threshold.gamma());
      return w;
    }
  }
}
