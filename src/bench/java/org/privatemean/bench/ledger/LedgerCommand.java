package org.privatemean.bench.ledger;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.FileStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.Price;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how long a ledger takes to open: to be read and verified. */
@Command(
    name = "ledger",
    description = "Fills a ledger of files by charges and draws, and opens it again and again.")
public final class LedgerCommand implements Callable<Integer> {
  private static final int WARM_UP = 3;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(names = "--folder", required = true, description = "Where the ledger goes; empty.")
  private Path folder;

  @Option(names = "--entries", defaultValue = "10000", description = "Default: 10000.")
  private int entries;

  @Option(names = "--rounds", defaultValue = "5", description = "Default: 5.")
  private int rounds;

  @Spec private CommandSpec spec;

  /** For picocli. */
  public LedgerCommand() {}

  /**
   * Fills, opens, and prints the median of the times.
   *
   * @return 0
   */
  @Override
  public Integer call() {
    if (entries < 1 || rounds < 1) {
      throw new ParameterException(spec.commandLine(), "--entries and --rounds must be at least 1");
    }
    fill();
    double[] seconds = new double[rounds];
    for (int i = -WARM_UP; i < rounds; i++) {
      long start = System.nanoTime();
      DurableLedger.open(FileStore.open(folder), EntryAuthenticator.hash()).close();
      if (i >= 0) {
        seconds[i] = (System.nanoTime() - start) / NANOS_PER_SECOND;
      }
    }
    Arrays.sort(seconds);
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "%d entries are opened in %.3f s (median of %d; %.3f to %.3f)%n",
            entries,
            seconds[rounds / 2],
            rounds,
            seconds[0],
            seconds[rounds - 1]);
    spec.commandLine().getOut().flush();
    return 0;
  }

  private void fill() {
    LedgerTerms terms =
        new LedgerTerms(
            Price.budget(entries, 0),
            Optional.empty(),
            Neighbours.ADD_REMOVE,
            Optional.empty(),
            false,
            false,
            "rows of the benchmark");
    try (DurableLedger ledger =
        DurableLedger.init(FileStore.open(folder), EntryAuthenticator.hash(), terms)) {
      for (int number = 1; number < entries; number += 2) {
        String name = String.format(Locale.ROOT, "visits/%06d", number);
        ChargeRequest ask =
            new ChargeRequest(
                Optional.of(name),
                "0".repeat(64),
                LedgerTerms.WHOLE,
                Price.toPay(1, 0),
                true,
                ChargeRequest.PayAgain.NEVER,
                Map.of(),
                "the benchmark");
        ledger.draw(ledger.charge(ask));
      }
    }
  }
}
