package org.privatemean.privacy.ledger.durable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.DurableLedger.ConcurrentReleaseException;
import org.privatemean.privacy.ledger.durable.DurableLedger.StoredResult;

/**
 * A process that fits as a job does, seen from the ledger: it opens, finds, charges, draws and
 * stores, and may die at any step. What it does is remembered in the world's log, beside the
 * ledger.
 *
 * <p>With arguments it fits once; else it reads an order from each line: it opens the ledger at
 * once, answers {@code ready}, and fits when the next line comes.
 */
final class FitWorker {
  /** Room for what a budget holds in tests: a fit costs 1. */
  static final double PRICE = 1;

  private static final Pattern BLANK = Pattern.compile(" ");

  /** What to do. */
  record Order(Path folder, String name, Mutant mutant, int haltAt, boolean payAgain) {
    String line() {
      return String.join(
          " ",
          folder.toString(),
          name,
          mutant.name(),
          Integer.toString(haltAt),
          Boolean.toString(payAgain));
    }

    static Order of(String[] words) {
      return new Order(
          Path.of(words[0]),
          words[1],
          Mutant.valueOf(words[2]),
          Integer.parseInt(words[3]),
          Boolean.parseBoolean(words[4]));
    }
  }

  /** A mistake in the ledger, to see that it is caught. */
  enum Mutant {
    NONE,
    CREATE_THEN_WRITE,
    LOOK_THEN_RENAME,
    NO_DRAW,
    BUDGET_CHECKED_ONCE
  }

  private final Order order;
  private final DurableLedger ledger;
  private int steps;
  private boolean armed;

  private FitWorker(Order order) {
    this.order = order;
    this.armed = order.haltAt() > 0;
    this.ledger = open();
    this.armed = order.haltAt() != 0;
  }

  /** Dies at the step of the order: from the first on, or if negative from the first after open. */
  private void step() {
    if (armed && ++steps == Math.abs(order.haltAt())) {
      Runtime.getRuntime().halt(137);
    }
  }

  private DurableLedger open() {
    Path folder = ledgerIn(order.folder());
    LedgerStore store =
        switch (order.mutant()) {
          case CREATE_THEN_WRITE -> TestDisks.creating(folder, this::step);
          case LOOK_THEN_RENAME -> TestDisks.renaming(folder, this::step);
          case NO_DRAW -> new DrawlessStore(TestDisks.stepping(folder, this::step));
          default -> TestDisks.stepping(folder, this::step);
        };
    return DurableLedger.open(
        order.mutant() == Mutant.BUDGET_CHECKED_ONCE
            ? new OnceMadeLog(store, EntryAuthenticator.hash())
            : new Log(store, EntryAuthenticator.hash(), Log.Surroundings.real()));
  }

  static Path ledgerIn(Path folder) {
    return folder.resolve("ledger");
  }

  static Path worldIn(Path folder) {
    return folder.resolve("world.log");
  }

  /** Makes the ledger of a folder, with room for some fits. */
  static void init(Path folder, int fits) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(worldIn(folder), "");
    DurableLedger.init(
            FileStore.open(ledgerIn(folder)),
            EntryAuthenticator.hash(),
            Fixtures.terms(PRICE * fits))
        .close();
  }

  /** Fits once in this process: how it ended. */
  static String fit(Order order) throws IOException {
    try {
      return new FitWorker(order).fit();
    } catch (LedgerUnavailableException damaged) {
      return "unavailable: " + damaged.getMessage();
    }
  }

  private String fit() throws IOException {
    ChargeRequest ask = Fixtures.ask(order.name(), PRICE);
    ChargeRequest requested = order.payAgain() ? Fixtures.payingAgain(ask) : ask;
    try {
      while (true) {
        Optional<StoredResult> stored = ledger.find(requested);
        if (stored.isPresent()) {
          return released(stored.get().receipt(), stored.get().body());
        }
        Optional<ChargeReceipt> drawn = chargeAndDraw(requested);
        if (drawn.isPresent()) {
          return release(drawn.get());
        }
      }
    } catch (LedgerRefusedException refused) {
      return refused.getMessage().contains("remains") ? "refused: budget" : "refused: drawn";
    } catch (LedgerUnavailableException damaged) {
      return "unavailable: " + damaged.getMessage();
    }
  }

  private Optional<ChargeReceipt> chargeAndDraw(ChargeRequest ask) throws IOException {
    try {
      ChargeReceipt receipt = ledger.charge(ask);
      remember("read", receipt.number(), "-");
      ledger.draw(receipt);
      return Optional.of(receipt);
    } catch (ConcurrentReleaseException twin) {
      return Optional.empty();
    }
  }

  private String release(ChargeReceipt receipt) throws IOException {
    step();
    remember("noise", receipt.number(), "-");
    String value = "\"" + UUID.randomUUID() + "\"";
    step();
    if (!ledger.store(receipt, value)) {
      return "not stored";
    }
    step();
    return released(receipt, value);
  }

  private String released(ChargeReceipt receipt, String value) throws IOException {
    remember("release", receipt.number(), value);
    step();
    if (order.haltAt() < 0) {
      Runtime.getRuntime().halt(137);
    }
    return "released";
  }

  private void remember(String event, long charge, String value) throws IOException {
    String line = String.format("%s %s %d %s%n", event, order.name(), charge, value);
    Files.writeString(worldIn(order.folder()), line, StandardOpenOption.APPEND);
  }

  /** A mistake: draws are not put. */
  private static final class DrawlessStore extends ForwardingStore {
    DrawlessStore(LedgerStore store) {
      super(store);
    }

    @Override
    public boolean putIfAbsent(Area area, long number, byte[] bytes) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      return text.contains("\"kind\":\"draw\"") || super.putIfAbsent(area, number, bytes);
    }
  }

  /** Fits. */
  public static void main(String[] args) throws IOException {
    if (args.length > 0) {
      answer(fit(Order.of(args)));
      return;
    }
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String line = orders.readLine();
      while (line != null) {
        serve(Order.of(BLANK.split(line)), orders);
        line = orders.readLine();
      }
    }
  }

  private static void serve(Order order, BufferedReader orders) throws IOException {
    Optional<FitWorker> opened = Optional.empty();
    String failure = "";
    try {
      opened = Optional.of(new FitWorker(order));
    } catch (LedgerUnavailableException damaged) {
      failure = "unavailable: " + damaged.getMessage();
    }
    answer("ready");
    orders.readLine();
    answer(opened.isPresent() ? opened.get().fit() : failure);
  }

  @SuppressWarnings("SystemOut") // Read by the test that has started this process.
  private static void answer(String text) {
    System.out.println(text);
    System.out.flush();
  }
}
