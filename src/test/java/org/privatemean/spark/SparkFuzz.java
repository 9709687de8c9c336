package org.privatemean.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.fuzz.FuzzTarget;
import org.privatemean.local.GaussianEstimator;
import org.privatemean.local.GaussianRelease;
import org.privatemean.local.GaussianRequest;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.ReleaseExamples;
import org.privatemean.release.report.HandMade;
import org.privatemean.spark.KeyColumns.KeyType;
import org.privatemean.spark.ledger.LedgerStores;

/** Readers of saved results and of texts of keys and settings. */
public final class SparkFuzz {
  private static final String OF_RESULTS =
      "{ } [ ] , : \" \\ null true 0 -1 1.5 1e400 NaN \"NaN\" \"Infinity\" \"x\" 9223372036854775808"
          + " [null] [[]] {} \"formatVersion\":3 \"formatVersion\":6 \"mean\" \"rows\" \"warnings\""
          + " \"columns\":[null] \"charges\":[{}] \"unit\":\"person\" \"halfWidths\":[] \"seeded\""
          + " \"columnWarnings\":[\"0 noisy 1\"] \"columnWarnings\":[\"x\"] \"groups\":[{}]"
          + " \"groups\":[] \"groupKeys\" \"key\":\"!\" \"key\":\"cw==\" \"groupDimension\":1000000000 [[[ {\"a\":";

  private static final String OF_REPORTS =
      "{ } [ ] , : \" null true false 0 -1 1e400 1e-400 99999999999999999999 \"auto\" \"knownVar\""
          + " \"unkVar\" \"x\" \"version\":1 \"forecastErrors\":{\"auto\":1} \"sigmaKnown\":false"
          + " \"estimator\":\"auto\" \"mean\":[] \"delta\":0.5 [[[ {\"a\":";

  private SparkFuzz() {}

  private static PrivateMeanSummary grouped(int groups) {
    StructType keys = new StructType().add("g", DataTypes.StringType);
    return new PrivateMeanSummary(new GroupTable(HandMade.warned(groups), keys));
  }

  private static List<String> results() {
    Stream<PrivateMeanSummary> single = ReleaseExamples.all().stream().map(PrivateMeanSummary::new);
    return Stream.concat(single, Stream.of(grouped(1), grouped(3))).map(SavedText::write).toList();
  }

  private static List<String> reports() {
    GaussianRequest known = new GaussianRequest("auto", 2, Double.NaN, 16, 1, 1, true, 0.01, 0.95);
    GaussianRequest baseline = new GaussianRequest("unkVar", 4, 1e-6, 16, 0.5, 2, false, 0.01, 0.9);
    return List.of(
        report(known, GaussianEstimator.KNOWN_SIGMA), report(baseline, GaussianEstimator.UNK_VAR));
  }

  private static String report(GaussianRequest request, GaussianEstimator chosen) {
    GaussianRelease.Sent sent = new GaussianRelease.Sent(2, 990, 990, 8910);
    Map<GaussianEstimator, Double> forecasts = Map.of(chosen, 0.25);
    return new LocalGaussianMeanSummary(
            new GaussianRelease(request, chosen, 1000, sent, 5.3, 1, 0.2, forecasts, true))
        .toJson();
  }

  private static FuzzTarget<?> keys(KeyType type) {
    return FuzzTarget.ofTexts(
            "key of " + type,
            List.of("0", "-12", "127", "9223372036854775807", "true", "2026-11-29", "a"),
            "0 - + 9 99999999999999999999 -0 true T 2026-11-29 2026-02-30 +999999999-01-01 -01"
                + " \u0001 \u0663 .0",
            text -> String.valueOf(type.convert(text)))
        .written(FuzzTarget::bytes)
        .times(100_000);
  }

  public static List<FuzzTarget<?>> targets() {
    List<FuzzTarget<?>> targets = new ArrayList<>();
    targets.add(
        FuzzTarget.ofTexts("stored result", results(), OF_RESULTS, SavedText::read)
            .written(summary -> FuzzTarget.bytes(SavedText.write(summary)))
            .refusing(ParamException.class)
            .allocating(1 << 18, 512)
            .times(50_000));
    targets.add(
        FuzzTarget.ofTexts(
                "report of a Gaussian mean",
                reports(),
                OF_REPORTS,
                LocalGaussianMeanSummary::fromJson)
            .written(summary -> FuzzTarget.bytes(summary.toJson()))
            .refusing(ParamException.class)
            .times(30_000));
    for (KeyType type : KeyType.values()) {
      targets.add(keys(type));
    }
    targets.add(
        FuzzTarget.ofTexts(
                "address of a ledger",
                List.of(
                    "file:/ledgers/visits",
                    "hdfs://[::1]:8020/ledgers/visits",
                    "s3a://bucket/ledgers",
                    "jdbc:postgresql://h/db#visits"),
                ": / // /// # ? @ %00 %zz [ ] .. . file: hdfs: s3a: jdbc: dbfs Volumes bob:x@ \u0000"
                    + " \n \u0001 \u00e9 \\ * {",
                uri -> {
                  LedgerStores.check(uri);
                  return LedgerStores.needsHadoop(uri);
                })
            .refusing(ParamException.class)
            .times(100_000));
    targets.add(
        FuzzTarget.ofTexts(
                "size in a setting",
                List.of("512m", "2g", "1024", "9223372036854775807b"),
                "k kb m g t p b 0 99999999999999999999 - . \u0130 \u0663",
                text -> PassMemory.parseSize("spark.driver.maxResultSize", text, 1))
            .refusing(ParamException.class));
    return targets;
  }
}
