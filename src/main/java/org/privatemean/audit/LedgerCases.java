package org.privatemean.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.privatemean.audit.AuditCase.Finding;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.privacy.ledger.durable.ChargeRequest.PayAgain;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.DurableLedger.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.EntryAuthenticator;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.privacy.ledger.durable.LedgerUnavailableException;
import org.privatemean.privacy.ledger.durable.Price;

/**
 * Runs of fits under one ledger that die at any access to its store, or are overtaken there by
 * others. Of all noise that was drawn, a charge paid for one draw, the prices are within the budget
 * for every neighbour, and a name has one result unless it was paid for again.
 */
final class LedgerCases {
  private static final int WORLDS = 100;
  private static final int RUNS = 24;
  private static final int NAMES = 8;

  /** Most runs access the store fewer times. */
  private static final int ACCESSES = 16;

  private static final double RHO = 0.25;
  private static final int PRICES_IN_BUDGET = 4;
  private static final List<String> SCOPES = List.of(LedgerTerms.WHOLE, "/part=a", "/part=b");

  private final AuditedBuild build;
  private final LedgerTerms terms;
  private final SplittableRandom random;
  private final MemoryStore store = new MemoryStore();
  private final List<ChargeRequest> draws = new ArrayList<>();
  private final Set<Long> charges = new HashSet<>();
  private final Map<String, Set<String>> results = new TreeMap<>();
  private int runs;

  private LedgerCases(AuditedBuild build, LedgerTerms terms, long seed) {
    this.build = build;
    this.terms = terms;
    this.random = new SplittableRandom(seed);
  }

  static List<AuditCase> create(AuditedBuild build) {
    Optional<Parts> parts = Optional.of(new Parts.ValueParts("part", List.of("a", "b")));
    List<AuditCase> cases = new ArrayList<>();
    for (int k = 0; k < WORLDS; k++) {
      cases.add(world(build, Neighbours.ADD_REMOVE, Optional.empty(), parts, k));
      cases.add(world(build, Neighbours.REPLACE, Optional.empty(), parts, k));
      cases.add(world(build, Neighbours.ADD_REMOVE, Optional.of("person"), parts, k));
    }
    return cases;
  }

  private static AuditCase world(
      AuditedBuild build,
      Neighbours neighbours,
      Optional<String> person,
      Optional<Parts> parts,
      int k) {
    LedgerTerms terms = terms(neighbours, person, parts);
    return new AuditCase(
        String.format("runs that die or race, %s, unit %s, %d", neighbours, terms.unit(), k),
        1,
        (seed, nanoseconds) -> Finding.create(new LedgerCases(build, terms, seed).faults()));
  }

  private static LedgerTerms terms(
      Neighbours neighbours, Optional<String> person, Optional<Parts> parts) {
    return new LedgerTerms(
        Price.budget(PRICES_IN_BUDGET * RHO, 0),
        person,
        neighbours,
        parts,
        neighbours == Neighbours.REPLACE,
        false,
        "made-up rows");
  }

  private static ChargeRequest ask(String name, String scope, double rho, PayAgain rule) {
    return new ChargeRequest(
        Optional.of(name),
        EntryAuthenticator.sha256(name),
        scope,
        Price.toPay(rho, 0),
        false,
        rule,
        Map.of(),
        "audit");
  }

  /** Makes the one release that a ledger in a store pays for, or is refused. */
  static void release(
      AuditedBuild build, MemoryStore store, Neighbours neighbours, Supplier<String> result) {
    if (store.contents().isEmpty()) {
      LedgerTerms terms = terms(neighbours, Optional.empty(), Optional.empty());
      DurableLedger.init(store, EntryAuthenticator.hash(), terms).close();
    }
    ChargeRequest ask =
        ask(
            "release " + store.contents().size(),
            LedgerTerms.WHOLE,
            PRICES_IN_BUDGET * RHO,
            PayAgain.NEVER);
    try (DurableLedger ledger = DurableLedger.open(store, EntryAuthenticator.hash())) {
      ChargeReceipt receipt = ledger.charge(ask);
      build.draw(ledger, receipt, () -> {});
      if (!ledger.store(receipt, result.get())) {
        throw new IllegalStateException("the store in memory did not take a result");
      }
    }
  }

