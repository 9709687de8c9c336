package org.privatemean.privacy.ledger.durable;

import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.privatemean.privacy.ledger.durable.LedgerEntry.LedgerEvent;

/**
 * The whole state of a ledger: the fold over its entries, each checked when it is read.
 *
 * <p><b>What is spent</b> is the price of the whole and that of its parts: their largest or their
 * sum. <b>Why the largest may do.</b> Where a unit lies in one part A and stays there, releases of
 * other parts have the same law on neighbours, so only the prices of the whole and of A enter the
 * proof. Where a person may lie in several parts, their prices are added. Not thread-safe.
 */
final class LedgerState {
  private static final int ID_LENGTH = 32;

  final String place;
  private final EntryAuthenticator seal;
  private final List<LedgerEntry> entries = new ArrayList<>();
  private final List<String> hashes = new ArrayList<>();
  private final Map<String, List<Long>> charges = new HashMap<>();
  private final Set<Long> drawn = new HashSet<>();
  private final Map<String, Price> parts = new HashMap<>();
  private Price own = Price.NONE;
  private Price ofParts = Price.NONE;
  private LedgerTerms terms;
  private final Map<String, String> readers = new HashMap<>();

  LedgerState(String place, EntryAuthenticator seal) {
    this.place = place;
    this.seal = seal;
  }

  int size() {
    return entries.size();
  }

  String id() {
    return entries.get(0).ledger();
  }

  LedgerTerms terms() {
    return terms;
  }

  /** Returns the digest of the required reader of each bound column. */
  Map<String, String> readers() {
    return readers;
  }

  /** Returns the spending of the whole and its parts. */
  Price spent() {
    return own.plus(ofParts);
  }

  Price room(String scope) {
    Price other = terms.partsCostTheirLargest() && !isWhole(scope) ? part(scope) : ofParts;
    return terms.budget().minus(own.plus(other));
  }

  private Price part(String scope) {
    return parts.getOrDefault(scope, Price.NONE);
  }

  private static boolean isWhole(String scope) {
    return scope.equals(LedgerTerms.WHOLE);
  }

  LedgerEntry entry(long number) {
    return entries.get((int) number);
  }

  String hash(long number) {
    return hashes.get((int) number);
  }

  /** Returns SHA-256 of all bytes of the last entry; empty if there is none. */
  String lastHash() {
    return hashes.isEmpty() ? "" : hashes.get(hashes.size() - 1);
  }

  String head() {
    return size() - 1 + ":" + lastHash();
  }

  List<LedgerEntry> entries() {
    return entries;
  }

  /** Returns the charges of a name, in the order of their numbers. */
  List<Long> charges(String name) {
    return charges.getOrDefault(name, List.of());
  }

  /** True if noise may have been drawn on a charge. */
  boolean isDrawn(long charge) {
    return drawn.contains(charge);
  }

  Price spentAfter(LedgerEvent act) {
    if (!(act instanceof LedgerEvent.Book book)) {
      return spent();
    }
    return isWhole(book.scope()) ? spent().plus(book.price()) : own.plus(ofPartsAfter(book));
  }

  private Price ofPartsAfter(LedgerEvent.Book book) {
    return terms.partsCostTheirLargest()
        ? ofParts.max(part(book.scope()).plus(book.price()))
        : ofParts.plus(book.price());
  }

  /** Adds the next entry from its stored bytes; fails if no writer can have put it there. */
  void take(byte[] bytes) {
    LedgerEntry entry = read(bytes);
    checkPlace(entry);
    apply(entry.act());
    if (!entry.spent().equals(spent())) {
      throw damage("holds a wrong total");
    }
    entries.add(entry);
    hashes.add(EntryAuthenticator.sha256(bytes));
  }

  private LedgerEntry read(byte[] bytes) {
    String line = seal.open(bytes).orElseThrow(() -> damage(seal.complaint(bytes)));
    try {
      return LedgerEntry.read(line)
          .orElseThrow(
              () ->
                  new LedgerUnavailableException(
                      String.format(
                          "ledger %s: entry %d was written by a newer version of this library; use"
                              + " that version",
                          place, size())));
    } catch (ParseException malformed) {
      throw damage("cannot be read (" + malformed.getMessage() + ")");
    }
  }

  private void checkPlace(LedgerEntry entry) {
    if (entry.number() != size()) {
      throw damage("bears the number " + entry.number());
    }
    if (!entry.previous().equals(lastHash())) {
      throw damage("does not follow the entry before it");
    }
    if (size() == 0 ? entry.ledger().length() != ID_LENGTH : !entry.ledger().equals(id())) {
      throw damage("is another ledger's");
    }
    if (size() == 0 != entry.act() instanceof LedgerEvent.Open) {
      throw damage("opens a ledger elsewhere than at its beginning, or fails to");
    }
  }

  private void apply(LedgerEvent act) {
    if (act instanceof LedgerEvent.Open open) {
      terms = open.terms();
    } else if (act instanceof LedgerEvent.Book book) {
      book(book);
    } else if (act instanceof LedgerEvent.Draw draw) {
      draw(draw.charge());
    } else if (act instanceof LedgerEvent.Bind bind
        && readers.put(bind.column(), bind.reader()) != null) {
      throw damage("binds a second reader");
    }
  }

  private void book(LedgerEvent.Book book) {
    if (!terms.holds(book.scope())) {
      throw damage("charges a part that the ledger does not have");
    }
    if (!book.price().fitsInto(room(book.scope()))) {
      throw damage("charges more than remained");
    }
    if (isWhole(book.scope())) {
      own = own.plus(book.price());
    } else {
      ofParts = ofPartsAfter(book);
      parts.merge(book.scope(), book.price(), Price::plus);
    }
    if (!book.name().isEmpty()) {
      charges.computeIfAbsent(book.name(), name -> new ArrayList<>()).add((long) size());
    }
  }

  private void draw(long charge) {
    if (!isReceipt(charge) || !drawn.add(charge)) {
      throw damage("draws on entry " + charge + ", which is not an unused charge");
    }
  }

  /** True if an entry is a charge of a release that the ledger's own fits make. */
  boolean isReceipt(long number) {
    return number >= 0
        && number < size()
        && entry(number).act() instanceof LedgerEvent.Book book
        && !book.outside();
  }

  private LedgerUnavailableException damage(String how) {
    return new LedgerUnavailableException(
        String.format(
            "ledger %s cannot be used: entry %d %s. A ledger must not be changed by hand: find out "
                + "what changed it, and open a new ledger with the budget that is known to remain",
            place, size(), how));
  }
}
