package org.privatemean.bench.columns;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables by name. */
final class Tables {
  /** What {@code --help} says of names. */
  static final String NAMES =
      "Tables. Numbers after colons have defaults; @N at the end sets the number of rows, which is"
          + " 30,000 where nothing else is said."
          + "%n  normals:D      D normals (3), deviations 1e-4 to 1e3, means of ten of them"
          + "%n  flag:D:P       D-1 of these (3), and a 0/1 column with a share P of ones (.01)"
          + "%n  flags:D:K:ONES D-K of them (20), and K 0/1 columns (20) with ONES ones each (30)"
          + "%n  copies         8 normals, and 8 equal 0/1 columns with 1 %% ones"
          + "%n  heavy:D:LAW    D-3 normals (13), 0/1 columns with 1 and .127 %% ones, and one of a"
          + " LAW: ln1, ln2 (lognormal, sigma 1 or 2), par2, par3 (Pareto) or cauchy"
          + "%n  epoch:D        D-5 normals (11), 1 %% ones, times in seconds, three constants"
          + "%n  wide           41 columns as tables have them"
          + "%n  lab:ONES       6,524 rows: year, two ages, three lab values, and ONES ones (60)"
          + "%n  skew2, skew3   600 rows: cubes of exponentials, digits, and (skew3) a normal"
          + "%n  pairs:D        600 rows: D random skewed columns (2) of random laws"
          + "%n  far:cell       4 normals, and one with a cell of 1e308; far:rows: 20 rows of 1e300"
          + "%n  normal16, normal128, t3x16, lognormal16, lognormal128, onehot256, sparse128,"
          + " mixed32: rows of like columns"
          + "%n  diamonds       data-samples/diamonds.csv, its seven measures"
          + "%n  csv:FILE       any csv of numbers with a header"
          + "%nLists: rare, large, heavies, labs, skewed, even, and all of them: all.";

  private static final int ROWS = 30_000;
  private static final int FEW_ROWS = 600;
  private static final int LAB_ROWS = 6524;
  private static final double LEAST_DEVIATION = 1e-4;
  private static final double DECADES = 7;

  private static final Map<String, List<String>> LISTS =
      Map.of(
          "rare",
          List.of(
              "normals",
              "normals:16",
              "normals:40",
              "normals:128",
              "flag:4:.2",
              "flag:4:.05",
              "flag:4:.01",
              "flag:4:.003",
              "flag:4:.00127",
              "flag:4:.0003",
              "flag:16:.00127",
              "flag:16:.00167",
              "flag:128:.00167",
              "flag:40:.01",
              "flag:128:.01",
              "flag:4:.01@3000",
              "flags:40:20:30",
              "flags:40:20:300",
              "copies",
              "epoch",
              "far:cell",
              "far:rows",
              "wide"),
          "large",
          List.of("flag:4:.01@300000", "flag:4:.000167@300000", "flag:16:.000167@300000"),
          "heavies",
          List.of(
              "heavy:16:ln1", "heavy:16:ln2", "heavy:16:par2", "heavy:16:par3", "heavy:16:cauchy"),
          "labs",
          List.of("lab:30", "lab:60", "lab:96", "lab:200", "lab:400"),
          "skewed",
          Stream.concat(
                  Stream.of("skew2", "skew3"),
                  Stream.of(600, 2000, 6000)
                      .flatMap(n -> Stream.of(2, 3, 5, 7).map(d -> "pairs:" + d + "@" + n)))
              .toList(),
          "even",
          List.of(
              "normal16",
              "normal128",
              "t3x16",
              "lognormal16",
              "lognormal128",
              "onehot256",
              "sparse128",
              "mixed32",
              "diamonds"));

  private Tables() {}

