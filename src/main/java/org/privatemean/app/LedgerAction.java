package org.privatemean.app;

import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.SparkConf;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.JdbcStore;
import org.privatemean.privacy.ledger.durable.LedgerExistsException;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.refusal.Refusal;
import org.privatemean.spark.ledger.LedgerStores;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Command on one ledger.
 *
 * <p>No Spark session is started. A {@code file:} ledger needs nothing of Spark. Neither does a
 * {@code jdbc:} ledger if its driver is on the class path and the environment names the user.
 * Otherwise spark-submit provides Hadoop's settings and the jars.
 */
abstract class LedgerAction implements Callable<Integer> {
  /** Options whose names differ from those of their params. */
  private static final Map<String, String> NAMES =
      Map.of(
          "ledgerKeyFile", "--ledger-key",
          "ledgerAtLeast", "--contains",
          "ledgerScope", "--scope",
          "releaseName", "--name");

  @Spec private CommandSpec spec;

  @Option(
      names = "--ledger",
      required = true,
      paramLabel = "URI",
      description = {
        "URI of the ledger: file:/dir, hdfs://host/dir, s3a://bucket/dir or "
            + "jdbc:...#NAME, without user and password."
      })
  private String ledger;

  @Option(
      names = "--ledger-key",
      paramLabel = "FILE",
      description = {
        "File with the secret key of the ledger, at least 32 bytes: without it, no "
            + "accepted entry can be written. It must always be the same."
      })
  private String keyFile;

  /** Runs the command on a store, which the caller closes. */
  abstract void run(LedgerStore store, EntryAuthenticator seal);

  /** Checks the options before anything is opened. */
  void checkOptions() {}

  /** True if settings or jars of spark-submit are needed. */
  public final boolean needsSubmit() {
    return inTerms(
        () -> {
          LedgerStores.check(ledger);
          checkOptions();
          return LedgerStores.needsHadoop(ledger) || (isDatabase() && !isDatabaseWithinReach());
        });
  }

  private boolean isDatabase() {
    return ledger.regionMatches(true, 0, "jdbc:", 0, "jdbc:".length());
  }

  private boolean isDatabaseWithinReach() {
    return System.getenv(LedgerStores.USER_VARIABLE) != null && JdbcStore.hasDriver(ledger);
  }

  @Override
  public final Integer call() {
    return inTerms(
        () -> {
          checkOptions();
          EntryAuthenticator seal = LedgerStores.seal(Optional.ofNullable(keyFile));
          try (LedgerStore store =
              LedgerStores.open(
                  ledger,
                  Storage::configuration,
                  LedgerStores.credentials(LedgerAction::setting))) {
            run(store, seal);
          }
          writer().flush();
          return 0;
        });
  }

  private static Optional<String> setting(String name) {
    SparkConf settings = new SparkConf();
    return settings.contains(name) ? Optional.of(settings.get(name)) : Optional.empty();
  }

  final PrintWriter writer() {
    return spec.commandLine().getOut();
  }

  final CommandSpec spec() {
    return spec;
  }

  /** Runs an action. Its refusals name options in place of params. */
  private static <T> T inTerms(Callable<T> action) {
    try {
      return action.call();
    } catch (LedgerExistsException refusal) {
      throw new LedgerExistsException(Refusal.literal(describe(refusal)));
    } catch (LedgerRefusedException refusal) {
      throw new LedgerRefusedException(Refusal.literal(describe(refusal)));
    } catch (LedgerUnavailableException failure) {
      throw new LedgerUnavailableException(Refusal.literal(describe(failure)), failure);
    } catch (IllegalArgumentException wrong) {
      throw new WrongInputException(
          wrong instanceof Refusal refusal ? describe(refusal) : wrong.getMessage(), wrong);
    } catch (RuntimeException failure) {
      throw failure;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String describe(Refusal refusal) {
    return refusal.inTerms(param -> NAMES.getOrDefault(param, StageOptions.kebab(param)));
  }
}
