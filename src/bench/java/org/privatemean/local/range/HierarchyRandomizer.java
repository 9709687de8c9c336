package org.privatemean.local.range;

import java.io.Serializable;
import org.privatemean.local.report.Report;
import org.privatemean.local.report.ReportKind;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.noise.BitSource;

/**
 * The device's side of HH_B: the node of one level, through a frequency oracle. The binary form has
 * five bytes of header, {@code ceil(log2 width)} bits of coordinate, {@code ceil(log2 h)} of level
 * and the oracle's bits.
 *
 * <p><b>Privacy guarantee.</b> That of the oracle, epsilon-DP, as long as coordinate and level are
 * no function of the value.
 */
public final class HierarchyRandomizer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Hierarchy hierarchy;
  private final FrequencyOracle oracle;
  private final int stamp;

  /**
   * A randomizer for one round.
   *
   * @param stamp tells the reports of this round of this run from all others: its public state's
   *     {@link org.privatemean.local.report.StateDigest}, or any number that no other round has
   */
  public HierarchyRandomizer(Hierarchy hierarchy, FrequencyOracle oracle, int stamp) {
    this.hierarchy = hierarchy;
    this.oracle = oracle;
    this.stamp = stamp;
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
    ReportWriter out = new ReportWriter(ReportKind.HIERARCHY, stamp);
    out.put(coordinate, ReportReader.bitsFor(hierarchy.domain().width()));
    out.put(level - 1, ReportReader.bitsFor(hierarchy.height()));
    int node = hierarchy.node(hierarchy.domain().cell(value), level);
    oracle.write(node, hierarchy.nodes(level), secret, out);
    return out.report();
  }
}
