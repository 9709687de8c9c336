package org.privatemean.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.privatemean.spark.param.FitRequest.KeyRequest;

/** A public list of keys as a file of csv: its first line names the group columns. */
final class KeyFile {
  static final String OPTION = "--public-keys-file";
  private static final String MARK = "\uFEFF";

  private KeyFile() {}

  /** Reads up to one key more than the most. The file is public, so messages quote a line. */
  static KeyRequest.File read(String text, int most) {
    Path path = Storage.path(OPTION, text);
    try {
      FileSystem files = Storage.fileSystem(path);
      if (!files.exists(path)) {
        throw new WrongInputException(OPTION + ": " + path + " does not exist");
      }
      if (files.getFileStatus(path).isDirectory()) {
        throw new WrongInputException(OPTION + ": " + path + " is a folder: name a file");
      }
      try (InputStream stored = files.open(path);
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(stored, StandardCharsets.UTF_8.newDecoder()))) {
        return read(lines, most);
      }
    } catch (CharacterCodingException malformed) {
      throw new WrongInputException(OPTION + ": " + path + " is not in UTF-8", malformed);
    } catch (IOException unreadable) {
      throw new WrongInputException(
          String.format("%s: cannot read %s: %s", OPTION, path, Failure.reason(unreadable)),
          unreadable);
    }
  }

  private static KeyRequest.File read(BufferedReader lines, int most) throws IOException {
    String first = lines.readLine();
    if (first == null) {
      throw new WrongInputException(
          OPTION + ": the file is empty: its first line names the columns of --group-cols");
    }
    List<String> header = fields(first.startsWith(MARK) ? first.substring(1) : first, 1);
    if (header.contains(null)) {
      throw new WrongInputException(OPTION + ": the header has an empty name");
    }
    List<KeyRequest.KeyLine> keys = new ArrayList<>();
    for (String line = lines.readLine();
        line != null && keys.size() <= most;
        line = lines.readLine()) {
      int number = keys.size() + 2;
      keys.add(new KeyRequest.KeyLine(number, fields(line, number)));
    }
    return new KeyRequest.File(header, keys);
  }

  private static List<String> fields(String line, int number) {
    List<String> fields = CsvFields.usual(line);
    if (fields == null) {
      throw new WrongInputException(OPTION + ": line " + number + " leaves a quote open: " + line);
    }
    return fields;
  }
}
