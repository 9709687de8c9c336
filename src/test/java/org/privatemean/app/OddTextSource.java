package org.privatemean.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.privatemean.spark.column.Decoded;

/** Files of lines, each of which is a record. */
abstract class OddTextSource implements OddSource<byte[]> {
  private static final byte[] LINE_END = {'\n'};

  private final String name;
  private final String extension;
  private final Optional<String> header;
  private final List<List<String>> shapes;

  /**
   * A format.
   *
   * @param name what to call it
   * @param extension of the files, by which the job knows the format
   * @param header the first line of every file
   * @param shapes options of the job that name the columns, for each shape
   */
  OddTextSource(String name, String extension, Optional<String> header, List<List<String>> shapes) {
    this.name = name;
    this.extension = extension;
    this.header = header;
    this.shapes = shapes;
  }

  @Override
  public final String name() {
    return name;
  }

  /** Random bytes in the place of a line; the same at every call. */
  abstract List<OddRecord<byte[]>> random(int count);

  /** Lines end with a line feed, a carriage return or both. */
  @Override
  public final List<byte[]> split(byte[] written) {
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < written.length; i++) {
      if (written[i] == '\n' || written[i] == '\r') {
        lines.add(Arrays.copyOfRange(written, start, i));
        boolean both = written[i] == '\r' && i + 1 < written.length && written[i + 1] == '\n';
        i += both ? 1 : 0;
        start = i + 1;
      }
    }
    // In a file a line feed follows; after a carriage return it is part of that line end.
    boolean ended = written.length > 0 && written[written.length - 1] == '\r';
    if (!ended) {
      lines.add(Arrays.copyOfRange(written, start, written.length));
    }
    return lines;
  }

  @Override
  public final Object key(byte[] record) {
    return new String(record, ISO_8859_1);
  }

  @Override
  public final void write(Path folder, Map<String, List<byte[]>> tables) {
    SplittableRandom random = new SplittableRandom(3);
    try {
      Files.createDirectory(folder);
      for (Map.Entry<String, List<byte[]>> table : tables.entrySet()) {
        byte[] content = content(table.getValue());
        boolean open = random.nextInt(4) == 0 && endsWithText(table.getValue());
        int length = open ? content.length - LINE_END.length : content.length;
        Files.write(
            folder.resolve(table.getKey() + "." + extension), Arrays.copyOf(content, length));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private byte[] content(List<byte[]> lines) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    header.ifPresent(
        line -> {
          content.writeBytes(line.getBytes(UTF_8));
          content.writeBytes(LINE_END);
        });
    for (byte[] line : lines) {
      content.writeBytes(line);
      content.writeBytes(LINE_END);
    }
    return content.toByteArray();
  }

  /**
   * Whether the last line feed may be left out: no line would vanish, and no other line end. A byte
   * order mark is no text.
   */
  private static boolean endsWithText(List<byte[]> lines) {
    byte[] last = lines.get(lines.size() - 1);
    byte end = last.length == 0 ? (byte) '\n' : last[last.length - 1];
    return end != '\n' && end != '\r' && !Arrays.equals(last, OddTexts.MARK);
  }

  @Override
  public final String format() {
    return extension;
  }

  @Override
  public final List<List<String>> shapes() {
    return shapes;
  }

  /** Every table is a file. */
  @Override
  public final Map<String, List<List<Double>>> tables(String folder, List<Decoded> rows) {
    Map<String, List<List<Double>>> tables = new HashMap<>();
    for (Decoded one : rows) {
      String file = one.file();
      String table = file.substring(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));
      tables.computeIfAbsent(table, name -> new ArrayList<>()).add(one.row());
    }
    return tables;
  }
}
