package org.privatemean.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A reader of bytes or text from outside.
 *
 * @param seeds valid inputs, from the writers of the forms
 * @param words that texts are made of; none for bytes
 * @param reader reads an input; for a text the input is its UTF-8
 * @param writer writes what was read; null if nothing is written
 * @param refusals that the reader states, and no others
 * @param fixedBytes that any input may allocate
 * @param bytesPerByte that an input may allocate for each of its bytes
 * @param inputs of the long run
 */
public record FuzzTarget<T>(
    String name,
    List<byte[]> seeds,
    List<String> words,
    InputReader<T> reader,
    Function<T, byte[]> writer,
    List<Class<? extends Exception>> refusals,
    long fixedBytes,
    long bytesPerByte,
    long inputs) {
  private static final long USUAL_FIXED = 1 << 16;
  private static final long USUAL_PER_BYTE = 256;
  private static final long USUAL_INPUTS = 300_000;

  /** Stands for half of a surrogate pair, which no UTF-8 holds. */
  private static final String MARK_OF_HALF = "\u0001";

  private static final String HALF = "\uDFFF";
  private static final Pattern ALONE = Pattern.compile("(?<![\uD800-\uDBFF])" + HALF);

  @FunctionalInterface
  public interface InputReader<T> {
    T read(byte[] input) throws Exception;
  }

  @FunctionalInterface
  public interface TextReader<T> {
    T read(String text) throws Exception;
  }

  /** Creates a target that states no refusal. */
  public static <T> FuzzTarget<T> ofBytes(String name, List<byte[]> seeds, InputReader<T> reader) {
    return new FuzzTarget<>(
        name, seeds, List.of(), reader, null, List.of(), USUAL_FIXED, USUAL_PER_BYTE, USUAL_INPUTS);
  }

  /** Creates a target of texts; the words are separated by blanks. */
  public static <T> FuzzTarget<T> ofTexts(
      String name, List<String> seeds, String words, TextReader<T> reader) {
    return new FuzzTarget<>(
        name,
        seeds.stream().map(FuzzTarget::bytes).toList(),
        Arrays.asList(words.split(" ", -1)),
        input -> reader.read(new String(input, StandardCharsets.UTF_8).replace(MARK_OF_HALF, HALF)),
        null,
        List.of(),
        USUAL_FIXED,
        USUAL_PER_BYTE,
        USUAL_INPUTS);
  }

  public static byte[] bytes(String text) {
    return ALONE.matcher(text).replaceAll(MARK_OF_HALF).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a copy whose reader may throw these. */
  @SafeVarargs
  public final FuzzTarget<T> refusing(Class<? extends Exception>... stated) {
    List<Class<? extends Exception>> all = new ArrayList<>();
    for (Class<? extends Exception> each : stated) {
      all.add(each);
    }
    return new FuzzTarget<>(
        name, seeds, words, reader, writer, all, fixedBytes, bytesPerByte, inputs);
  }

  /** Returns a copy that writes what was read, and reads it again. */
  public FuzzTarget<T> written(Function<T, byte[]> form) {
    return new FuzzTarget<>(
        name, seeds, words, reader, form, refusals, fixedBytes, bytesPerByte, inputs);
  }

  public FuzzTarget<T> allocating(long fixed, long perByte) {
    return new FuzzTarget<>(name, seeds, words, reader, writer, refusals, fixed, perByte, inputs);
  }

  /** Returns a copy with another number of inputs of the long run. */
  public FuzzTarget<T> times(long number) {
    return new FuzzTarget<>(
        name, seeds, words, reader, writer, refusals, fixedBytes, bytesPerByte, number);
  }

  /** True if the reader states an exception. No reader states a wrong number by that of Java. */
  boolean states(Throwable thrown) {
    return refusals.stream()
        .anyMatch(
            stated ->
                stated.isInstance(thrown)
                    && (stated == thrown.getClass() || !(thrown instanceof NumberFormatException)));
  }

  @Override
  public String toString() {
    return name;
  }
}
