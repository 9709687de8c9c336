package org.privatemean.local;

/** The projection R of a public seed, the same on every machine, with orthonormal rows. */
interface SharedProjection {

  /** Returns R v, whose norm is about sqrt(k / D). */
  double[] project(double[] v);

  /**
   * Adds leading coordinates of R^T y to totals, in the units of {@link #unit}, as integers.
   *
   * @param y on the grid, in steps
   * @param totals with the requested number of coordinates
   */
  void addBack(short[] y, long[] totals);

  /** Returns the projection of a seed. */
  static SharedProjection create(ProjUnitParameters parameters, long seed) {
    int lifted = parameters.inputs().liftedDimension(parameters.dimension());
    HadamardProjection.PublicBits bits = new HadamardProjection.PublicBits(seed);
    if (parameters.projection() == Projection.HAAR) {
      return HaarProjection.draw(parameters.size(), lifted, bits);
    }
    HadamardProjection fast =
        HadamardProjection.draw(parameters.size(), parameters.projectedDimension(), bits);
    return new SharedProjection() {
      @Override
      public double[] project(double[] v) {
        return fast.project(v);
      }

      @Override
      public void addBack(short[] y, long[] totals) {
        fast.addBack(y, totals);
      }
    };
  }

  /** Returns the unit of the totals, in steps of the grid. */
  static double unit(ProjUnitParameters parameters) {
    return parameters.projection() == Projection.HAAR
        ? HaarProjection.UNIT
        : HadamardProjection.unit(parameters.projectedDimension());
  }

  /** Returns the maximum that a report with this norm limit adds to a total. */
  static long largest(ProjUnitParameters parameters, double normLimit) {
    return parameters.projection() == Projection.HAAR
        ? (long) Math.ceil(normLimit * 2 / HaarProjection.UNIT) + 1
        : HadamardProjection.largest(parameters.size(), normLimit);
  }
}
