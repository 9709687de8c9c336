package org.privatemean.audit;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.apache.logging.log4j.LogManager;
import org.privatemean.audit.AuditZooTest.PartName;
import org.privatemean.central.AnyNoiseTrust;
import org.privatemean.central.CentralGroupTrust.KeyThreshold;
import org.privatemean.central.CentralTrust;
import org.privatemean.central.OneLevelCounter;
import org.privatemean.central.WatchedTrust;
import org.privatemean.mean.GroupBlock;
import org.privatemean.mean.GroupTrustModel;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.GroupLedger;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.privacy.ledger.durable.DurableLedger;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.privacy.ledger.durable.LedgerStore;
import org.privatemean.privacy.ledger.durable.LedgerTerms;
import org.privatemean.query.BoundedSum;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.WideSum;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.TooFewRowsException;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.GroupedSpec;
import org.privatemean.request.MeanRequest;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.Rows;
import org.privatemean.rows.group.GroupedBlocks;

/** Deliberate bugs, each with the part of an audit that must find it. */
enum Bug {
  NOISE_TIMES_0_8(PartName.REPLAY, noise(key -> scaled(key, 64))),
  NOISE_TIMES_HALF(PartName.REPLAY, noise(key -> scaled(key, 25))),
  NOISE_TIMES_A_QUARTER(PartName.BLACK_BOX, noise(key -> scaled(key, 6))),
  NO_NOISE(PartName.BLACK_BOX, noise(key -> (variance, step, level, j, group) -> BigInteger.ZERO)),
  SHARED_LEVEL(
      PartName.REPLAY,
      noise(
          key ->
              (variance, step, level, j, group) ->
                  new SecureNoise(key).discreteGaussian(variance, step, 0, j))),
  SHARED_STEP(
      PartName.REPLAY,
      noise(
          key ->
              (variance, step, level, j, group) ->
                  new SecureNoise(key).discreteGaussian(variance, 1, level, j))),
  SHARED_COORDINATE(
      PartName.REPLAY,
      noise(
          key ->
              (variance, step, level, j, group) ->
                  new SecureNoise(key).discreteGaussian(variance, step, level, 0))),
  /** Differences of two releases are exact. */
  SAME_KEY(PartName.REPLAY, trust((ledger, key) -> CentralTrust.of(ledger, NoiseKey.fromSeed(1)))),
  ROUNDED_NORMAL_NOISE(PartName.REPLAY, noise(Bug::normal)),
  NEVER_NEGATIVE_NOISE(
      PartName.BLACK_BOX,
      noise(
          key ->
              (variance, step, level, j, group) ->
                  new SecureNoise(key).discreteGaussian(variance, step, level, j).abs())),
  /** The noise of a sum is made for 4/5 of its sensitivity, which is stated right. */
  NOISE_FOR_TOO_SMALL_A_SENSITIVITY(
      PartName.REPLAY,
      trust(
          (ledger, key) ->
              new WatchedTrust(CentralTrust.of(ledger, key)) {
                @Override
                public <B extends Block> BigInteger[] clippedSum(
                    Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step) {
                  return super.clippedSum(blocks, stating(sum, 16, 25), rho, step);
                }
              })),
  LEVEL_NOT_CHARGED(PartName.REPLAY, trust(Bug::freeLevel)),
  SUM_NOT_CHARGED(
      PartName.REPLAY,
      trust(
          (ledger, key) ->
              new WatchedTrust(CentralTrust.of(ledger, key)) {
                @Override
                public <B extends Block> BigInteger[] clippedSum(
                    Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step) {
                  return opened(key, unit()).clippedSum(blocks, sum, rho, step);
                }
              })),
  SUM_IN_FLOATS(
      PartName.REPLAY,
      trust(
          (ledger, key) ->
              new WatchedTrust(CentralTrust.of(ledger, key)) {
                @Override
                public <B extends Block> BigInteger[] clippedSum(
                    Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step) {
                  return super.clippedSum(blocks, adding(sum, x -> (long) (float) x), rho, step);
                }
              })),
  /** The mechanism states 4/5 of the sensitivity. */
  SENSITIVITY_TOO_SMALL(PartName.REPLAY, mechanism(sum -> stating(sum, 16, 25), false)),
  ROWS_ADDED_TWICE(PartName.REPLAY, mechanism(sum -> adding(sum, x -> 2 * x), false)),
  /** Under replace the sensitivities are those of a row that is added. */
  COUNT_UNDER_REPLACE(PartName.REPLAY, mechanism(sum -> sum, true)),
  /** Under addRemove the confidence of the error bars follows from the exact number of rows. */
  EXACT_COUNT(
      PartName.REPLAY,
      new AuditedBuild() {
        @Override
        Release release(MeanRequest request, Rows rows, TrustModel trust) {
          return super.release(request, rows, trust)
              .withConfidence(rows.count() % 2 == 0 ? 0.5 : 0.6);
        }
      }),
  /** The noise of a question about many groups is made for a person in one of them. */
  GROUPS_OF_A_PERSON_AS_ONE(
      PartName.REPLAY,
      new AuditedBuild() {
        @Override
        GroupTrustModel groupTrust(
            GroupedBlocks<GroupBlock> blocks, GroupLedger ledger, NoiseKey key, GroupedSpec spec) {
          return super.groupTrust(
              blocks, ledger, key, GroupReplayCaseTest.Understated.GROUPS.change(spec));
        }
      }),
  GROUP_NOISE_TIMES_0_8(PartName.REPLAY, groupNoise(key -> scaled(key, 64))),
  /** The difference of two groups' answers is exact. */
  SHARED_GROUP(
      PartName.SAMPLERS,
      groupNoise(
          key ->
              (variance, step, level, j, group) ->
                  new SecureNoise(key).discreteGaussian(variance, step, level, j))),
  /** A key of one person alone is released with a probability above delta. */
  KEY_THRESHOLD_TOO_LOW(
      PartName.REPLAY,
      new AuditedBuild() {
        @Override
        KeyThreshold keyThreshold(double price, double delta, int groups, int weight) {
          KeyThreshold right = super.keyThreshold(price, delta, groups, weight);
          return new KeyThreshold(right.variance(), right.least() - 2);
        }
      }),
  /** The noise is shaped by the spectrum of the second moments without the noise they paid for. */
  SPECTRUM_OF_THE_EXACT_MATRIX(
      PartName.REPLAY,
      new AuditedBuild() {
        @Override
        Release release(MeanRequest request, Rows rows, TrustModel trust) {
          return super.release(
              request,
              rows,
              new ChangedQuestions(trust, sum -> sum, false) {
                @Override
                public BigInteger[] wideSum(WideSum sum, double rho, Step step) {
                  BigInteger[] noisy = super.wideSum(sum, rho, step);
                  return step.name().equals("second moments") ? sum.total() : noisy;
                }
              });
        }
      }),
  BIASED_COIN(PartName.SAMPLERS, bits(source -> biased(source))),
  /** A device draws the same secret bits again. */
  SAME_BITS(PartName.BLACK_BOX, bits(source -> NoiseKey.fromSeed(1).substream(1, 0, 0))),
  BITS_IN_PAIRS(PartName.SAMPLERS, bits(source -> k -> source.nextBits(k) & ~1L)),
  /** A run that dies in between draws again on the same charge. */
  NOISE_BEFORE_ITS_DRAW(
      PartName.LEDGER,
      new AuditedBuild() {
        @Override
        void draw(DurableLedger ledger, ChargeReceipt receipt, Runnable noise) {
          noise.run();
          ledger.draw(receipt);
        }
      }),
  CHARGE_WITHOUT_DRAW(
      PartName.LEDGER,
      new AuditedBuild() {
        @Override
        void draw(DurableLedger ledger, ChargeReceipt receipt, Runnable noise) {
          noise.run();
        }
      }),
  /** Two runs take themselves for the writer of one entry. */
  PUT_CONFIRMED_TO_ALL(
      PartName.LEDGER,
      new AuditedBuild() {
        @Override
        LedgerStore store(LedgerStore store) {
          return new ConfirmingStore(store);
        }
      }),
  /** A person has rows in several parts. */
  OVERLAPPING_PARTS(
      PartName.LEDGER,
      new AuditedBuild() {
        @Override
        LedgerTerms terms(LedgerTerms asked) {
          return new LedgerTerms(
              asked.budget(),
              Optional.empty(),
              asked.neighbours(),
              asked.parts(),
              asked.partsPublic(),
              asked.allowsError(),
              asked.population());
        }
      }),
  VALUE_IN_A_MESSAGE(
      PartName.LEAKS,
      new AuditedBuild() {
        @Override
        byte[] message(byte[] bundle, double[] row) {
          return ByteBuffer.allocate(bundle.length + Double.BYTES)
              .put(bundle)
              .putDouble(row[1])
              .array();
        }
      }),
  VALUE_IN_A_REFUSAL(
      PartName.LEAKS,
      new AuditedBuild() {
        @Override
        Release release(MeanRequest request, Rows rows, TrustModel trust) {
          try {
            return super.release(request, rows, trust);
          } catch (InvalidRowException | TooFewRowsException refused) {
            throw ParamException.of("inputCol", "no mean of rows such as " + lastOf(rows));
          }
        }
      }),
  VALUE_IN_A_LOG_LINE(
      PartName.LEAKS,
      new AuditedBuild() {
        @Override
        Release release(MeanRequest request, Rows rows, TrustModel trust) {
          LogManager.getLogger(Bug.class).trace("the last row is {}", lastOf(rows));
          return super.release(request, rows, trust);
        }
      }),
  VALUE_IN_A_WARNING(
      PartName.LEAKS,
      new AuditedBuild() {
        @Override
        Release release(MeanRequest request, Rows rows, TrustModel trust) {
          Warning warning = new Warning(Warning.Code.FEW_ROWS, "far from " + lastOf(rows));
          return super.release(request, rows, trust).withWarnings(List.of(warning));
        }
      });

