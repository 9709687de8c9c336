package org.privatemean.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.request.MeanRequest;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.Rows;
import org.privatemean.spark.column.VectorColumn;

/** A fit through the classic way to the rows that pauses when its first pass has ended. */
public final class PausedFit {
  private PausedFit() {}

  /**
   * Releases a mean.
   *
   * @param frame with the vector column {@code features}
   * @param pause what is done between the first pass and the second
   * @throws IllegalStateException if the session offers no classic way
   */
  public static double[] fit(
      Dataset<Row> frame, int dimension, MeanRequest request, long seed, Runnable pause) {
    VectorColumn column = VectorColumn.find(frame.schema(), "features");
    if (SparkRows.create(frame, column, dimension, InvalidRows.ERROR) instanceof ClassicRows rows) {
      PrivacyLedger ledger = new PrivacyLedger(new Zcdp(request.rho()));
      CentralTrust trust = CentralTrust.of(ledger, NoiseKey.fromSeed(seed));
      return Mechanisms.release(request, new PausedRows(rows, pause), trust).mean();
    }
    throw new IllegalStateException("this session has no classic way to the rows");
  }

  private record PausedRows(Rows rows, Runnable pause) implements Rows {
    @Override
    public long count() {
      return rows.count();
    }

    @Override
    public int dimension() {
      return rows.dimension();
    }

    @Override
    public boolean dropsRows() {
      return rows.dropsRows();
    }

    @Override
    public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
      return new PausedBlocks<>(rows.prepare(encoder), pause);
    }
  }

  private static final class PausedBlocks<B extends Block> implements Blocks<B> {
    private final Blocks<B> blocks;
    private final Runnable pause;
    private boolean paused;

    PausedBlocks(Blocks<B> blocks, Runnable pause) {
      this.blocks = blocks;
      this.pause = pause;
    }

    @Override
    public long[] fold(Fold<B> fold, String description) {
      long[] totals = blocks.fold(fold, description);
      if (!paused) {
        pause.run();
        paused = true;
      }
      return totals;
    }

    @Override
    public void close() {
      blocks.close();
    }
  }
}
