package org.privatemean.app;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Options of a reader. Options by which one row could affect how others are read are refused. */
record ReaderOptions(Map<String, String> values) {
  /**
   * Options with which a reader takes types, columns, names or the number of rows from the rows,
   * stops at a row, or reads something else. In lower case, letters and digits only.
   */
  private static final Set<String> REFUSED =
      Set.of(
          ("badrecordspath columnnameofcorruptrecord comment dropfieldifallnull ignorecorruptfiles"
                  + " ignoremissingfiles ignoresurroundingspaces inferschema infercolumntypes"
                  + " infertimestamp maxcharspercolumn maxcolumns mergeschema multiline path paths"
                  + " preferdate prefersdecimal primitivesasstring rescueddatacolumn rowtag"
                  + " samplesize samplingratio schemaevolutionmode singlevariantcolumn wholefile"
                  + " wholetext")
              .split(" ", -1));

  /** Checks the given options; unknown ones are accepted for a source of no known format. */
  static ReaderOptions parse(Format format, List<String> given) {
    Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String option : given) {
      int equals = option.indexOf('=');
      if (equals < 1) {
        throw new WrongInputException("--option " + option + ": give KEY=VALUE");
      }
      String name = option.substring(0, equals).strip();
      if (!isFixed(name, option.substring(equals + 1).strip())) {
        checkKnown(format, name);
      }
      if (values.put(name, option.substring(equals + 1)) != null) {
        throw new WrongInputException("--option " + name + " is given twice");
      }
    }
    return new ReaderOptions(values);
  }

  /** True if the option has a single valid value, and the given value is this one. */
  private static boolean isFixed(String name, String value) {
    boolean isMode = plain(name).equals("mode");
    if (isMode && !value.equalsIgnoreCase("permissive")) {
      throw new WrongInputException(
          "--option mode must be PERMISSIVE: bad lines are invalid rows, see --handle-invalid");
    }
    boolean isSchema = plain(name).equals("enforceschema");
    if (isSchema && !value.equalsIgnoreCase("true")) {
      throw new WrongInputException(
          "--option enforceSchema must be true: else a file's lines could change its columns");
    }
    return isMode || isSchema;
  }

  private static void checkKnown(Format format, String name) {
    if (REFUSED.contains(plain(name))) {
      throw WrongInputException.format(
          "--option %s is refused: one row could change how others are read", name);
    }
    if (format != Format.OTHER && format.options().stream().noneMatch(name::equalsIgnoreCase)) {
      throw WrongInputException.format(
          "--option %s: %s takes %s", name, format, String.join(", ", format.options()));
    }
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  boolean isTrue(String name, boolean otherwise) {
    String value = get(name).map(String::strip).orElse(String.valueOf(otherwise));
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw new WrongInputException("--option " + name + " must be true or false");
    }
    return value.equalsIgnoreCase("true");
  }

  Optional<String> character(String name) {
    Optional<String> text = get(name).map(ReaderOptions::unescape);
    if (text.filter(value -> value.length() > 1).isPresent()) {
      throw new WrongInputException("--option " + name + " must be one character");
    }
    return text;
  }

  static String unescape(String text) {
    return switch (text) {
      case "\\t" -> "\t";
      case "\\n" -> "\n";
      case "\\r" -> "\r";
      default -> text;
    };
  }

  Charset charset() {
    Optional<String> name = either("encoding", "charset");
    try {
      Charset charset = name.map(Charset::forName).orElse(StandardCharsets.UTF_8);
      if (charset.equals(StandardCharsets.UTF_8) || isByteForByte(charset)) {
        return charset;
      }
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      throw new WrongInputException("--option encoding: there is no such character set", unknown);
    }
    throw new WrongInputException(
        "--option encoding must be UTF-8 or a set of one byte a character that holds ASCII:"
            + " convert the files first");
  }

  private static boolean isByteForByte(Charset charset) {
    byte[] ascii = new byte[128];
    for (int i = 0; i < ascii.length; i++) {
      ascii[i] = (byte) i;
    }
    return charset.canEncode()
        && charset.newEncoder().maxBytesPerChar() == 1
        && new String(ascii, charset).equals(new String(ascii, StandardCharsets.US_ASCII));
  }

  Optional<String> either(String name, String other) {
    if (values.containsKey(name) && values.containsKey(other)) {
      throw WrongInputException.format("both --option %s and %s are given: give one", name, other);
    }
    return get(name).or(() -> get(other));
  }

  /** Returns all options except those with a single valid value. */
  Map<String, String> asGiven() {
    Map<String, String> given = new TreeMap<>(values);
    given.keySet().removeIf(name -> isFixed(name, values.get(name).strip()));
    return given;
  }

  Map<String, String> ofFiles() {
    Map<String, String> files = asGiven();
    files.keySet().removeIf(name -> !Format.isOfFiles(name));
    return files;
  }
}
