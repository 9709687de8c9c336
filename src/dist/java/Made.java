import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Says at the end of a build what it made, how large that is, and what to do next. */
final class Made {
  private static final double MEGABYTE = 1e6;

  private Made() {}

  /**
   * Prints to standard output, which a quiet Maven shows.
   *
   * @param args the project's folder, that of the distribution, the names of the jar and of the
   *     client's jar without ending, and the wheel
   */
  public static void main(String[] args) throws IOException {
    Path project = Path.of(args[0]);
    Path dist = Path.of(args[1]);
    String name = args[2];
    System.out.println("Made:");
    line(
        project,
        dist,
        "the job and a Scala shell with the Spark they run on, no installation needed");
    line(project, dist.resolve("lib/" + name + ".jar"), "the stage and the job, for your Spark");
    line(project, Path.of(args[4]), "the same with its Python face: pip install");
    line(project, dist.resolve("client/" + args[3] + ".jar"), "for devices, without Spark");
    System.out.println("Next:");
    System.out.println("  " + shown(project, dist.resolve("bin/private-mean")) + " @conf/job.args");
  }

  private static void line(Path project, Path made, String what) throws IOException {
    System.out.printf(
        Locale.ROOT, "  %s, %.1f MB: %s%n", shown(project, made), size(made) / MEGABYTE, what);
  }

  private static Path shown(Path project, Path made) {
    return made.startsWith(project) ? project.relativize(made) : made;
  }

  private static long size(Path made) throws IOException {
    try (Stream<Path> files = Files.walk(made)) {
      return files.filter(Files::isRegularFile).mapToLong(Made::length).sum();
    }
  }

  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
