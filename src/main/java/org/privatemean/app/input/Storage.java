package org.privatemean.app.input;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import scala.Tuple2;

/** The file systems that Spark reads and writes, known before a session is started. */
public final class Storage {
  private static final String HADOOP = "spark.hadoop.";

  private Storage() {}

  /**
   * A path as the user gave it, made absolute in its file system.
   *
   * @param option what gave it, for the message
   * @throws WrongInputException if it is no path, or of an unknown or unreachable file system
   */
  public static Path path(String option, String text) {
    try {
      Path path = new Path(text);
      return fileSystem(path).makeQualified(path);
    } catch (IllegalArgumentException | IOException unusable) {
      throw new WrongInputException(
          String.format("%s: %s is not a usable path: %s", option, text, unusable.getMessage()),
          unusable);
    }
  }

  public static FileSystem fileSystem(Path path) throws IOException {
    Configuration configuration = new Configuration();
    for (Tuple2<String, String> setting : new SparkConf().getAllWithPrefix(HADOOP)) {
      configuration.set(setting._1(), setting._2());
    }
    return path.getFileSystem(configuration);
  }
}
