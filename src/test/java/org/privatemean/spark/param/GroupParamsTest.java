package org.privatemean.spark.param;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.PersonRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/** What params of groups and persons ask for, and what is refused by name before any job. */
final class GroupParamsTest {
  private static PrivateMean plain() {
    return new PrivateMean("mean1").setInputCol("features").setRho(1);
  }

  private static PrivateMean grouped() {
    return plain().setGroupCol("g").setPublicKeys("a", "b");
  }

  private static Arguments refused(String param, String text, Consumer<PrivateMean> change) {
    return Arguments.of(param, text, change);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refused("groupCols", "chosen method is clipped", s -> s.setMethod("clipped")),
        refused("groupCols", "method is shiftedClipped", s -> s.setMethod("shiftedClipped")),
        refused("groupCols", "trustModel is local", s -> s.setTrustModel("local")),
        refused("groupCols", "names no column", s -> s.setGroupCols()),
        refused("groupCols", "names no column", s -> s.setGroupCols("a", "")),
        refused("groupCols", "names column g twice", s -> s.setGroupCols("g", "g")),
        refused("groupCols", "names inputCol", s -> s.setGroupCols("g", "features")),
        refused("scaling", "scaling is auto, but groupCols", s -> s.setScaling("auto")),
        refused("regions", "regions is proved, but groupCols", s -> s.setRegions("proved")),
        refused("sampling", "is always, but groupCols is set", s -> s.setSampling("always")),
        refused("bound", "bound is set, but groupCols is set", s -> s.setBound(1)),
        refused("coordinateBound", "but groupCols is set", s -> s.setCoordinateBound(1)),
        refused("radius", "but groupCols is set", s -> s.setRadius(1)),
        refused("clippingNorm", "but groupCols is set", s -> s.setClippingNorm(1)),
        refused("resolution", "but groupCols is set", s -> s.setResolution(1)),
        refused("idCol", "but groupCols is set", s -> s.setIdCol("id")),
        refused("publicKeys", "a list taken from the rows", s -> s.clear(s.publicKeys())),
        refused("publicKeys", "publicKeys is empty", s -> s.setPublicKeys()),
        refused("publicKeys", "holds a null", s -> s.setPublicKeys("a", null)),
        refused("publicKeys", "values of one column", s -> s.setGroupCols("g", "h")),
        refused("publicKeysTable", "more than one list", s -> s.setPublicKeysTable("t")),
        refused("maxGroups", "the list has 2 keys", s -> s.setMaxGroups(1)),
        refused("keyDelta", "keySelection is public", s -> s.setKeyDelta(1e-6)),
        refused("publicKeys", "keySelection is private", s -> s.setKeySelection("private")),
        refused(
            "publicKeysTable",
            "keySelection is private",
            s -> s.setKeySelection("private").setPublicKeysTable("t").clear(s.publicKeys())),
        refused(
            "keyDelta",
            "keySelection is private, but keyDelta is not set",
            s -> s.setKeySelection("private").clear(s.publicKeys())),
        refused(
            "keyDelta",
            "keyDelta must be below delta",
            s ->
                s.setKeySelection("private")
                    .setEpsilon(1)
                    .setDelta(1e-6)
                    .setKeyDelta(1e-6)
                    .clear(s.publicKeys())
                    .clear(s.rho())),
        refused("maxGroupsPerPerson", "personCol is not set", s -> s.setMaxGroupsPerPerson(2)),
        refused("personWeight", "but personCol is not", s -> s.setPersonWeight("rows")),
        refused("maxRowsPerPerson", "but personCol is not", s -> s.setMaxRowsPerPerson(3)),
        refused(
            "maxRowsPerPerson",
            "personWeight is equal",
            s -> s.setPersonCol("p").setMaxRowsPerPerson(3)),
        refused(
            "maxRowsPerPerson",
            "personWeight is rows, but maxRowsPerPerson is not set",
            s -> s.setPersonCol("p").setPersonWeight("rows")),
        refused("personCol", "name one column", s -> s.setPersonCol("features")),
        refused(
            "handleInvalid",
            "replace makes public",
            s -> s.setHandleInvalid("skip").setNeighbours("replace")),
        refused("rho", "rho must be positive and at most", s -> s.setRho(20_000)));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void request_ofGroups_isRefusedByName(String param, String text, Consumer<PrivateMean> change) {
    PrivateMean stage = grouped();
    change.accept(stage);
    ParamException refusal =
        assertThrows(ParamException.class, () -> FitRequest.create(stage, Optional.empty()));
    assertEquals(param, refusal.param(), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(text), refusal.getMessage());
    assertFalse(refusal.getMessage().contains("{"), refusal.getMessage());
  }

