package org.privatemean.sql;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.privatemean.spark.PrivateMean;

record CatalogOptions(
    String catalog, Optional<String> ledger, Optional<String> ledgerKeyFile, boolean allowsSeed) {
  private static final String LEDGER = "ledger";
  private static final String LEDGER_KEY_FILE = "ledger-key-file";
  private static final String ALLOW_SEED = "allow-seed";

  /** Parses the options; an unknown one is refused: a misspelt ledger must not mean no ledger. */
  static CatalogOptions parse(String catalog, CaseInsensitiveStringMap options) {
    Set<String> known = new TreeSet<>(Set.of(LEDGER, LEDGER_KEY_FILE, ALLOW_SEED));
    for (String given : options.keySet()) {
      if (!known.contains(given.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            String.format(
                "%s is not an option of catalog %s: it takes %s",
                setting(catalog, given), catalog, String.join(", ", known)));
      }
    }
    return new CatalogOptions(
        catalog,
        Optional.ofNullable(options.get(LEDGER)),
        Optional.ofNullable(options.get(LEDGER_KEY_FILE)),
        isTrue(catalog, Optional.ofNullable(options.get(ALLOW_SEED)).orElse("false")));
  }

  private static boolean isTrue(String catalog, String word) {
    return switch (word.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              String.format(
                  "%s must be true or false. Provided value: %s",
                  setting(catalog, ALLOW_SEED), word));
    };
  }

  private static String setting(String catalog, String option) {
    return "spark.sql.catalog." + catalog + "." + option;
  }

  String ledgerSetting() {
    return setting(catalog, LEDGER);
  }

  String seedSetting() {
    return setting(catalog, ALLOW_SEED);
  }

  void applyTo(PrivateMean stage) {
    ledger.ifPresent(stage::setLedger);
    ledgerKeyFile.ifPresent(stage::setLedgerKeyFile);
  }
}
