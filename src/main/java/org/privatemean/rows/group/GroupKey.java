package org.privatemean.rows.group;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.privatemean.annotation.Internal;

/**
 * Key of a group: one value for each group column, none of them null.
 *
 * <p>Values are strings, integers of any width, booleans or dates ({@link LocalDate}); those of a
 * column are of one type. Keys are ordered column by column, strings by their UTF-8 bytes, so the
 * order of a list reveals nothing.
 *
 * <p><b>Canonical bytes.</b> For each value a letter for its type, its length in four bytes, and
 * its UTF-8 bytes or its big-endian two's complement (dates: days since 1970-01-01 in four bytes).
 * The lengths separate the values, so different keys have different bytes, for any number of
 * columns and every version of Spark.
 *
 * @param values one for each group column
 */
@Internal
public record GroupKey(List<Object> values) implements Comparable<GroupKey>, Serializable {
  /** The types of values, by the first byte of their canonical form. */
  private enum Tag {
    STRING('s'),
    BYTE('y'),
    SHORT('h'),
    INT('i'),
    LONG('l'),
    BOOLEAN('b'),
    DATE('d');

    private final char letter;

    Tag(char letter) {
      this.letter = letter;
    }

    static Tag find(byte letter) {
      for (Tag tag : values()) {
        if (tag.letter == letter) {
          return tag;
        }
      }
      throw new IllegalArgumentException("not the bytes of a key");
    }

    static Tag find(Object value) {
      if (value instanceof String) {
        return STRING;
      } else if (value instanceof Byte) {
        return BYTE;
      } else if (value instanceof Short) {
        return SHORT;
      } else if (value instanceof Integer) {
        return INT;
      } else if (value instanceof Long) {
        return LONG;
      } else if (value instanceof Boolean) {
        return BOOLEAN;
      } else if (value instanceof LocalDate) {
        return DATE;
      }
      // Only the class: the value may be private.
      throw new IllegalArgumentException("no value of a key is of " + value.getClass());
    }
  }

  /**
   * Copies the values.
   *
   * @throws IllegalArgumentException if there are none, or one is of another type or a string with
   *     half of a surrogate pair, which has no UTF-8 bytes
   */
  public GroupKey {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a key has at least one value");
    }
    for (Object value : values) {
      if (Tag.find(value) == Tag.STRING && !isText((String) value)) {
        throw new IllegalArgumentException("a string of a key has half of a surrogate pair");
      }
    }
  }

  /** The key of one column or more. */
  public static GroupKey of(Object... values) {
    return new GroupKey(List.of(values));
  }

  /** True if a string has UTF-8 bytes: it contains no unpaired surrogate. */
  public static boolean isText(String text) {
    for (int k = 0; k < text.length(); k++) {
      char unit = text.charAt(k);
      if (Character.isSurrogate(unit)) {
        boolean pair =
            Character.isHighSurrogate(unit)
                && k + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(k + 1));
        if (!pair) {
          return false;
        }
        k++;
      }
    }
    return true;
  }

  /** The canonical bytes. */
  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(Long.SIZE);
    try (DataOutputStream to = new DataOutputStream(bytes)) {
      for (Object value : values) {
        Tag tag = Tag.find(value);
        to.writeByte(tag.letter);
        write(tag, value, to);
      }
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return bytes.toByteArray();
  }

  private static void write(Tag tag, Object value, DataOutputStream to) throws IOException {
    switch (tag) {
      case STRING -> {
        byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
        to.writeInt(text.length);
        to.write(text);
      }
      case BYTE -> {
        to.writeInt(Byte.BYTES);
        to.writeByte((Byte) value);
      }
      case SHORT -> {
        to.writeInt(Short.BYTES);
        to.writeShort((Short) value);
      }
      case INT -> {
        to.writeInt(Integer.BYTES);
        to.writeInt((Integer) value);
      }
      case LONG -> {
        to.writeInt(Long.BYTES);
        to.writeLong((Long) value);
      }
      case BOOLEAN -> {
        to.writeInt(1);
        to.writeBoolean((Boolean) value);
      }
      case DATE -> {
        to.writeInt(Integer.BYTES);
        to.writeInt(Math.toIntExact(((LocalDate) value).toEpochDay()));
      }
    }
  }

  /**
   * Reads canonical bytes back.
   *
   * @throws IllegalArgumentException if they are not the bytes of a key
   */
  public static GroupKey read(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    List<Object> values = new ArrayList<>();
    try {
      while (from.hasRemaining()) {
        Tag tag = Tag.find(from.get());
        int length = from.getInt();
        if (length < 0 || length > from.remaining()) {
          throw new IllegalArgumentException("not the bytes of a key");
        }
        values.add(read(tag, from.slice(from.position(), length)));
        from.position(from.position() + length);
      }
    } catch (BufferUnderflowException | DateTimeException cut) {
      throw new IllegalArgumentException("not the bytes of a key", cut);
    }
    return new GroupKey(values);
  }

  private static Object read(Tag tag, ByteBuffer from) {
    Object value =
        switch (tag) {
          case STRING -> StandardCharsets.UTF_8.decode(from).toString();
          case BYTE -> from.get();
          case SHORT -> from.getShort();
          case INT -> from.getInt();
          case LONG -> from.getLong();
          case BOOLEAN -> from.get() != 0;
          case DATE -> LocalDate.ofEpochDay(from.getInt());
        };
    if (from.hasRemaining()) {
      throw new IllegalArgumentException("not the bytes of a key");
    }
    return value;
  }

  @Override
  public int compareTo(GroupKey other) {
    int common = Math.min(values.size(), other.values.size());
    for (int k = 0; k < common; k++) {
      int order = compare(values.get(k), other.values.get(k));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(values.size(), other.values.size());
  }

  /**
   * Compares keys. Values of a column are of one type; keys of different columns are ordered by
   * their types.
   */
  @SuppressWarnings("unchecked") // After the types were compared.
  private static int compare(Object one, Object other) {
    if (one.getClass() != other.getClass()) {
      return Tag.find(one).compareTo(Tag.find(other));
    }
    return one instanceof String text
        ? compare(text, (String) other)
        : ((Comparable<Object>) one).compareTo(other);
  }

  /**
   * Compares by UTF-8 bytes, which is the order of the code points: that of Java's chars except for
   * surrogates, which are above all other chars.
   */
  private static int compare(String one, String other) {
    int common = Math.min(one.length(), other.length());
    for (int k = 0; k < common; k++) {
      char a = one.charAt(k);
      char b = other.charAt(k);
      if (a != b) {
        return Integer.compare(rank(a), rank(b));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + Character.MIN_SUPPLEMENTARY_CODE_POINT : unit;
  }
}
