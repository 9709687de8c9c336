package org.privatemean.privacy.ledger.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.privatemean.privacy.ledger.durable.Fixtures.ask;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerTerms.Parts;
import org.privatemean.refusal.ParamException;

@Promise("parts cost their largest only where a unit lies in one part and stays there")
final class ScopesTest {
  private static LedgerTerms terms(
      Optional<String> person, Neighbours neighbours, String parts, boolean partsPublic) {
    return new LedgerTerms(
        Price.budget(1, 0), person, neighbours, Parts.parse(parts), partsPublic, false, "all");
  }

  private static DurableLedger ledger(LedgerTerms terms) {
    return DurableLedger.init(new InMemoryStore(), EntryAuthenticator.hash(), terms);
  }

  private static ChargeRequest part(String name, String scope, double rho) {
    return ask(name, "r", scope, rho);
  }

  @ParameterizedTest
  @CsvSource({
    "row, addRemove, region=EU, false, true",
    "row, addRemove, hash(id):2, false, true",
    "row, replace, region=EU, true, true",
    "row, replace, hash(id):2, true, true",
    "person:id, addRemove, region=EU, false, false",
    "person:id, replace, region=EU, true, false",
    "person:id, addRemove, hash(id):2, false, true",
    "person:id, replace, hash(id):2, true, true",
    "person:id, addRemove, hash(other):2, false, false",
    "person:id, replace, hash(other):2, true, false",
  })
  void partsCostTheirLargest_onlyForAUnitWithinOnePart(
      String unit, String neighbours, String parts, boolean partsPublic, boolean largest) {
    LedgerTerms terms =
        terms(LedgerTerms.personOf(unit), Neighbours.of(neighbours), parts, partsPublic);
    assertEquals(largest, terms.partsCostTheirLargest());
    assertEquals(unit, terms.unit());
  }

  @ParameterizedTest
  @ValueSource(strings = {"region=EU", "hash(id):2"})
  void terms_partsUnderReplaceNotDeclaredPublic_areRefused(String parts) {
    for (Optional<String> person : List.of(Optional.<String>empty(), Optional.of("id"))) {
      ParamException said =
          assertThrows(ParamException.class, () -> terms(person, Neighbours.REPLACE, parts, false));
      assertEquals("parts", said.param());
    }
  }

  @Test
  void largest_parts_areChargedInParallel() {
    DurableLedger ledger =
        ledger(terms(Optional.empty(), Neighbours.ADD_REMOVE, "region=EU,US,=", false));
    ledger.charge(part("a", "/region=EU", 0.5));
    ledger.charge(part("b", "/region=US", 0.5));
    ledger.charge(part("c", "/region==", 0.75));
    assertEquals(0.75, ledger.view().spent().rhoCeiling());
    ledger.charge(part("d", "/", 0.25));
    assertEquals(Price.NONE, ledger.view().remaining());
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(part("e", "/", 0.125)));
    // What is left beside the largest part is left for the others.
    ledger.charge(part("f", "/region=EU", 0.25));
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(part("g", "/region=EU", 0.125)));
    ledger.charge(part("h", "/region=US", 0.25));
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(part("i", "/region=JP", 0.1)));
    assertEquals(1, ledger.view().spent().rhoCeiling());
  }

  @Test
  void sum_parts_areAdded() {
    DurableLedger ledger =
        ledger(terms(Optional.of("id"), Neighbours.ADD_REMOVE, "region=EU,US", false));
    ledger.charge(part("a", "/region=EU", 0.5));
    ledger.charge(part("b", "/region=US", 0.25));
    assertEquals(0.75, ledger.view().spent().rhoCeiling());
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(part("c", "/region=US", 0.5)));
    ledger.charge(part("d", "/", 0.25));
    assertThrows(LedgerRefusedException.class, () -> ledger.charge(part("e", "/region=EU", 0.01)));
  }

  /** Held against the definition: own + the largest part, or the sum, of what was charged. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void randomCharges_neverPassTheBudgetAndAreGrantedWhereTheyFit(boolean largest) {
    Optional<String> person = largest ? Optional.empty() : Optional.of("id");
    LedgerTerms terms = terms(person, Neighbours.ADD_REMOVE, "hash(key):3", false);
    Random random = new Random(5);
    for (int run = 0; run < 100; run++) {
      DurableLedger ledger = ledger(terms);
      double[] spent = new double[4];
      for (int i = 0; i < 30; i++) {
        int scope = random.nextInt(4);
        double rho = (1 + random.nextInt(16)) / 64.0;
        spent[scope] += rho;
        boolean fits = total(spent, largest) <= 1;
        ChargeRequest ask = part("n" + i, scope == 3 ? "/" : "/hash=" + scope, rho);
        if (fits) {
          ledger.charge(ask);
        } else {
          spent[scope] -= rho;
          assertThrows(LedgerRefusedException.class, () -> ledger.charge(ask));
        }
        assertEquals(total(spent, largest), ledger.view().spent().rhoFloor());
        assertEquals(1 - total(spent, largest), ledger.view().remaining().rhoFloor());
      }
    }
  }

  private static double total(double[] spent, boolean largest) {
    double parts =
        largest ? Math.max(spent[0], Math.max(spent[1], spent[2])) : spent[0] + spent[1] + spent[2];
    return spent[3] + parts;
  }

  @ParameterizedTest
  @ValueSource(strings = {"region=EU,US", "hash(id):16", "a b=x y,z=", "hash=3", ""})
  void parts_text_isReadAsWritten(String text) {
    assertEquals(text, Parts.parse(text).map(Parts::text).orElse(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "region",
        "=EU",
        "region=",
        "region=EU,",
        "region=EU,EU",
        "hash(id):0",
        "hash():2",
        "region=E\nU"
      })
  void parts_ofAnotherForm_areRefused(String text) {
    assertEquals("parts", assertThrows(ParamException.class, () -> Parts.parse(text)).param());
  }

  @Test
  void holds_bucketsBelowTheirNumberOnly() {
    LedgerTerms terms = terms(Optional.empty(), Neighbours.ADD_REMOVE, "hash(id):12", false);
    assertTrue(terms.holds("/"));
    assertTrue(terms.holds("/hash=0"));
    assertTrue(terms.holds("/hash=11"));
    for (String scope : new String[] {"/hash=12", "/hash=01", "/hash=-1", "/hash=", "hash=1", ""}) {
      assertFalse(terms.holds(scope), scope);
    }
  }

  /** By another implementation of HMAC. */
  @Test
  void bucket_ofAValue_isItsKeyedHash() {
    Parts.Hashed parts = new Parts.Hashed("id", 12);
    assertEquals(11, parts.bucket("0123", "ann"));
    assertEquals(10, parts.bucket("0123", "b\u00f6b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"user:id", "person:", "rows", "person: "})
  void unit_ofAnotherForm_isRefused(String unit) {
    assertThrows(
        ParamException.class,
        () -> terms(LedgerTerms.personOf(unit), Neighbours.ADD_REMOVE, "", false));
  }
}
