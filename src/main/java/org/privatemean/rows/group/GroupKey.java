package org.privatemean.rows.group;

import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Key of a group: one value for each group column, none of them null. Values are strings, integers
 * of any width, booleans or dates; those of a column are of one type. Keys are ordered column by
 * column, strings by their UTF-8 bytes.
 *
 * <p><b>Canonical bytes.</b> For each value a letter for its type, its length in four bytes, and
 * its UTF-8 bytes or its big-endian two's complement (dates: days since 1970-01-01 in four bytes).
 * Different keys have different bytes.
 */
public record GroupKey(List<Object> values) implements Comparable<GroupKey>, Serializable {
  private enum Tag {
    STRING('s', String.class),
    BYTE('y', Byte.class),
    SHORT('h', Short.class),
    INT('i', Integer.class),
    LONG('l', Long.class),
    BOOLEAN('b', Boolean.class),
    DATE('d', LocalDate.class);

    private final char letter;
    private final Class<?> type;

    Tag(char letter, Class<?> type) {
      this.letter = letter;
      this.type = type;
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
      for (Tag tag : values()) {
        if (tag.type == value.getClass()) {
          return tag;
        }
      }
      // Only the class: the value may be private.
      throw new IllegalArgumentException("no value of a key is of " + value.getClass());
    }
  }

  /** Copies the values; throws IllegalArgumentException for none or others than these. */
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

  public static GroupKey of(Object... values) {
    return new GroupKey(List.of(values));
  }

  /** True if a string has UTF-8 bytes: it contains no unpaired surrogate. */
  public static boolean isText(String text) {
    return text.codePoints()
        .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
  }

  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(Long.SIZE);
    for (Object value : values) {
      Tag tag = Tag.find(value);
      byte[] content = content(tag, value);
      bytes.write(tag.letter);
      bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(content.length).array());
      bytes.writeBytes(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] content(Tag tag, Object value) {
    return switch (tag) {
      case STRING -> utf8((String) value);
      case BYTE -> new byte[] {(Byte) value};
      case SHORT -> ByteBuffer.allocate(Short.BYTES).putShort((Short) value).array();
      case INT -> ByteBuffer.allocate(Integer.BYTES).putInt((Integer) value).array();
      case LONG -> ByteBuffer.allocate(Long.BYTES).putLong((Long) value).array();
      case BOOLEAN -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
      case DATE -> {
        int day = Math.toIntExact(((LocalDate) value).toEpochDay());
        yield ByteBuffer.allocate(Integer.BYTES).putInt(day).array();
      }
    };
  }

  /** Reads canonical bytes back; throws IllegalArgumentException for others. */
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
    GroupKey key = new GroupKey(values);
    // Not UTF-8, or a boolean that is neither 0 nor 1.
    if (!Arrays.equals(key.bytes(), bytes)) {
      throw new IllegalArgumentException("not the bytes of a key");
    }
    return key;
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
    return Arrays.compare(values.toArray(), other.values.toArray(), GroupKey::compare);
  }

  /** Compares values of a type; those of different types in the order of types. */
  @SuppressWarnings("unchecked") // After the types were compared.
  private static int compare(Object one, Object other) {
    if (one.getClass() != other.getClass()) {
      return Tag.find(one).compareTo(Tag.find(other));
    }
    return one instanceof String text
        ? Arrays.compareUnsigned(utf8(text), utf8((String) other))
        : ((Comparable<Object>) one).compareTo(other);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
