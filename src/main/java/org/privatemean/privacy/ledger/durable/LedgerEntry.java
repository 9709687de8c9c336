package org.privatemean.privacy.ledger.durable;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import java.text.ParseException;
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
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final long VERSION = 1;
  private static final Map<Class<? extends LedgerEvent>, String> KINDS =
      Map.of(
          LedgerEvent.Open.class, "open",
          LedgerEvent.Book.class, "charge",
          LedgerEvent.Draw.class, "draw",
          LedgerEvent.Bind.class, "reader",
          LedgerEvent.Remark.class, "note");

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
    ObjectNode fields =
        JSON.createObjectNode()
            .put("v", VERSION)
            .put("ledger", ledger)
            .put("number", number)
            .put("previous", previous)
            .put("kind", KINDS.get(act.getClass()))
            .put("attempt", attempt);
    if (act instanceof LedgerEvent.Open open) {
      putTerms(fields, open.terms());
    } else if (act instanceof LedgerEvent.Book book) {
      fields.put("name", book.name()).put("request", book.request()).put("scope", book.scope());
      putPrice(fields, book.price());
      if (book.outside()) {
        fields.put("outside", true);
      }
    } else if (act instanceof LedgerEvent.Draw draw) {
      fields.put("charge", draw.charge());
    } else if (act instanceof LedgerEvent.Bind bind) {
      fields.put("column", bind.column()).put("reader", bind.reader());
    } else if (act instanceof LedgerEvent.Remark remark) {
      fields.put("text", remark.text());
    }
    fields.put("spentRho", spent.rho().toString()).put("spentDelta", spent.delta().toString());
    if (act instanceof LedgerEvent.Book book) {
      fields.put("by", book.by());
    }
    return fields.put("written", written).toString();
  }

  private static void putTerms(ObjectNode fields, LedgerTerms terms) {
    putPrice(fields, terms.budget());
    fields
        .put("unit", terms.unit())
        .put("neighbours", terms.neighbours().label())
        .put("parts", terms.parts().map(Parts::text).orElse(""))
        .put("partsPublic", terms.partsPublic());
    if (terms.allowsError()) {
      fields.put("allowError", true);
    }
    fields.put("population", terms.population());
  }

  private static void putPrice(ObjectNode fields, Price price) {
    fields.put("rho", price.rho().toString()).put("delta", price.delta().toString());
  }

  /** Reads a result of {@link #line}, spelled as it is; empty if a later version has written it. */
  static Optional<LedgerEntry> read(String line) throws ParseException {
    JsonNode fields = readJson(line);
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
      throw malformed("a field out of its range");
    }
    if (!entry.line().equals(line)) {
      throw malformed("other fields than those of its kind");
    }
    return Optional.of(entry);
  }

  /** Reads a text that is one JSON object. */
  static ObjectNode readJson(String text) throws ParseException {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.readValueAsTree() instanceof ObjectNode object && parser.nextToken() == null) {
        return object;
      }
    } catch (IOException unreadable) {
      throw malformed("no JSON");
    }
    throw malformed("no JSON object");
  }

  /** True if a text is one JSON value. Builds nothing, since a result may be large. */
  static boolean isJson(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      return parser.nextToken() != null && parser.skipChildren().nextToken() == null;
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static LedgerEvent act(JsonNode fields) throws ParseException {
    return switch (text(fields, "kind")) {
      case "open" -> new LedgerEvent.Open(terms(fields));
      case "charge" ->
          new LedgerEvent.Book(
              text(fields, "name"),
              text(fields, "request"),
              text(fields, "scope"),
              price(fields, "rho", "delta"),
              fields.path("outside").booleanValue(),
              text(fields, "by"));
      case "draw" -> new LedgerEvent.Draw(number(fields, "charge"));
      case "reader" -> new LedgerEvent.Bind(text(fields, "column"), text(fields, "reader"));
      default -> new LedgerEvent.Remark(text(fields, "text"));
    };
  }

  private static LedgerTerms terms(JsonNode fields) throws ParseException {
    return new LedgerTerms(
        price(fields, "rho", "delta"),
        LedgerTerms.personOf(text(fields, "unit")),
        Neighbours.of(text(fields, "neighbours")),
        Parts.parse(text(fields, "parts")),
        fields.path("partsPublic").booleanValue(),
        fields.path("allowError").booleanValue(),
        text(fields, "population"));
  }

  private static Price price(JsonNode fields, String rho, String delta) throws ParseException {
    return new Price(new BigInteger(text(fields, rho)), new BigInteger(text(fields, delta)));
  }

  private static String text(JsonNode fields, String name) throws ParseException {
    if (fields.path(name).isTextual()) {
      return fields.get(name).textValue();
    }
    throw malformed("no text " + name);
  }

  private static long number(JsonNode fields, String name) throws ParseException {
    JsonNode field = fields.path(name);
    if (field.isIntegralNumber() && field.canConvertToLong()) {
      return field.longValue();
    }
    throw malformed("no number " + name);
  }

  private static ParseException malformed(String how) {
    return new ParseException(how, 0);
  }
}