  private final PartName part;

  @SuppressWarnings("ImmutableEnumChecker") // It has no state.
  private final AuditedBuild build;

  Bug(PartName part, AuditedBuild build) {
    this.part = part;
    this.build = build;
  }

  PartName part() {
    return part;
  }

  AuditedBuild build() {
    return build;
  }

  private static AuditedBuild trust(BiFunction<PrivacyLedger, NoiseKey, TrustModel> curator) {
    return new AuditedBuild() {
      @Override
      TrustModel trust(PrivacyLedger ledger, NoiseKey key) {
        return curator.apply(ledger, key);
      }
    };
  }

  private interface Noises {
    NoiseSource of(NoiseKey key);
  }

  private static AuditedBuild noise(Noises noises) {
    return trust((ledger, key) -> AnyNoiseTrust.of(ledger, noises.of(key), key.substream(0, 0, 0)));
  }

  private static AuditedBuild groupNoise(Noises noises) {
    return new AuditedBuild() {
      @Override
      NoiseSource groupNoise(NoiseKey key) {
        return noises.of(key);
      }
    };
  }

  private static AuditedBuild bits(UnaryOperator<BitSource> change) {
    return new AuditedBuild() {
      @Override
      BitSource bits(NoiseKey key, int device) {
        return change.apply(super.bits(key, device));
      }
    };
  }

