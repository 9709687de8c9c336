package org.privatemean.privacy.ledger.durable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the world has seen of the fits of a folder, held against what their ledger promises. */
final class World {
  private final List<String> broken = new ArrayList<>();
  private final Map<Long, Integer> noise = new HashMap<>();
  private final Map<Long, Set<String>> valuesOfCharges = new HashMap<>();
  private final Map<String, Set<String>> valuesOfNames = new HashMap<>();
  private final Map<Long, LedgerView.ChargeLine> charges = new HashMap<>();
  private final Map<String, Integer> timesPaid = new HashMap<>();
  private int reads;

  private World() {}

  /** What the world has seen; {@link #broken} says what should not have been. */
  static World of(Path folder) throws IOException {
    World world = new World();
    for (String line : Files.readAllLines(FitWorker.worldIn(folder))) {
      world.saw(line.split(" "));
    }
    try (FileStore store = FileStore.open(FitWorker.ledgerIn(folder));
        DurableLedger ledger = DurableLedger.open(store, EntryAuthenticator.hash())) {
      ledger.checkResults();
      world.check(ledger.view(), store);
    } catch (LedgerUnavailableException damaged) {
      world.broken.add(damaged.getMessage());
    }
    return world;
  }

  private void saw(String[] event) {
    long charge = Long.parseLong(event[2]);
    switch (event[0]) {
      case "read" -> reads++;
      case "noise" -> noise.merge(charge, 1, Integer::sum);
      default -> {
        valuesOfCharges.computeIfAbsent(charge, number -> new HashSet<>()).add(event[3]);
        valuesOfNames.computeIfAbsent(event[1], name -> new HashSet<>()).add(event[3]);
      }
    }
  }

  private void check(LedgerView view, LedgerStore store) {
    view.charges().forEach(line -> charges.put(line.number(), line));
    view.charges().forEach(line -> timesPaid.merge(line.name().orElse(""), 1, Integer::sum));
    Price sum =
        view.charges().stream().map(LedgerView.ChargeLine::price).reduce(Price.NONE, Price::plus);
    expect(sum.equals(view.spent()), "the total is wrong");
    expect(sum.fitsInto(view.terms().budget()), "overspent");
    noise.forEach(this::checkNoise);
    valuesOfCharges.forEach((charge, values) -> checkValues(charge, values, store));
    valuesOfNames.forEach(
        (name, values) ->
            expect(values.size() <= timesPaid.get(name), name + " has values it never paid for"));
  }

  private void checkNoise(long charge, int times) {
    expect(times == 1, "noise was drawn " + times + " times on charge " + charge);
    LedgerView.ChargeLine line = charges.get(charge);
    boolean drawn =
        line != null
            && (line.state() == LedgerView.State.DRAWN || line.state() == LedgerView.State.STORED);
    expect(drawn, "noise without a draw on charge " + charge);
  }

  private void checkValues(long charge, Set<String> values, LedgerStore store) {
    expect(values.size() == 1, "charge " + charge + " has released " + values.size() + " values");
    expect(noise.containsKey(charge), "charge " + charge + " was released without noise");
    String stored =
        store
            .get(LedgerStore.Area.RESULTS, charge)
            .flatMap(EntryAuthenticator.hash()::open)
            .orElse("");
    expect(
        values.stream().allMatch(value -> stored.endsWith(value + "}")),
        "charge " + charge + " has released what is not stored");
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) {
      broken.add(otherwise);
    }
  }

  /** The promises that were broken. */
  List<String> broken() {
    return broken;
  }

  /** Number of fits that read rows. */
  int reads() {
    return reads;
  }

  /** Number of charges. */
  int charges() {
    return charges.size();
  }

  /** Number of charges with a value that was released. */
  int released() {
    return valuesOfCharges.size();
  }
}
