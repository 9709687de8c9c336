package org.privatemean.app;

import static org.privatemean.app.OddTexts.LONG;
import static org.privatemean.app.OddTexts.MARK;
import static org.privatemean.app.OddTexts.joined;
import static org.privatemean.app.OddTexts.utf8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lines of a label and of pairs of a place, counted from one, and a number. */
final class OddLibsvm extends OddTextSource {
  private static final Verdict ROW = Verdict.of(1, 2, 3);

  OddLibsvm() {
    super("libsvm", "libsvm", Optional.empty(), List.of(List.of()));
  }

  @Override
  public byte[] clean(double... row) {
    return utf8(String.format("1 1:%s 2:%s 3:%s", row[0], row[1], row[2]));
  }

  @Override
  List<OddRecord<byte[]>> random(int count) {
    return OddTexts.random(count, clean(1.25, 22.5, -3), "0123 123:::.-+e\n\r#\t,", 7);
  }

  @Override
  public byte[] nothing() {
    return new byte[0];
  }

  @Override
  public String worst() {
    return "pairs 2147483648:1";
  }

  @Override
  public List<OddRecord<byte[]>> odd() {
    List<OddRecord<byte[]>> odd = new ArrayList<>();
    List<OddTexts.Field> fields = OddTexts.fields();
    for (int i = 0; i < fields.size(); i++) {
      OddTexts.Field field = fields.get(i);
      String[] numbers = {"1", "2", "3"};
      numbers[i % DIMENSION] = field.text();
      // A blank in a text makes two parts of it, the second no pair; around a number it is none.
      Verdict verdict = field.rowOf(i % DIMENSION, new double[] {1, 2, 3});
      odd.add(
          OddRecord.line(
              field.kind(), utf8(String.format("1 1:%s 2:%s 3:%s", (Object[]) numbers)), verdict));
    }
    addPairs(odd);
    addLines(odd);
    addBytes(odd);
    return odd;
  }

  private static void add(List<OddRecord<byte[]>> odd, String kind, String line, Verdict verdict) {
    odd.add(OddRecord.line(kind, utf8(line), verdict));
  }

  private static void addPairs(List<OddRecord<byte[]>> odd) {
    for (String pairs :
        List.of(
            "2:5 1:3",
            "1:2 1:3",
            "1:1 2:2 2:3",
            "3:1 2:1 1:1",
            "0:2",
            "0:9 1:1 2:2 3:3",
            "4:2",
            "1:1 2:2 3:3 4:4",
            "-1:2",
            "1:",
            ":2",
            ":",
            "1",
            "1:2:3",
            "1.0:2",
            "1e0:2",
            "x:2",
            "1:1 junk",
            "junk 1:1",
            "1:1,2:2",
            "1=1",
            "2147483648:1",
            "4294967297:1",
            "99999999999999999999:1",
            "1:1 2147483647:1",
            "1 :2",
            "1: 2",
            "0x1:2",
            "1:1 2:2 3:3 # x")) {
      add(odd, "pairs " + pairs, "1 " + pairs, Verdict.INVALID);
    }
    add(odd, "one pair", "1 2:5", Verdict.of(0, 5, 0));
    add(odd, "two pairs", "1 1:5 3:7", Verdict.of(5, 0, 7));
    add(odd, "no pairs", "1", Verdict.of(0, 0, 0));
    add(odd, "a pair of zero", "1 2:0", Verdict.of(0, 0, 0));
    add(odd, "a plus sign", "1 +1:2", Verdict.ANY);
    add(odd, "leading zeros", "1 01:1 02:2 03:3", Verdict.ANY);
    add(odd, "a million pairs", "1" + " 1:1".repeat(LONG / 4), Verdict.INVALID);
    StringBuilder ascending = new StringBuilder("1");
    for (int i = 1; i < LONG / 10; i++) {
      ascending.append(' ').append(i).append(":1");
    }
    add(odd, "more pairs than coordinates", ascending.toString(), Verdict.INVALID);
    add(odd, "a place of a million digits", "1 " + "1".repeat(LONG) + ":1", Verdict.INVALID);
  }

  private static void addLines(List<OddRecord<byte[]>> odd) {
    String pairs = " 1:1 2:2 3:3";
    add(odd, "a blank line", "", Verdict.INVALID);
    add(odd, "a line of blanks", "   ", Verdict.INVALID);
    add(odd, "a comment", "# a comment", Verdict.INVALID);
    add(odd, "a row as a comment", "#1" + pairs, Verdict.ANY);
    add(odd, "a label of text", "yes" + pairs, Verdict.ANY);
    add(odd, "a label NaN", "NaN" + pairs, Verdict.ANY);
    add(odd, "a label 1e400", "1e400" + pairs, Verdict.ANY);
    add(odd, "two labels", "1 2" + pairs, Verdict.INVALID);
    add(odd, "labels with commas", "1,2" + pairs, Verdict.ANY);
    add(odd, "a group", "1 qid:3" + pairs, Verdict.INVALID);
    add(odd, "no label", pairs.strip(), Verdict.ANY);
    add(odd, "blanks before", "  1" + pairs, Verdict.ANY);
    add(odd, "blanks after", "1" + pairs + "   ", ROW);
    add(odd, "blanks between", "1  1:1   2:2  3:3", ROW);
    add(odd, "tabs", "1\t1:1\t2:2\t3:3", ROW);
    add(odd, "separators of Unicode", "1\u20031:1\u20282:2\u00a03:3", Verdict.ANY);
    add(odd, "a line of csv", "1,2,3", Verdict.ANY);
    add(odd, "quotes", "\"1" + pairs + "\"", Verdict.INVALID);
    add(odd, "a long label", "x".repeat(LONG) + pairs, Verdict.ANY);
    add(odd, "a long blank", "1" + " ".repeat(LONG) + pairs.strip(), ROW);
    add(odd, "a line feed", "1 1:1\n 2:2 3:3", Verdict.ANY);
    add(odd, "a carriage return", "1" + pairs + "\r", Verdict.ANY);
    add(odd, "line ends", "\r\r\n\n1" + pairs, Verdict.ANY);
  }

  private static void addBytes(List<OddRecord<byte[]>> odd) {
    byte[] clean = utf8("1 1:1 2:2 3:3");
    odd.add(OddRecord.line("a byte order mark", joined(MARK, clean)));
    odd.add(OddRecord.line("two byte order marks", joined(MARK, MARK, clean)));
    odd.add(OddRecord.line("a byte order mark alone", MARK));
    odd.add(OddRecord.line("no UTF-8 in the label", joined(new byte[] {-1, -2}, clean)));
    odd.add(
        OddRecord.line(
            "no UTF-8 in a number", joined(clean, new byte[] {(byte) 0xC3}), Verdict.INVALID));
    odd.add(OddRecord.line("a zero byte", joined(clean, new byte[1])));
    odd.add(OddRecord.line("zero bytes", new byte[100]));
    odd.add(OddRecord.line("a zero byte between", utf8("1 1:1\0 2:2 3:3")));
  }
}