  /** Noise with some hundredths of its variance. */
  private static NoiseSource scaled(NoiseKey key, int percent) {
    return (variance, step, level, j, group) -> {
      BigInteger less = variance.numerator().multiply(BigInteger.valueOf(percent));
      BigInteger parts = BigInteger.valueOf(100).shiftLeft(variance.shift());
      boolean isTooSmall = variance.doubleValue() < 0.01;
      Variance drawn = isTooSmall ? variance : Variance.roundUp(less, parts);
      return new SecureNoise(key).discreteGaussian(drawn, step, level, j, group);
    };
  }

  private static NoiseSource normal(NoiseKey key) {
    return (variance, step, level, j, group) -> {
      BitSource bits = key.substream(step, level, j);
      double radius = Math.sqrt(-2 * Math.log((bits.nextBits(53) + 1) * 0x1p-53));
      double angle = 2 * Math.PI * bits.nextBits(53) * 0x1p-53;
      double value = variance.standardDeviation() * radius * Math.cos(angle);
      return BigInteger.valueOf(Math.round(value));
    };
  }

  private static CentralTrust opened(NoiseKey key, PrivacyUnit unit) {
    CentralTrust hidden = CentralTrust.of(new PrivacyLedger(new Zcdp(1e6)), key);
    hidden.open("hidden", 1e6, unit);
    return hidden;
  }

  private static TrustModel freeLevel(PrivacyLedger ledger, NoiseKey key) {
    return new WatchedTrust(CentralTrust.of(ledger, key)) {
      @Override
      public <B extends Block> RangeCounter rangeCounter(
          Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
        CentralTrust hidden = opened(key, unit());
        return new OneLevelCounter<>(
            blocks, statistic, level -> level == 3 ? hidden : inner(), rho, step);
      }
    };
  }

  /** The last row, which may be invalid. */
  private static String lastOf(Rows rows) {
    double[] last = new double[rows.dimension()];
    RowPasses.RowFold.Adder keeper =
        new RowPasses.RowFold.Adder() {
          @Override
          public boolean addPlain(double[] row) {
            System.arraycopy(row, 0, last, 0, last.length);
            return true;
          }

          @Override
          public void add(double[] row) {
            throw new AssertionError("no row is passed on");
          }

          @Override
          public long[] totals() {
            return new long[0];
          }
        };
    RowPasses.RowFold fold =
        new RowPasses.RowFold() {
          @Override
          public int size() {
            return 0;
          }

          @Override
          public RowPasses.RowFold.Adder start() {
            return keeper;
          }
        };
    rows.passes().orElseThrow().fold(fold, "rows");
    return Arrays.toString(last);
  }

