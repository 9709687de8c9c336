package org.privatemean.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Paths of an input. */
final class InputPaths {
  /** Special characters of Hadoop's patterns. */
  private static final Pattern PATTERN = Pattern.compile("[\\[\\]{}*?]");

  private InputPaths() {}

  /** Makes paths and patterns absolute and lists their files. */
  static List<Path> resolve(List<String> inputs) {
    List<Path> paths = new ArrayList<>();
    Set<Path> found = new HashSet<>();
    for (String input : inputs) {
      Path path = Storage.path("--input", input);
      paths.add(path);
      for (Path match : matches(path)) {
        if (!found.add(match)) {
          throw twice();
        }
      }
    }
    if (found.stream().anyMatch(path -> parents(path).anyMatch(found::contains))) {
      throw twice();
    }
    return paths;
  }

  private static Stream<Path> parents(Path path) {
    return Stream.iterate(path.getParent(), step -> step != null, Path::getParent);
  }

  private static WrongInputException twice() {
    return new WrongInputException(
        "--input: one input contains another, so its rows would count twice: name it once");
  }

  private static List<Path> matches(Path path) {
    try {
      FileStatus[] found = Storage.fileSystem(path).globStatus(path);
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
      if (Failure.isDenied(unreachable)) {
        throw Failure.accessDenied(List.of(path), unreachable);
      }
      throw new WrongInputException(
          String.format("--input: cannot look at %s: %s", path, Failure.name(unreachable)),
          unreachable);
    }
  }

  /** Hadoop fails on files whose names hold a colon, also those that are not read. */
  static WrongInputException colonInName(List<Path> paths, Exception failure) {
    return new WrongInputException(
        "--input: a folder of "
            + paths.get(0)
            + " has a file with ':' in its name, which Hadoop cannot list: rename that file",
        failure);
  }
}