  /**
   * The tables of a name: one, or those of a list.
   *
   * @throws IllegalArgumentException if there are none
   * @throws IOException if a file cannot be read
   */
  static List<ColumnTable> named(String name) throws IOException {
    List<ColumnTable> tables = new ArrayList<>();
    if (name.equals("all")) {
      for (String list : List.of("rare", "large", "heavies", "labs", "skewed", "even")) {
        tables.addAll(named(list));
      }
      return tables;
    }
    for (String each : LISTS.getOrDefault(name, List.of(name))) {
      tables.add(one(each));
    }
    return tables;
  }

  private static ColumnTable one(String name) throws IOException {
    if (name.startsWith("csv:")) {
      Path file = Path.of(name.substring("csv:".length()));
      return ColumnTable.fixed(name, NumbersCsv.read(file, List.of()));
    }
    String[] halves = name.split("@", -1);
    Words words = new Words(name, List.of(halves[0].split(":", -1)));
    ColumnTable table = table(words);
    if (halves.length == 1) {
      return table;
    }
    int rows = words.whole(halves[1]);
    if (words.kind().equals("diamonds")) {
      throw words.refused("a file has the number of rows that it has");
    }
    return new ColumnTable(name, rows, table.draw(), table.far());
  }

  private static ColumnTable table(Words words) throws IOException {
    String name = words.name();
    return switch (words.kind()) {
      case "normals" -> ColumnTable.of(name, ROWS, normals(words.whole(1, 3)));
      case "flag" ->
          ColumnTable.of(
              name,
              ROWS,
              withNormals(words.whole(1, 4), List.of(ColumnLaw.share(words.number(2, 0.01)))));
      case "flags" ->
          ColumnTable.of(
              name,
              ROWS,
              withNormals(
                  words.whole(1, 40),
                  Collections.nCopies(words.whole(2, 20), ColumnLaw.ones(words.whole(3, 30)))));
      case "copies" -> new ColumnTable(name, ROWS, Tables::copies, 0);
      case "heavy" ->
          ColumnTable.of(
              name,
              ROWS,
              withNormals(
                  words.whole(1, 16),
                  List.of(
                      ColumnLaw.share(0.01),
                      ColumnLaw.share(0.00127),
                      heavy(words, words.text(2)))));
      case "epoch" -> ColumnTable.of(name, ROWS, withNormals(words.whole(1, 16), epoch()));
      case "wide" -> new ColumnTable(name, ROWS, WideTable::columns, 0);
      case "lab" -> ColumnTable.of(name, LAB_ROWS, lab(words.whole(1, 60)));
      case "skew2" -> new ColumnTable(name, FEW_ROWS, (n, random) -> skewed(n, false, random), 0);
      case "skew3" -> new ColumnTable(name, FEW_ROWS, (n, random) -> skewed(n, true, random), 0);
      case "pairs" -> {
        int d = words.whole(1, 2);
        yield new ColumnTable(name, FEW_ROWS, (n, random) -> pairs(n, d, random), 0);
      }
      case "far" -> far(words);
      case "onehot256" -> new ColumnTable(name, ROWS, (n, random) -> oneHot(n, 256, random), 0);
      case "diamonds" ->
          ColumnTable.fixed(
              name,
              NumbersCsv.read(
                  Path.of("data-samples/diamonds.csv"),
                  List.of("carat", "depth", "table", "price", "x", "y", "z")));
      default -> ColumnTable.of(name, ROWS, even(words));
    };
  }

  /**
   * Normals of deviations from 1e-4 to 1e3, in equal steps of the logarithm; three: 1e-4, 1, 1e3.
   */
  static List<ColumnLaw> normals(int d) {
    DoubleStream deviations =
        d == 3
            ? DoubleStream.of(LEAST_DEVIATION, 1, 1e3)
            : IntStream.range(0, d)
                .mapToDouble(
                    j -> LEAST_DEVIATION * Math.pow(10, d == 1 ? 0 : DECADES * j / (d - 1)));
    return deviations.mapToObj(s -> ColumnLaw.normal(10 * s, s)).toList();
  }

