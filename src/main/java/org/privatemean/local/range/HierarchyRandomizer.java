package org.privatemean.local.range;

import java.io.Serializable;
import org.privatemean.local.report.Report;
import org.privatemean.local.report.ReportKind;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.BitSource;

/**
 * The device's side of HH_B: the node of one level, through a frequency oracle. The binary form has
 * two bytes of header, {@code ceil(log2 width)} bits of coordinate, {@code ceil(log2 h)} of level
 * and the oracle's bits.
 *
 * <p><b>Privacy guarantee.</b> That of the oracle, epsilon-DP, as long as coordinate and level are
 * no function of the value.
 */
public final class HierarchyRandomizer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Hierarchy hierarchy;
  private final FrequencyOracle oracle;
  private final int round;

  /** A randomizer whose reports belong to a round, 0 to 255. */
  public HierarchyRandomizer(Hierarchy hierarchy, FrequencyOracle oracle, int round) {
    this.hierarchy = hierarchy;
    this.oracle = oracle;
    this.round = round;
  }

  /**
   * Makes the report of one value; do so once.
   *
   * @param value the private value; outside the universe it counts as the nearest end
   * @param coordinate the coordinate that was assigned
   * @param level the level that was assigned, 1 to h
   * @param secret the device's secret random bits
   */
  public Report randomize(long value, int coordinate, int level, BitSource secret) {
    hierarchy.domain().checkCoordinate(coordinate);
    if (level < 1 || level > hierarchy.height()) {
      throw new IllegalArgumentException(
          String.format("level must be in [1, %d]. Provided value: %d", hierarchy.height(), level));
    }
    ReportWriter out = new ReportWriter(ReportKind.HIERARCHY, round);
    out.put(coordinate, ReportReader.bitsFor(hierarchy.domain().width()));
    out.put(level - 1, ReportReader.bitsFor(hierarchy.height()));
    int node = hierarchy.node(hierarchy.domain().cell(value), level);
    oracle.write(node, hierarchy.nodes(level), secret, out);
    return out.report();
  }
}
