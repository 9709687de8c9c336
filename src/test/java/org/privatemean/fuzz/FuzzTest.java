package org.privatemean.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.Promise;
import org.privatemean.app.AppFuzz;
import org.privatemean.device.DeviceFuzz;
import org.privatemean.local.LocalFuzz;
import org.privatemean.mean.MeanFuzz;
import org.privatemean.privacy.ledger.durable.ChargeRequest;
import org.privatemean.privacy.ledger.durable.LedgerFuzz;
import org.privatemean.rows.group.GroupKey;
import org.privatemean.shuffle.ShuffleFuzz;
import org.privatemean.spark.SparkFuzz;

/**
 * Every reader of bytes or text from outside, on inputs that are nearly valid: it refuses them by
 * the exceptions that it states, in memory in proportion to their length.
 */
@Promise("readers of bytes and texts refuse mutated ones as stated, in memory of about their size")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FuzzTest {
  /** The ordinary run reads one input where the long one reads so many. */
  private static final int SHORTER = 60;

  private static final int LEAST = 200;

  @TempDir static Path work;

  private List<FuzzTarget<?>> targets;

  @BeforeAll
  void collect() {
    targets = new ArrayList<>();
    targets.addAll(LocalFuzz.targets());
    targets.addAll(ShuffleFuzz.targets());
    targets.addAll(DeviceFuzz.targets(work.resolve("device")));
    targets.addAll(LedgerFuzz.targets());
    targets.addAll(AppFuzz.targets());
    targets.addAll(SparkFuzz.targets());
    targets.addAll(MeanFuzz.targets());
    targets.add(groupKeys());
    targets.add(
        FuzzTarget.ofTexts(
                "label of paying again",
                List.of("true", "never", "dead", "ALWAYS"),
                "true false dead always \u0131 \u0130 \u0001",
                ChargeRequest.PayAgain::parse)
            .written(label -> FuzzTarget.bytes(label.label()))
            .refusing(IllegalArgumentException.class)
            .times(100_000));
  }

  private static FuzzTarget<?> groupKeys() {
    List<GroupKey> keys =
        List.of(
            GroupKey.of("EU", 7, true),
            GroupKey.of((byte) 1, (short) 2, 3L),
            GroupKey.of(LocalDate.of(2026, 11, 29), "\u00e9\uD83D\uDE00", false));
    return FuzzTarget.ofBytes(
            "group key",
            keys.stream().map(GroupKey::bytes).toList(),
            bytes -> {
              GroupKey key = GroupKey.read(bytes);
              assertEquals(ByteBuffer.wrap(bytes), ByteBuffer.wrap(key.bytes()));
              return key;
            })
        .written(GroupKey::bytes)
        .refusing(IllegalArgumentException.class);
  }

  List<FuzzTarget<?>> targets() {
    return targets;
  }

  @ParameterizedTest
  @MethodSource("targets")
  void read_mutatedInputs_refusesAsStated(FuzzTarget<?> target) {
    assertNoFault(target, Math.max(LEAST, target.inputs() / SHORTER), 1);
  }

  @Test
  void targets_together_areTenMillionInputs() {
    long inputs = targets.stream().mapToLong(FuzzTarget::inputs).sum();
    assertTrue(inputs >= 10_000_000, () -> inputs + " inputs");
  }

  /** Together ten million inputs, divided by what a reader costs. */
  @Tag("long")
  @ParameterizedTest
  @MethodSource("targets")
  void read_manyMutatedInputs_refusesAsStated(FuzzTarget<?> target) {
    assertNoFault(target, target.inputs(), 2);
  }

  private static void assertNoFault(FuzzTarget<?> target, long inputs, long seed) {
    Fuzzer.Outcome outcome = Fuzzer.run(target, inputs, seed);
    assertEquals(List.of(), outcome.faults());
  }

  private static List<String> faults(FuzzTarget.InputReader<?> reader) {
    byte[] seed = {0, 0, 0, 2, 7, 8};
    FuzzTarget<?> target =
        FuzzTarget.ofBytes("toy", List.of(seed), reader).refusing(IOException.class);
    return Fuzzer.run(target, 3000, 1, 2000).faults();
  }

  private static void assertFound(String fault, FuzzTarget.InputReader<?> reader) {
    List<String> found = faults(reader);
    assertTrue(found.stream().anyMatch(text -> text.contains(fault)), found::toString);
  }

  private static int length(byte[] input) throws IOException {
    if (input.length < Integer.BYTES) {
      throw new IOException("no length");
    }
    return ByteBuffer.wrap(input).getInt();
  }

  private static byte[] checked(byte[] input) throws IOException {
    int length = length(input);
    if (length != input.length - Integer.BYTES) {
      throw new IOException("length " + length);
    }
    return new byte[length];
  }

  @Test
  void run_ofACheckedReader_findsNothing() {
    assertEquals(List.of(), faults(FuzzTest::checked));
  }

  @Test
  void run_ofFaultyReaders_findsEachFault() {
    assertFound("NegativeArraySize", input -> new byte[Math.min(1000, length(input))]);
    assertFound("IndexOutOfBounds", input -> input[Integer.BYTES + length(input) - 1]);
    assertFound("allocates", input -> new byte[Math.floorMod(length(input), 1 << 20)]);
    assertFound(
        "NullPointerException", input -> Objects.requireNonNull(input.length == 5 ? null : ""));
    assertFound("OutOfMemoryError", input -> new long[huge(length(input))]);
    assertFound("StackOverflowError", input -> deep(length(input)));
    assertFound(
        "NumberFormatException",
        input -> Integer.parseInt(String.valueOf((long) length(input) << 9)));
    assertFound("refuses a valid input", input -> Integer.parseInt("x"));
    assertFound("does not end", FuzzTest::endless);
  }

  /** More than any array holds, which fails at once. */
  private static int huge(int length) {
    return length > 1 << 20 ? Integer.MAX_VALUE : 0;
  }

  private static int deep(int left) {
    return left <= 0 ? 0 : 1 + deep(left - 1);
  }

  private static int endless(byte[] input) throws Exception {
    while (input.length == 7) {
      Thread.sleep(1000);
    }
    return 0;
  }

  @Test
  void run_ofWritersThatLoseSomething_findsIt() {
    FuzzTarget<byte[]> bytes =
        FuzzTarget.ofBytes("toy", List.of(new byte[] {1, 2, 3}), input -> input);
    assertEquals(List.of(), Fuzzer.run(bytes.written(byte[]::clone), 1000, 1).faults());
    List<String> other =
        Fuzzer.run(bytes.written(input -> new byte[input.length + 1]), 1000, 1).faults();
    assertTrue(other.get(0).contains("reads back other"), other::toString);
  }
}
