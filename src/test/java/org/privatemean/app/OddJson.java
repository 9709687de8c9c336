package org.privatemean.app;

import static org.privatemean.app.OddTexts.LONG;
import static org.privatemean.app.OddTexts.MARK;
import static org.privatemean.app.OddTexts.joined;
import static org.privatemean.app.OddTexts.utf8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lines of one object each, read by three keys of numbers, and by one key of an array. */
final class OddJson extends OddTextSource {
  OddJson() {
    super(
        "json",
        "json",
        Optional.empty(),
        List.of(List.of("--features", "a,b,c"), List.of("--vector-col", "v")));
  }

  @Override
  public byte[] clean(double... row) {
    return utf8(
        String.format(
            "{\"note\": \"n\", \"a\": %1$s, \"b\": %2$s, \"c\": %3$s, \"v\": [%1$s, %2$s, %3$s]}",
            row[0], row[1], row[2]));
  }

  @Override
  List<OddRecord<byte[]>> random(int count) {
    return OddTexts.random(count, clean(1.25, 22.5, -3), "{}[]:,\"\"\\abcv0123.eE-\n\r nul", 6);
  }

  @Override
  public byte[] nothing() {
    return utf8("{}");
  }

  @Override
  public String worst() {
    return "deep arrays for a number";
  }

  @Override
  public List<OddRecord<byte[]>> odd() {
    List<OddRecord<byte[]>> odd = new ArrayList<>();
    addFields(odd);
    addKeys(odd);
    addVectors(odd);
    addLines(odd);
    addBytes(odd);
    return odd;
  }

  private static final Verdict ROW = Verdict.of(1, 2, 3);

  private static void add(
      List<OddRecord<byte[]>> odd, String kind, String line, Verdict... verdicts) {
    odd.add(OddRecord.line(kind, utf8(line), verdicts));
  }

  private static void invalid(List<OddRecord<byte[]>> odd, String kind, String line) {
    add(odd, kind, line, Verdict.INVALID, Verdict.INVALID);
  }

  private static void addFields(List<OddRecord<byte[]>> odd) {
    List<OddTexts.Field> fields = OddTexts.fields();
    double[] others = {1, 2, 3};
    for (int i = 0; i < fields.size(); i++) {
      OddTexts.Field field = fields.get(i);
      Verdict verdict = field.rowOf(i % DIMENSION, others);
      // Within quotes any text is json; without, some numbers are.
      odd.add(
          OddRecord.line(field.kind(), object(i, "\"" + field.text() + "\""), verdict, verdict));
      odd.add(OddRecord.line("bare " + field.kind(), object(i, field.text())));
    }
    for (String text : List.of("NaN", "Infinity", "-Infinity", "1e400", "9".repeat(400))) {
      odd.add(OddRecord.line("bare " + text, object(1, text), Verdict.INVALID, Verdict.INVALID));
    }
    for (String text : List.of("null", "true", "false", "{\"x\": 1}", "[1]", "{}", "[]", "\"\"")) {
      odd.add(OddRecord.line("value " + text, object(2, text), Verdict.INVALID, Verdict.INVALID));
    }
  }

  /** An object whose coordinate at a place, counted round, is a text. */
  private static byte[] object(int place, String text) {
    String[] numbers = {"1", "2", "3"};
    numbers[place % DIMENSION] = text;
    return utf8(
        String.format(
            "{\"a\": %1$s, \"b\": %2$s, \"c\": %3$s, \"v\": [%1$s, %2$s, %3$s]}",
            (Object[]) numbers));
  }

