import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packs the Python sources and the jar into a wheel, as PEP 427 has it, with a JDK alone. The same
 * sources and jar give the same bytes.
 */
final class Wheel {
  private Wheel() {}

  /**
   * Writes the wheel.
   *
   * @param args folder of Python sources, license, jar, version, moment of its entries (ISO 8601),
   *     address of the project, and the wheel to write
   */
  public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
    Path jar = Path.of(args[2]);
    String version = args[3];
    String info = "spark_private_mean-" + version + ".dist-info/";
    Map<String, byte[]> files = sources(Path.of(args[0]));
    files.put("privatemean/jars/" + jar.getFileName(), Files.readAllBytes(jar));
    files.put(info + "LICENSE", Files.readAllBytes(Path.of(args[1])));
    files.put(info + "METADATA", bytes(metadata(version, args[5])));
    files.put(info + "WHEEL", bytes(kind()));
    files.put(info + "top_level.txt", bytes("org\nprivatemean\n"));
    files.put(info + "RECORD", bytes(record(files, info + "RECORD")));
    write(files, LocalDateTime.ofInstant(Instant.parse(args[4]), ZoneOffset.UTC), Path.of(args[6]));
  }

  private static Map<String, byte[]> sources(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        if (!name.contains("__pycache__")) {
          files.put(name, Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  private static String metadata(String version, String address) {
    return """
    Metadata-Version: 2.1
    Name: spark-private-mean
    Version: %s
    Summary: Differentially private means of vector columns, as Apache Spark ML stages.
    License: Apache-2.0
    Author: The maintainers of spark-private-mean
    Keywords: differential privacy,zCDP,mean,Apache Spark
    Classifier: Intended Audience :: Science/Research
    Classifier: License :: OSI Approved :: Apache Software License
    Classifier: Operating System :: OS Independent
    Classifier: Programming Language :: Python :: 3
    Classifier: Topic :: Scientific/Engineering
    Requires-Python: >=3.9
    Project-URL: Homepage, %s
    Provides-Extra: spark
    Requires-Dist: pyspark<4.2,>=3.5; extra == 'spark'
    Description-Content-Type: text/markdown

    # spark-private-mean

    Differentially private means of columns of numbers or vectors on Apache Spark 3.5 to 4.1.
    A budget is all that has to be chosen: noisy queries find a centre, a unit for each column
    and a clipping norm.

    ```python
    import privatemean
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.config("spark.jars", privatemean.jar()).getOrCreate()
    df = spark.createDataFrame([([i %% 7, 5 + i %% 3],) for i in range(20000)], "v array<double>")
    model = privatemean.PrivateMean(inputCol="v", dimension=2, rho=0.5).fit(df)
    print(model.mean, model.summary.l2Radius)
    ```

    The package holds the jar that does the work. It needs Java 17 or newer, and Spark's Python
    package, which the extra `spark` installs.
    """
        .formatted(version, address);
  }

  private static String kind() {
    return """
    Wheel-Version: 1.0
    Generator: spark-private-mean
    Root-Is-Purelib: true
    Tag: py3-none-any
    """;
  }

  /** A line for each file with its hash and length; that of the record itself has neither. */
  private static String record(Map<String, byte[]> files, String self)
      throws NoSuchAlgorithmException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(file.getValue());
      text.append(file.getKey())
          .append(",sha256=")
          .append(Base64.getUrlEncoder().withoutPadding().encodeToString(hash))
          .append(',')
          .append(file.getValue().length)
          .append('\n');
    }
    return text.append(self).append(",,\n").toString();
  }

  private static void write(Map<String, byte[]> files, LocalDateTime time, Path wheel)
      throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wheel))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        // Local, so that the bytes do not depend on the time zone.
        entry.setTimeLocal(time);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
