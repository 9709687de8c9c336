package org.privatemean.privacy.ledger.durable;

import java.math.BigInteger;
import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;

/**
 * An entry of the log.
 *
 * @param ledger identity of the ledger, 32 hex digits
 * @param number from 0
 * @param previous SHA-256 of all bytes of the previous entry, in hex; empty for entry 0
 * @param attempt 32 random hex digits, by which a writer recognises its own entry
 * @param act the recorded event
 * @param spent total of the whole after it
 * @param written time, for people: clocks are not compared
 */
record LedgerEntry(
    String ledger,
    long number,
    String previous,
    String attempt,
    LedgerEvent act,
    Price spent,
    String written) {
  private static final long VERSION = 1;
  private static final Map<Class<? extends LedgerEvent>, String> KINDS =
      Map.of(
          LedgerEvent.Open.class, "open",
          LedgerEvent.Book.class, "charge",
          LedgerEvent.Draw.class, "draw",
          LedgerEvent.Bind.class, "reader",
          LedgerEvent.Remark.class, "note");

  /** Events that entries record. */
  sealed interface LedgerEvent {
    record Open(LedgerTerms terms) implements LedgerEvent {}

    /** Charges a price, also for a release that was made outside; the name is empty for none. */
    record Book(String name, String request, String scope, Price price, boolean outside, String by)
        implements LedgerEvent {}

    record Draw(long charge) implements LedgerEvent {}

    /** Binds the reader of a column that distinguishes parts or persons, by a digest. */
    record Bind(String column, String reader) implements LedgerEvent {}

    record Remark(String text) implements LedgerEvent {}
  }

  String line() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("v", VERSION);
    fields.put("ledger", ledger);
    fields.put("number", number);
    fields.put("previous", previous);
    fields.put("kind", KINDS.get(act.getClass()));
    fields.put("attempt", attempt);
    if (act instanceof LedgerEvent.Open open) {
      putTerms(fields, open.terms());
    } else if (act instanceof LedgerEvent.Book book) {
      putBooking(fields, book);
    } else if (act instanceof LedgerEvent.Draw draw) {
      fields.put("charge", draw.charge());
    } else if (act instanceof LedgerEvent.Bind bind) {
      fields.put("column", bind.column());
      fields.put("reader", bind.reader());
    } else if (act instanceof LedgerEvent.Remark remark) {
      fields.put("text", remark.text());
    }
    fields.put("spentRho", spent.rho().toString());
    fields.put("spentDelta", spent.delta().toString());
    if (act instanceof LedgerEvent.Book book) {
      fields.put("by", book.by());
    }
    fields.put("written", written);
    return FlatJson.write(fields);
  }

  private static void putTerms(Map<String, Object> fields, LedgerTerms terms) {
    putPrice(fields, terms.budget());
    fields.put("unit", terms.unit());
    fields.put("neighbours", terms.neighbours().label());
    fields.put("parts", terms.parts().text());
    fields.put("partsPublic", terms.partsPublic());
    if (terms.allowsError()) {
      fields.put("allowError", true);
    }
    fields.put("population", terms.population());
  }

  private static void putBooking(Map<String, Object> fields, LedgerEvent.Book book) {
    fields.put("name", book.name());
    fields.put("request", book.request());
    fields.put("scope", book.scope());
    putPrice(fields, book.price());
    if (book.outside()) {
      fields.put("outside", true);
    }
  }

  private static void putPrice(Map<String, Object> fields, Price price) {
    fields.put("rho", price.rho().toString());
    fields.put("delta", price.delta().toString());
  }

  /** Reads a result of {@link #line}, spelled as it is; empty if a later version has written it. */
  static Optional<LedgerEntry> read(String line) throws ParseException {
    Map<String, Object> fields = FlatJson.read(line);
    if (number(fields, "v") != VERSION || !KINDS.containsValue(text(fields, "kind"))) {
      return Optional.empty();
    }
    LedgerEntry entry;
    try {
      entry =
          new LedgerEntry(
              text(fields, "ledger"),
              number(fields, "number"),
              text(fields, "previous"),
              text(fields, "attempt"),
              act(fields),
              price(fields, "spentRho", "spentDelta"),
              text(fields, "written"));
    } catch (IllegalArgumentException outOfRange) {
      throw FlatJson.malformed("a field out of its range");
    }
    if (!entry.line().equals(line)) {
      throw FlatJson.malformed("other fields than those of its kind");
    }
    return Optional.of(entry);
  }

  private static LedgerEvent act(Map<String, Object> fields) throws ParseException {
    return switch (text(fields, "kind")) {
      case "open" -> new LedgerEvent.Open(terms(fields));
      case "charge" ->
          new LedgerEvent.Book(
              text(fields, "name"),
              text(fields, "request"),
              text(fields, "scope"),
              price(fields, "rho", "delta"),
              Boolean.TRUE.equals(fields.get("outside")),
              text(fields, "by"));
      case "draw" -> new LedgerEvent.Draw(number(fields, "charge"));
      case "reader" -> new LedgerEvent.Bind(text(fields, "column"), text(fields, "reader"));
      default -> new LedgerEvent.Remark(text(fields, "text"));
    };
  }

  private static LedgerTerms terms(Map<String, Object> fields) throws ParseException {
    return new LedgerTerms(
        price(fields, "rho", "delta"),
        LedgerTerms.personOf(text(fields, "unit")),
        Neighbours.of(text(fields, "neighbours")),
        Parts.parse(text(fields, "parts")),
        Boolean.TRUE.equals(fields.get("partsPublic")),
        Boolean.TRUE.equals(fields.get("allowError")),
        text(fields, "population"));
  }

  private static Price price(Map<String, Object> fields, String rho, String delta)
      throws ParseException {
    return new Price(new BigInteger(text(fields, rho)), new BigInteger(text(fields, delta)));
  }

  private static String text(Map<String, Object> fields, String name) throws ParseException {
    if (fields.get(name) instanceof String text) {
      return text;
    }
    throw FlatJson.malformed("no text " + name);
  }

  private static long number(Map<String, Object> fields, String name) throws ParseException {
    if (fields.get(name) instanceof Long number) {
      return number;
    }
    throw FlatJson.malformed("no number " + name);
  }
}