  private static void addKeys(List<OddRecord<byte[]>> odd) {
    add(odd, "an extra key", "{\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3],\"extra\":9}", ROW, ROW);
    add(
        odd,
        "an extra object",
        "{\"x\":{\"a\":9},\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}",
        ROW,
        ROW);
    add(odd, "keys in another order", "{\"v\":[1,2,3],\"c\":3,\"b\":2,\"a\":1}", ROW, ROW);
    invalid(odd, "keys in capitals", "{\"A\":1,\"B\":2,\"C\":3,\"V\":[1,2,3]}");
    add(
        odd,
        "keys in both cases",
        "{\"a\":1,\"A\":9,\"b\":2,\"c\":3,\"v\":[1,2,3],\"V\":9}",
        ROW,
        ROW);
    add(odd, "a key twice", "{\"a\":1,\"a\":9,\"b\":2,\"c\":3,\"v\":[1,2,3],\"v\":[7,8,9]}");
    add(
        odd,
        "a key twice of two types",
        "{\"a\":1,\"a\":{},\"b\":2,\"c\":3,\"v\":[1,2,3],\"v\":0}");
    add(odd, "an escaped key", "{\"\\u0061\":1,\"b\":2,\"c\":3,\"\\u0076\":[1,2,3]}", ROW, ROW);
    add(odd, "keys without quotes", "{a:1,b:2,c:3,v:[1,2,3]}");
    add(odd, "single quotes", "{'a':1,'b':2,'c':3,'v':[1,2,3]}");
    invalid(odd, "keys within an object", "{\"x\":{\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}}");
    invalid(odd, "a key with a dot", "{\"x.a\":1,\"x.b\":2,\"c\":3}");
    invalid(odd, "missing keys", "{\"b\":2,\"c\":3}");
    invalid(odd, "no keys", "{}");
    add(odd, "an empty key", "{\"\":9,\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}", ROW, ROW);
    add(
        odd,
        "a column of Spark's",
        "{\"_corrupt_record\":9,\"value\":8,\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}",
        ROW,
        ROW);
    add(odd, "ten thousand keys", manyKeys(), ROW, ROW);
  }

  private static String manyKeys() {
    StringBuilder line = new StringBuilder("{");
    for (int i = 0; i < 10_000; i++) {
      line.append("\"k").append(i).append("\":").append(i).append(',');
    }
    return line.append("\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}").toString();
  }

  private static void addVectors(List<OddRecord<byte[]>> odd) {
    for (String vector :
        List.of(
            "[]",
            "[1]",
            "[1,2]",
            "[1,2,3,4]",
            "[1,null,3]",
            "[1,\"x\",3]",
            "[1,[2],3]",
            "[[1,2,3]]",
            "[1,{},3]",
            "[1,true,3]",
            "[1,NaN,3]",
            "[1,2,1e400]",
            "{\"0\":1,\"1\":2,\"2\":3}",
            "7",
            "\"[1,2,3]\"",
            "\"1,2,3\"",
            "null",
            "true",
            "[null,null,null]")) {
      add(odd, "vector " + vector, numbers("\"v\":" + vector), ROW, Verdict.INVALID);
    }
    add(odd, "a vector of text", numbers("\"v\":[\"1\",\"2\",\"3\"]"), ROW, ROW);
    add(
        odd,
        "a long vector",
        numbers("\"v\":[" + "1,".repeat(LONG / 2) + "1]"),
        ROW,
        Verdict.INVALID);
    add(odd, "no vector", numbers("\"w\":[1,2,3]"), ROW, Verdict.INVALID);
    add(odd, "a vector alone", "{\"v\":[1,2,3]}", Verdict.INVALID, ROW);
    add(
        odd,
        "a vector of Spark's",
        numbers("\"v\":{\"type\":1,\"values\":[1,2,3]}"),
        ROW,
        Verdict.INVALID);
  }

  private static String numbers(String more) {
    return "{\"a\":1,\"b\":2,\"c\":3," + more + "}";
  }

