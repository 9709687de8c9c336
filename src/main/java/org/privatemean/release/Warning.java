package org.privatemean.release;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A warning about a release, from released and public values.
 *
 * @param code the code, for programs; the same in every release
 * @param text the text, for people
 * @since 0.1.0
 */
public record Warning(Code code, String text) implements Serializable {
  /** Codes of warnings. */
  public enum Code {
    /** The delta is not far below 1/n: it allows a row to be published as it is. */
    LARGE_DELTA("largeDelta"),
    /** The budget is so large that it guarantees almost nothing. */
    LARGE_BUDGET("largeBudget"),
    /** The noise comes from a seed: for tests only. */
    SEEDED("seeded"),
    /** Coordinates whose noise is larger than both their mean and their standard deviation. */
    NOISY_COLUMNS("noisyColumns"),
    /** Standard deviations that are upper bounds only. */
    UNRESOLVED_DEVIATIONS("unresolvedDeviations"),
    /** Rows beyond the clipping norm hold a part of the variance that the matrix lacks. */
    CLIPPED_VARIANCE("clippedVariance"),
    /** The error bars cover the noise only. */
    NOISE_ONLY("noiseOnly"),
    /** Rows that differ from nearly equal ones may be missing from the mean. */
    RARE_VALUES("rareValues"),
    /**
     * Rows lie beyond the clipping norm, or all norms tested, farther than error bars may allow.
     */
    FAR_ROWS("farRows"),
    /** The search for the centre ended before it converged. */
    NOT_SETTLED("notSettled"),
    /** There are too few rows for the request; the text states what was done instead. */
    FEW_ROWS("fewRows"),
    /** The centre may be far off: its private search was too noisy. */
    DOUBTFUL_CENTRE("doubtfulCentre"),
    /** Fewer users answered a round than the guarantee assumes. */
    FEW_ANSWERS("fewAnswers"),
    /** Whole batches of users were dropped: messages in them were lost, repeated or forged. */
    DROPPED_BATCHES("droppedBatches"),
    NO_GROUP("noGroup"),
    /** The private selection of keys fails more often than once in 100,000 fits. */
    LARGE_KEY_DELTA("largeKeyDelta"),
    /** Keys are selected privately, but rows are protected: many of one person reveal a key. */
    ROWS_AS_UNITS("rowsAsUnits"),
    /** The release was stored in a ledger before and is returned again at no cost. */
    REPLAYED("replayed"),
    /** A ledger paid for the release but could not store it: it cannot be returned again. */
    NOT_STORED("paidNotStored"),
    /** The number of rows may depend on their values, and is published. */
    COUNT_OF_FILTERED_ROWS("countOfFilteredRows"),
    /** Fits may read the texts of parts or persons differently: their reader cannot be seen. */
    READER_NOT_SEEN("readerNotSeen"),
    /** Rows were made of several rows of a table each: the guarantee is for the rows as given. */
    NOT_ROW_BY_ROW("notRowByRow"),
    /** A public key is shorter than the padded texts of its column: no row has it. */
    PADDED_KEYS("paddedKeys"),
    /** The release was saved before warnings had codes. */
    UNCODED("uncoded");

    private final String label;

    Code(String label) {
      this.label = label;
    }

    /** The name in reports. */
    public String label() {
      return label;
    }

    static Code fromLabel(String label) {
      return Values.constant(values(), Code::label, label);
    }
  }

  static List<Warning> read(Values values) {
    List<String> texts = values.texts("warnings");
    List<String> codes = values.anyTexts("warningCodes");
    return IntStream.range(0, texts.size())
        .mapToObj(
            i ->
                new Warning(
                    i < codes.size() ? Code.fromLabel(codes.get(i)) : Code.UNCODED, texts.get(i)))
        .toList();
  }
}