  static Stream<Arguments> refusalsWithoutGroups() {
    return Stream.of(
        refused("publicKeys", "groupCols is not set", s -> s.setPublicKeys("a")),
        refused("publicKeysTable", "groupCols is not set", s -> s.setPublicKeysTable("a")),
        refused("keySelection", "groupCols is not set", s -> s.setKeySelection("private")),
        refused("keyDelta", "groupCols is not set", s -> s.setKeyDelta(0.1)),
        refused("maxGroups", "groupCols is not set", s -> s.setMaxGroups(5)),
        refused(
            "maxGroupsPerPerson",
            "groupCols is not set",
            s -> s.setPersonCol("p").setMaxGroupsPerPerson(2)),
        refused(
            "personCol", "trustModel is local", s -> s.setTrustModel("local").setPersonCol("p")),
        refused(
            "personCol",
            "trustModel is shuffle",
            s -> s.setTrustModel("shuffle").setPersonCol("p").clear(s.rho())),
        refused(
            "personWeight",
            "the chosen method is clipped",
            s -> s.setMethod("clipped").setBound(1).setPersonCol("p").setPersonWeight("rows")),
        refused(
            "maxRowsPerPerson",
            "the chosen method is shiftedClipped",
            s ->
                s.setMethod("shiftedClipped")
                    .setBound(1)
                    .setPersonCol("p")
                    .setMaxRowsPerPerson(2)));
  }

  @ParameterizedTest
  @MethodSource("refusalsWithoutGroups")
  void request_withoutGroups_isRefusedByName(
      String param, String text, Consumer<PrivateMean> change) {
    PrivateMean stage = plain();
    change.accept(stage);
    ParamException refusal =
        assertThrows(ParamException.class, () -> FitRequest.create(stage, Optional.empty()));
    assertEquals(param, refusal.param(), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(text), refusal.getMessage());
  }

  private static FitRequest.Grouped request(PrivateMean stage) {
    return assertInstanceOf(FitRequest.Grouped.class, FitRequest.create(stage));
  }

  @Test
  void neighbours_notSet_areAddRemoveWithGroupsOnly() {
    PrivateMean stage = plain();
    assertEquals("replace", stage.getNeighbours());
    assertFalse(stage.isSet(stage.neighbours()));
    stage.set(stage.groupCols(), new String[] {"g"});
    assertEquals("addRemove", stage.getNeighbours());
    assertEquals(
        "addRemove", stage.copy(org.apache.spark.ml.param.ParamMap.empty()).getNeighbours());
    assertEquals("replace", stage.setNeighbours("replace").getNeighbours());
    stage.clear(stage.neighbours()).clear(stage.groupCols());
    assertEquals("replace", stage.getNeighbours());
  }

  @Test
  void request_ofAList_isRead() {
    FitRequest.Grouped requested =
        request(grouped().setMinNorm(1e-3).setRareUnit(0.5).setRegions("none"));
    assertEquals(
        new KeyRequest.ListedKeys(List.of("g"), List.of("a", "b"), 1_000_000), requested.keys());
    assertEquals(1, requested.spec().rho());
    assertEquals(1e-3, requested.spec().minNorm().orElseThrow());
    assertEquals(0.5, requested.spec().rareUnit());
    assertEquals(Scaling.STANDARD, requested.spec().scaling());
    assertFalse(requested.spec().excess());
    assertFalse(requested.guarantee().unit().isCountPublic());
    assertTrue(requested.persons().isEmpty());
  }

  private static double rareUnit(PrivateMean stage) {
    FitRequest.Central central =
        assertInstanceOf(FitRequest.Central.class, FitRequest.create(stage, Optional.empty()));
    return assertInstanceOf(RecentredSpec.class, central.request()).rareUnit();
  }