  private static void addLines(List<OddRecord<byte[]>> odd) {
    String clean = numbers("\"v\":[1,2,3]");
    invalid(odd, "a blank line", "");
    invalid(odd, "a line of blanks", "   ");
    invalid(odd, "a number", "5");
    invalid(odd, "a text", "\"text\"");
    invalid(odd, "a null", "null");
    invalid(odd, "a comment", "// a comment");
    invalid(odd, "a line of csv", "1,2,3");
    invalid(odd, "an empty array", "[]");
    add(odd, "an array of an object", "[" + clean + "]");
    add(odd, "an array of two objects", "[" + clean + "," + clean + "]");
    invalid(odd, "an array of numbers", "[1,2,3]");
    add(odd, "two objects", clean + clean);
    add(odd, "an object and a comma", clean + ",");
    add(odd, "an object and text", clean + " text");
    add(odd, "a comment in an object", "{/* x */" + clean.substring(1));
    add(odd, "blanks around", "  \t" + clean + "  ", ROW, ROW);
    add(odd, "cut off", clean.substring(0, 10));
    add(odd, "cut off at the end", clean.substring(0, clean.length() - 1));
    add(odd, "an open quote", "{\"a\":1,\"b\":\"2,\"c\":3,\"v\":[1,2,3]}");
    invalid(odd, "a brace", "{");
    invalid(odd, "a brace that closes", "}");
    invalid(odd, "a quote mark", "\"");
    add(odd, "a comma too many", "{\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3],}");
    add(odd, "a line feed in a text", "{\"note\":\"x\ny\"," + clean.substring(1));
    add(odd, "a line feed between keys", "{\"a\":1,\n\"b\":2,\"c\":3,\"v\":[1,2,3]}");
    add(odd, "a carriage return", clean + "\r");
    add(odd, "line ends", "\r\r\n\n" + clean);
    add(
        odd,
        "a long text",
        "{\"note\":\"" + "x".repeat(LONG) + "\"," + clean.substring(1),
        ROW,
        ROW);
    add(odd, "a long key", "{\"" + "x".repeat(LONG) + "\":1," + clean.substring(1));
    add(odd, "a long text left open", "{\"note\":\"" + "x".repeat(LONG) + clean);
    add(
        odd,
        "deep arrays",
        "{\"x\":" + "[".repeat(LONG / 4) + "]".repeat(LONG / 4) + "," + clean.substring(1));
    add(
        odd,
        "deep arrays for a number",
        "{\"a\":" + "[".repeat(LONG / 4) + "]".repeat(LONG / 4) + ",\"b\":2,\"c\":3,\"v\":1}",
        Verdict.INVALID,
        Verdict.INVALID);
    add(odd, "deep objects left open", "{\"a\":".repeat(LONG / 10));
  }

  private static void addBytes(List<OddRecord<byte[]>> odd) {
    byte[] clean = utf8(numbers("\"v\":[1,2,3]"));
    odd.add(OddRecord.line("a byte order mark", joined(MARK, clean)));
    odd.add(OddRecord.line("two byte order marks", joined(MARK, MARK, clean)));
    odd.add(OddRecord.line("a byte order mark alone", MARK, Verdict.INVALID, Verdict.INVALID));
    odd.add(OddRecord.line("a mark of UTF-16", joined(new byte[] {-1, -2}, clean)));
    odd.add(OddRecord.line("a mark of UTF-32", joined(new byte[] {0, 0, -2, -1}, clean)));
    odd.add(OddRecord.line("zero bytes between", joined(new byte[] {0, '{', 0, '"'}, clean)));
    odd.add(
        OddRecord.line(
            "no UTF-8", new byte[] {-1, -2, (byte) 0xC0, 65}, Verdict.INVALID, Verdict.INVALID));
    odd.add(
        OddRecord.line(
            "a text that is no UTF-8",
            joined(
                utf8("{\"note\":\""),
                new byte[] {-1, (byte) 0xC3},
                utf8("\",\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}"))));
    odd.add(
        OddRecord.line(
            "a zero byte in a text",
            utf8("{\"note\":\"\0\",\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}")));
    odd.add(
        OddRecord.line(
            "an escaped zero byte",
            utf8("{\"note\":\"\\u0000\",\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}"),
            ROW,
            ROW));
    odd.add(
        OddRecord.line(
            "half a surrogate pair",
            utf8("{\"note\":\"\\ud800\",\"a\":1,\"b\":2,\"c\":3,\"v\":[1,2,3]}")));
    odd.add(OddRecord.line("a zero byte", joined(clean, new byte[1])));
    odd.add(OddRecord.line("zero bytes", new byte[100], Verdict.INVALID, Verdict.INVALID));
  }
}