  private List<String> faults() {
    DurableLedger.init(store, EntryAuthenticator.hash(), build.terms(terms)).close();
    for (int k = 0; k < RUNS; k++) {
      run(true);
    }
    List<String> faults = new ArrayList<>();
    if (draws.isEmpty()) {
      faults.add("nothing was released");
    }
    if (charges.size() < draws.size()) {
      faults.add("a charge paid for two draws");
    }
    if (cost() > PRICES_IN_BUDGET) {
      faults.add(String.format("%d draws cost more than the budget", draws.size()));
    }
    results.forEach(
        (name, found) -> {
          if (found.size() > 1 + paidAgain(name)) {
            faults.add("more results of one name than were paid for");
          }
        });
    return faults;
  }

  private long paidAgain(String name) {
    return draws.stream()
        .filter(draw -> draw.name().equals(Optional.of(name)) && draw.payAgain() == PayAgain.ALWAYS)
        .count();
  }

  /** Returns the number of prices that the draws cost the worst neighbour, by the terms. */
  private long cost() {
    long whole = count(LedgerTerms.WHOLE::equals);
    // A person has rows in all parts.
    return terms.personCol().isPresent()
        ? draws.size()
        : whole + Math.max(count(SCOPES.get(1)::equals), count(SCOPES.get(2)::equals));
  }

  private long count(Predicate<String> scope) {
    return draws.stream().map(ChargeRequest::scope).filter(scope).count();
  }

  /** Runs a fit of a random name, which may die or, if it may be overtaken, meet another. */
  private void run(boolean mayBeOvertaken) {
    int number = runs++;
    int index = random.nextInt(NAMES);
    String name = "release " + index;
    String scope = SCOPES.get(index % SCOPES.size());
    PayAgain rule = random.nextInt(5) == 0 ? PayAgain.ALWAYS : PayAgain.NEVER;
    ChargeRequest ask = ask(name, scope, RHO, rule);
    Runnable others = store.access;
    store.access = event(mayBeOvertaken && random.nextBoolean() ? () -> run(false) : this::die);
    try (DurableLedger ledger = DurableLedger.open(build.store(store), EntryAuthenticator.hash())) {
      Optional<String> stored = ledger.find(ask).map(DurableLedger.StoredResult::body);
      String result = stored.isPresent() ? stored.get() : release(ledger, ask, number);
      results.computeIfAbsent(name, unused -> new HashSet<>()).add(result);
    } catch (LedgerRefusedException | ConcurrentReleaseException | Death unreleased) {
      // Nothing of this run is visible outside.
    } catch (LedgerUnavailableException unreachable) {
      if (!(unreachable.getCause() instanceof Death)) {
        throw unreachable;
      }
    } finally {
      store.access = others;
    }
  }

  /** Returns what happens at the accesses of a run: in three of four, an event at one of them. */
  private Runnable event(Runnable event) {
    int[] left = {random.nextInt(ACCESSES + ACCESSES / 3)};
    return () -> {
      if (left[0]-- == 0) {
        event.run();
      }
    };
  }

  private String release(DurableLedger ledger, ChargeRequest ask, int number) {
    ChargeReceipt receipt = ledger.charge(ask);
    build.draw(
        ledger,
        receipt,
        () -> {
          draws.add(ask);
          charges.add(receipt.number());
        });
    String result = String.format("{\"run\":%d}", number);
    boolean unused = ledger.store(receipt, result);
    return result;
  }

  private void die() {
    throw new Death();
  }

  /** The end of a process, at an access to its store. */
  private static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** A store in memory that reports each access; a put before and after it. */
  static final class MemoryStore implements LedgerStore {
    private final Map<String, byte[]> values = new ConcurrentSkipListMap<>();
    private Runnable access = () -> {};

    Map<String, byte[]> contents() {
      return Map.copyOf(values);
    }

    @Override
    public boolean putIfAbsent(Area area, long number, byte[] bytes) {
      see(area);
      boolean won = values.putIfAbsent(area.file(number), bytes) == null;
      see(area);
      return won;
    }

    @Override
    public Optional<byte[]> get(Area area, long number) {
      see(area);
      return Optional.ofNullable(values.get(area.file(number)));
    }

    /** Heartbeats come from another thread. */
    private void see(Area area) {
      if (area != Area.BEATS) {
        access.run();
      }
    }

    @Override
    public List<Long> numbers(Area area) {
      String folder = area.folder() + "/";
      return Area.numbers(
          values.keySet().stream()
              .filter(file -> file.startsWith(folder))
              .map(file -> file.substring(folder.length()))
              .toList());
    }

    @Override
    public boolean removeBeat(long number) {
      values.remove(Area.BEATS.file(number));
      return true;
    }

    @Override
    public void check() {}

    @Override
    public String name() {
      return "memory";
    }
  }
}