  @Test
  void request_rareUnit_isSetOrZeroOrRefused() {
    assertEquals(1, rareUnit(plain()));
    assertEquals(0, rareUnit(plain().setRareUnit(0)));
    assertThrows(IllegalArgumentException.class, () -> plain().setRareUnit(-1));
    assertThrows(IllegalArgumentException.class, () -> plain().setRareUnit(Double.NaN));
    assertThrows(
        IllegalArgumentException.class, () -> plain().setRareUnit(Double.POSITIVE_INFINITY));
  }

  @Test
  void request_ofTableAndFile_areRead() {
    PrivateMean table = plain().setGroupCols("g", "h").setPublicKeysTable("keys");
    assertEquals(
        new KeyRequest.TableKeys(List.of("g", "h"), "keys", 1_000_000), request(table).keys());
    PrivateMean none = plain().setGroupCols("g", "h").setMaxGroups(1);
    KeyRequest.File file =
        new KeyRequest.File(
            List.of("h", "g"), List.of(new KeyRequest.KeyLine(2, List.of("1", "2"))));
    FitRequest.Grouped requested = (FitRequest.Grouped) FitRequest.create(none, Optional.of(file));
    assertEquals(new KeyRequest.FileKeys(List.of("g", "h"), file, 1), requested.keys());
    table.setKeySelection("private").setKeyDelta(1e-6).clear(table.publicKeysTable());
    assertThrows(ParamException.class, () -> FitRequest.create(table, Optional.of(file)));
    assertThrows(ParamException.class, () -> FitRequest.create(grouped(), Optional.of(file)));
  }

  @Test
  void request_ofPrivateKeysWithRho_takesTheirDeltaUnchanged() {
    PrivateMean stage = plain().setGroupCols("g").setKeySelection("private").setKeyDelta(1e-7);
    KeyRequest.PrivateKeys keys = (KeyRequest.PrivateKeys) request(stage).keys();
    assertEquals(1e-7, keys.delta());
    assertEquals(1, request(stage).guarantee().zcdp().rho());
  }

  /** The delta of keys is paid out of the whole, so that both together are what was asked for. */
  @Test
  void request_ofPrivateKeysWithDelta_sharesIt() {
    PrivateMean stage =
        plain().setGroupCols("g").setKeySelection("private").setEpsilon(2).setDelta(1e-6);
    stage.clear(stage.rho());
    FitRequest.Grouped half = request(stage);
    assertEquals(5e-7, ((KeyRequest.PrivateKeys) half.keys()).delta());
    double rho = half.guarantee().zcdp().rho();
    assertEquals(Conversions.gaussianRhoDown(new ApproxDp(2, Math.nextDown(5e-7))).rho(), rho);
    assertTrue(rho < Conversions.gaussianRhoDown(new ApproxDp(2, 1e-6)).rho());
    assertEquals(1e-6, half.guarantee().delta().orElseThrow());
    stage.setKeyDelta(1e-9);
    assertTrue(request(stage).guarantee().zcdp().rho() > rho);
  }

  @Test
  void request_ofPersons_isRead() {
    PrivateMean stage =
        grouped()
            .setPersonCol("p")
            .setPersonWeight("rows")
            .setMaxRowsPerPerson(7)
            .setMaxGroupsPerPerson(3);
    assertEquals(Optional.of(new PersonRequest("p", 7, 3)), request(stage).persons());
    assertEquals(3, request(stage).spec().groupsPerPerson());
    PrivateMean alone = plain().setPersonCol("p");
    assertEquals(Optional.of(new PersonRequest("p", 1, 1)), alone.persons());
    assertInstanceOf(FitRequest.Central.class, FitRequest.create(alone));
    assertTrue(plain().setPersonWeight("equal").persons().isEmpty());
  }

  @Test
  void setters_takeArraysAndValues_andCopy() {
    String[] given = {"a", "b"};
    PrivateMean stage = plain().setGroupCols(given).setPublicKeys(given);
    given[0] = "changed";
    assertArrayEquals(new String[] {"a", "b"}, stage.getGroupCols());
    stage.getGroupCols()[0] = "changed";
    assertArrayEquals(new String[] {"a", "b"}, stage.getGroupCols());
    assertArrayEquals(new String[] {"a", "b"}, stage.getPublicKeys());
  }
}