  private static BitSource biased(BitSource source) {
    return k -> {
      long read = source.nextBits(k);
      // One of 50 zeros at the end is a one.
      return (read & 1) == 0 && source.nextBits(8) < 5 ? read | 1 : read;
    };
  }

  private static AuditedBuild mechanism(UnaryOperator<ClippedSum<?>> change, boolean addRemove) {
    return new AuditedBuild() {
      @Override
      Release release(MeanRequest request, Rows rows, TrustModel trust) {
        return super.release(request, rows, new ChangedQuestions(trust, change, addRemove));
      }
    };
  }

  /** The same sum with a share of its squared sensitivity. */
  private static <B extends Block> ClippedSum<B> stating(ClippedSum<B> sum, int share, int of) {
    return new ChangedSum<>(sum, share, of, x -> x);
  }

  /** A sum of which each block's totals are changed. */
  private static <B extends Block> ClippedSum<B> adding(ClippedSum<B> sum, LongUnaryOperator each) {
    return new ChangedSum<>(sum, 1, 1, each);
  }

  private record ChangedSum<B extends Block>(
      ClippedSum<B> sum, int share, int of, LongUnaryOperator each) implements ClippedSum<B> {
    @Override
    public long norm() {
      return sum.norm();
    }

    @Override
    public int size() {
      return sum.size();
    }

    @Override
    public void add(B block, long[] totals) {
      long[] own = new long[totals.length];
      sum.add(block, own);
      Arrays.setAll(totals, j -> totals[j] + each.applyAsLong(own[j]));
    }

    @Override
    public BigInteger squaredSensitivity(PrivacyUnit unit) {
      BigInteger right = sum.squaredSensitivity(unit);
      return right.multiply(BigInteger.valueOf(share)).divide(BigInteger.valueOf(of));
    }
  }

  /** What a wrong mechanism asks. */
  private static class ChangedQuestions implements TrustModel {
    private final TrustModel trust;
    private final UnaryOperator<ClippedSum<?>> change;
    private final boolean addRemove;

    ChangedQuestions(TrustModel trust, UnaryOperator<ClippedSum<?>> change, boolean addRemove) {
      this.trust = trust;
      this.change = change;
      this.addRemove = addRemove;
    }

    @Override
    public <B extends Block> RangeCounter rangeCounter(
        Blocks<B> blocks, RowStatistic<B> statistic, double rho, Step step) {
      return trust.rangeCounter(blocks, statistic, rho, step);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <B extends Block> BigInteger[] clippedSum(
        Blocks<B> blocks, ClippedSum<B> sum, double rho, Step step) {
      return trust.clippedSum(blocks, (ClippedSum<B>) change.apply(sum), rho, step);
    }

    @Override
    public BigInteger[] wideSum(WideSum sum, double rho, Step step) {
      return trust.wideSum(sum, rho, step);
    }

    @Override
    public double clippedSumDeviation(BoundedSum sum, double rho) {
      return trust.clippedSumDeviation(sum, rho);
    }

    @Override
    public long noisyCount(Rows rows, double rho, Step step) {
      return trust.noisyCount(rows, rho, step);
    }

    @Override
    public BitSource publicBits() {
      return trust.publicBits();
    }

    @Override
    public BitSource sampleBits() {
      return trust.sampleBits();
    }

    @Override
    public ZcdpGrant open(String release, double rho, PrivacyUnit unit) {
      return trust.open(release, rho, addRemove ? PrivacyUnit.row(Neighbours.ADD_REMOVE) : unit);
    }

    @Override
    public List<Charge> charges() {
      return trust.charges();
    }
  }

  private record ConfirmingStore(LedgerStore store) implements LedgerStore {
    @Override
    public boolean putIfAbsent(Area area, long number, byte[] bytes) {
      boolean won = store.putIfAbsent(area, number, bytes);
      return won || area == Area.ENTRIES;
    }

    @Override
    public Optional<byte[]> get(Area area, long number) {
      return store.get(area, number);
    }

    @Override
    public List<Long> numbers(Area area) {
      return store.numbers(area);
    }

    @Override
    public boolean removeBeat(long number) {
      return store.removeBeat(number);
    }

    @Override
    public void check() {
      store.check();
    }

    @Override
    public String name() {
      return store.name();
    }
  }
}