  /** Whole years from 18 to 99. */
  static ColumnLaw age(double mean, double deviation) {
    return ColumnLaw.of(
        random -> Math.max(18, Math.min(99, Math.rint(mean + deviation * random.nextGaussian()))));
  }

  /** Normals before the others, d columns in all. */
  private static List<ColumnLaw> withNormals(int d, List<ColumnLaw> others) {
    if (d < others.size()) {
      throw new IllegalArgumentException(
          "--table: " + d + " columns do not hold " + others.size() + "; use more columns");
    }
    return Stream.concat(normals(d - others.size()).stream(), others.stream()).toList();
  }

  private static double[][] copies(int rows, SplittableRandom random) {
    List<double[]> columns = new ArrayList<>();
    normals(8).forEach(law -> columns.add(law.draw(rows, random)));
    columns.addAll(Collections.nCopies(8, ColumnLaw.share(0.01).draw(rows, random)));
    return columns.toArray(double[][]::new);
  }

  private static ColumnLaw heavy(Words words, String law) {
    return switch (law) {
      case "ln1" -> ColumnLaw.lognormal(1, 1);
      case "ln2" -> ColumnLaw.lognormal(1, 2);
      case "par2" -> ColumnLaw.of(random -> Skewed.pareto(2, random));
      case "par3" -> ColumnLaw.of(random -> Skewed.pareto(3, random));
      case "cauchy" -> ColumnLaw.of(Skewed::cauchy);
      default -> throw words.refused("the law must be ln1, ln2, par2, par3 or cauchy");
    };
  }

  private static List<ColumnLaw> epoch() {
    return List.of(
        ColumnLaw.share(0.01),
        ColumnLaw.normal(1.7157e9, 3600),
        ColumnLaw.constant(12345.678),
        ColumnLaw.constant(0),
        ColumnLaw.constant(1));
  }

  private static List<ColumnLaw> lab(int ones) {
    return List.of(
        ColumnLaw.of(random -> 1996 + random.nextInt(10)),
        age(64, 11),
        age(38, 12),
        ColumnLaw.lognormal(95, 0.3),
        ColumnLaw.lognormal(1.4, 0.6),
        ColumnLaw.of(random -> 0.02 * Skewed.gamma(2, random)),
        ColumnLaw.ones(ones));
  }

  /** Cubes of the quantiles of an exponential, digits in turn, and a normal if wanted. */
  private static double[][] skewed(int rows, boolean threeColumns, SplittableRandom random) {
    double[] cubes = new double[rows];
    double[] digits = new double[rows];
    for (int i = 0; i < rows; i++) {
      cubes[i] = Math.pow(-Math.log(1 - (i + 0.5) / rows), 3);
      digits[i] = i % 10;
    }
    ColumnLaw.shuffled(cubes, random);
    return threeColumns
        ? new double[][] {cubes, digits, ColumnLaw.normal(10, 1).draw(rows, random)}
        : new double[][] {cubes, digits};
  }

  /** Columns of random laws in random units. */
  private static double[][] pairs(int rows, int d, SplittableRandom random) {
    double[][] columns = new double[d][];
    for (int j = 0; j < d; j++) {
      columns[j] = randomLaw(random).draw(rows, random);
    }
    return columns;
  }

  private static ColumnLaw randomLaw(SplittableRandom random) {
    double unit = Math.pow(10, random.nextDouble(-3, 3));
    int law = random.nextInt(5);
    return switch (law) {
      case 0 -> {
        double shape = random.nextDouble(0.3, 3);
        yield ColumnLaw.of(r -> unit * Skewed.gamma(shape, r));
      }
      case 1 -> ColumnLaw.lognormal(unit, random.nextDouble(0.3, 1.5));
      case 2 -> {
        double shape = random.nextDouble(0.4, 1.5);
        yield ColumnLaw.of(r -> unit * Skewed.weibull(shape, r));
      }
      case 3 -> {
        double a = random.nextDouble(0.3, 2);
        double b = random.nextDouble(2, 8);
        yield ColumnLaw.of(r -> unit * Skewed.beta(a, b, r));
      }
      default -> {
        double mean = random.nextDouble(0.5, 6);
        yield ColumnLaw.of(r -> Skewed.poisson(mean, r));
      }
    };
  }

