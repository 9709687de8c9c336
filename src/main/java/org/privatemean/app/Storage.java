package org.privatemean.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.spark.SparkConf;
import scala.Tuple2;

/** File systems that Spark reads and writes, resolved before a session is started. */
final class Storage {
  private static final String HADOOP = "spark.hadoop.";

  /** Jars of the file systems that are not part of Hadoop's client. */
  private static final Map<String, String> JARS =
      Map.of(
          "s3", "hadoop-aws",
          "s3a", "hadoop-aws",
          "s3n", "hadoop-aws",
          "abfs", "hadoop-azure",
          "abfss", "hadoop-azure",
          "wasb", "hadoop-azure",
          "wasbs", "hadoop-azure",
          "gs", "gcs-connector",
          "oss", "hadoop-aliyun",
          "cosn", "hadoop-cos");

  private static final Pattern PATTERN = Pattern.compile("[\\[\\]{}*?]");

  private Storage() {}

  /** Makes a path absolute in its file system. */
  public static Path path(String option, String text) {
    Path path = parse(option, text);
    boolean isElsewhere =
        new SparkConf().get("spark.submit.deployMode", "client").equals("cluster");
    if (isElsewhere && !path.isAbsolute()) {
      // A relative path would be in a folder that is deleted with the driver.
      throw WrongInputException.format(
          "%s: '%s' is relative, and with --deploy-mode cluster the driver runs in a folder of"
              + " its own: give an absolute path or a URI",
          option, text);
    }
    try {
      return fileSystem(path).makeQualified(path);
    } catch (IOException | RuntimeException failure) {
      String scheme = path.toUri().getScheme();
      boolean isUnknown =
          failure instanceof UnsupportedFileSystemException
              || (failure instanceof RuntimeException
                  && failure.getCause() instanceof ClassNotFoundException);
      throw new WrongInputException(
          isUnknown
              ? String.format(
                  "%s: no file system for %s: add %s",
                  option, scheme, JARS.getOrDefault(scheme, "the jar that has it"))
              : String.format("%s: cannot reach %s: %s", option, text, Failure.name(failure)),
          failure);
    }
  }

  private static Path parse(String option, String text) {
    try {
      return new Path(text);
    } catch (IllegalArgumentException none) {
      throw new WrongInputException(
          String.format(
              "%s: '%s' is not a path: %s",
              option,
              text,
              text.contains(":")
                  ? "a name with ':' cannot be read, rename the file"
                  : "quote it, or escape what is special"),
          none);
    }
  }

  static boolean isWithin(Path path, Path folder) {
    return above(path).anyMatch(folder::equals);
  }

  private static Stream<Path> above(Path path) {
    return Stream.iterate(path, step -> step != null, Path::getParent);
  }

  public static FileSystem fileSystem(Path path) throws IOException {
    return path.getFileSystem(configuration());
  }

  /** Returns Hadoop's settings, including those in Spark's settings. */
  public static Configuration configuration() {
    Configuration configuration = new Configuration();
    for (Tuple2<String, String> setting : new SparkConf().getAllWithPrefix(HADOOP)) {
      configuration.set(setting._1(), setting._2());
    }
    return configuration;
  }

  /** Makes paths and patterns absolute and lists their files. */
  static List<Path> inputs(List<String> inputs) {
    List<Path> paths = new ArrayList<>();
    Set<Path> found = new HashSet<>();
    for (String input : inputs) {
      Path path = path("--input", input);
      paths.add(path);
      for (Path match : matches(path)) {
        if (!found.add(match)) {
          throw twice();
        }
      }
    }
    if (found.stream().anyMatch(path -> above(path.getParent()).anyMatch(found::contains))) {
      throw twice();
    }
    return paths;
  }

  private static WrongInputException twice() {
    return new WrongInputException(
        "--input: one input contains another, so its rows would count twice: name it once");
  }

  private static List<Path> matches(Path path) {
    try {
      FileStatus[] found = fileSystem(path).globStatus(path);
      if (found == null || found.length == 0) {
        throw new WrongInputException(
            "--input: there is no "
                + path
                + (PATTERN.matcher(path.toString()).find()
                    ? ": [ ] { } * and ? make a pattern; write ? for one that is in the file's name"
                    : ""));
      }
      for (FileStatus file : found) {
        String name = file.getPath().getName();
        if (file.isFile() && (name.startsWith("_") || name.startsWith("."))) {
          throw WrongInputException.format(
              "--input: %s: Spark skips files whose names begin with _ or .: rename it", path);
        }
      }
      return Arrays.stream(found).map(FileStatus::getPath).toList();
    } catch (IllegalArgumentException colon) {
      throw colonInName(List.of(path), colon);
    } catch (IOException unreachable) {
      Failure.checkAccess(List.of(path), unreachable);
      throw new WrongInputException(
          String.format("--input: cannot look at %s: %s", path, Failure.name(unreachable)),
          unreachable);
    }
  }

  /** Returns the exception for a file name with a colon, which fails even if it is not read. */
  static WrongInputException colonInName(List<Path> paths, Exception failure) {
    return new WrongInputException(
        "--input: a folder of "
            + paths.get(0)
            + " has a file with ':' in its name, which Hadoop cannot list: rename that file",
        failure);
  }
}