  private static ColumnTable far(Words words) {
    String where = words.text(1);
    if (!where.equals("cell") && !where.equals("rows")) {
      throw words.refused("say far:cell or far:rows");
    }
    int cells = where.equals("cell") ? 1 : 20;
    double value = where.equals("cell") ? 1e308 : 1e300;
    ColumnTable.Draw draw =
        (n, random) -> {
          List<double[]> columns = new ArrayList<>();
          normals(4).forEach(law -> columns.add(law.draw(n, random)));
          double[] last = ColumnLaw.normal(10, 1).draw(n, random);
          for (int i = 0; i < Math.min(cells, n); i++) {
            last[i] = value;
          }
          columns.add(ColumnLaw.shuffled(last, random));
          return columns.toArray(double[][]::new);
        };
    return new ColumnTable(words.name(), ROWS, draw, 1);
  }

  /** Rows with a single one, in column j with probability in proportion to 1 / j. */
  private static double[][] oneHot(int rows, int d, SplittableRandom random) {
    double[] below = IntStream.rangeClosed(1, d).mapToDouble(j -> 1.0 / j).toArray();
    Arrays.parallelPrefix(below, Double::sum);
    double[][] columns = new double[d][rows];
    for (int i = 0; i < rows; i++) {
      int found = Arrays.binarySearch(below, below[d - 1] * random.nextDouble());
      columns[Math.min(found < 0 ? -found - 1 : found + 1, d - 1)][i] = 1;
    }
    return columns;
  }

  private static List<ColumnLaw> even(Words words) {
    return switch (words.kind()) {
      case "normal16" -> Collections.nCopies(16, ColumnLaw.normal(10, 1));
      case "normal128" -> Collections.nCopies(128, ColumnLaw.normal(10, 1));
      case "t3x16" -> Collections.nCopies(16, ColumnLaw.of(random -> Skewed.student(3, random)));
      case "lognormal16" -> Collections.nCopies(16, ColumnLaw.lognormal(1, 1));
      case "lognormal128" -> Collections.nCopies(128, ColumnLaw.lognormal(1, 1));
      case "sparse128" ->
          Collections.nCopies(
              128,
              ColumnLaw.of(random -> random.nextDouble() < 0.05 ? Skewed.weibull(1, random) : 0));
      case "mixed32" -> IntStream.range(0, 32).mapToObj(Tables::mixed).toList();
      default -> throw words.refused("there is no such table; private-mean-bench columns --help");
    };
  }

  /** Units from 1e3 to 1e-3; normal and lognormal in turn. */
  private static ColumnLaw mixed(int j) {
    double unit = Math.pow(10, 3 - 6.0 * j / 31);
    return j % 2 == 0 ? ColumnLaw.normal(5 * unit, unit) : ColumnLaw.lognormal(unit, 1);
  }

  /**
   * The name of a table, and its parts.
   *
   * @param parts between colons; the first is the kind
   */
  private record Words(String name, List<String> parts) {
    String kind() {
      return parts.get(0);
    }

    String text(int place) {
      return place < parts.size() ? parts.get(place) : "";
    }

    double number(int place, double otherwise) {
      try {
        return place < parts.size() ? Double.parseDouble(parts.get(place)) : otherwise;
      } catch (NumberFormatException e) {
        throw refused(parts.get(place) + " is no number");
      }
    }

    int whole(int place, int otherwise) {
      return place < parts.size() ? whole(parts.get(place)) : otherwise;
    }

    int whole(String text) {
      try {
        return Integer.parseUnsignedInt(text);
      } catch (NumberFormatException e) {
        throw refused(text + " is no whole number");
      }
    }

    IllegalArgumentException refused(String why) {
      return new IllegalArgumentException("--table " + name + ": " + why);
    }
  }
}
