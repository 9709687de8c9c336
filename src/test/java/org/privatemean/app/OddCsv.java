package org.privatemean.app;

import static org.privatemean.app.OddTexts.LONG;
import static org.privatemean.app.OddTexts.MARK;
import static org.privatemean.app.OddTexts.joined;
import static org.privatemean.app.OddTexts.utf8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Comma separated lines of a note and three numbers, with a header or without. */
final class OddCsv extends OddTextSource {
  private static final String HEADER = "note,a,b,c";

  /** Where the note stands among the four fields. */
  private final int note;

  private OddCsv(String name, Optional<String> header, int note, List<List<String>> shapes) {
    super(name, "csv", header, shapes);
    this.note = note;
  }

  static OddCsv withHeader() {
    return new OddCsv(
        "csv with a header", Optional.of(HEADER), 0, List.of(List.of("--features", "a,b,c")));
  }

  /** The note stands third, so that a line may begin with a number. */
  static OddCsv withoutHeader() {
    return new OddCsv(
        "csv without a header",
        Optional.empty(),
        2,
        List.of(List.of("--option", "header=false", "--features", "_c0,_c1,_c3")));
  }

  private byte[] line(String text, String... numbers) {
    List<String> fields = new ArrayList<>(List.of(numbers));
    fields.add(note, text);
    return utf8(String.join(",", fields));
  }

  @Override
  public byte[] clean(double... row) {
    return line("n", Arrays.stream(row).mapToObj(Double::toString).toArray(String[]::new));
  }

  @Override
  List<OddRecord<byte[]>> random(int count) {
    return OddTexts.random(count, clean(1.25, 22.5, -3), "0123456789.eE+-,,,,\"\"\\\n\r#; N", 5);
  }

  @Override
  public byte[] nothing() {
    return utf8(",,,");
  }

  @Override
  public String worst() {
    return "30000 separators";
  }

  @Override
  public List<OddRecord<byte[]>> odd() {
    List<OddRecord<byte[]>> odd = new ArrayList<>();
    List<OddTexts.Field> fields = OddTexts.fields();
    for (int i = 0; i < fields.size(); i++) {
      odd.add(field(fields.get(i), i % DIMENSION));
    }
    addLines(odd);
    addFieldsAndQuotes(odd);
    addBytes(odd);
    return odd;
  }

  private OddRecord<byte[]> field(OddTexts.Field field, int place) {
    String[] numbers = {"1", "2", "3"};
    numbers[place] = field.text();
    return OddRecord.line(
        field.kind(), line("n", numbers), field.rowOf(place, new double[] {1, 2, 3}));
  }

  private static void add(List<OddRecord<byte[]>> odd, String kind, Verdict verdict, String line) {
    odd.add(OddRecord.line(kind, utf8(line), verdict));
  }

  private void addLines(List<OddRecord<byte[]>> odd) {
    add(odd, "a blank line", Verdict.INVALID, "");
    add(odd, "a line of blanks", Verdict.INVALID, "   ");
    add(odd, "a line of a tab", Verdict.INVALID, "\t");
    add(odd, "no fields", Verdict.INVALID, ",,,");
    add(odd, "the header", Verdict.INVALID, HEADER);
    add(odd, "the header in capitals", Verdict.INVALID, "NOTE,A,B,C");
    add(odd, "another header", Verdict.INVALID, "_c0,_c1,_c2,_c3");
    add(odd, "a comment", Verdict.INVALID, "# a comment");
    add(odd, "semicolons", Verdict.INVALID, "n;1;2;3");
    add(odd, "tabs", Verdict.INVALID, "n\t1\t2\t3");
    add(odd, "an object", Verdict.INVALID, "{\"a\":1,\"b\":2,\"c\":3}");
    odd.add(OddRecord.line("a note that is a comment", line("#", "1", "2", "3"), row(1, 2, 3)));
    odd.add(OddRecord.line("an empty note", line("", "1", "2", "3"), row(1, 2, 3)));
    odd.add(OddRecord.line("an empty number", line("n", "1", "", "3"), Verdict.INVALID));
  }

  private void addFieldsAndQuotes(List<OddRecord<byte[]>> odd) {
    add(odd, "a short line", Verdict.INVALID, "1,2,3");
    add(odd, "one field", Verdict.INVALID, "1");
    add(odd, "a long line", note == 0 ? row(2, 3, 4) : row(1, 2, 4), "1,2,3,4,5,6");
    odd.add(OddRecord.line("30000 separators", utf8(",".repeat(30_000)), Verdict.INVALID));
    String many = String.join(",", IntStream.range(0, 21_000).mapToObj(i -> "7").toList());
    add(odd, "21000 numbers", row(7, 7, 7), many);
    odd.add(OddRecord.line("quotes", line("\"n\"", "\"1\"", "2", "3"), row(1, 2, 3)));
    odd.add(OddRecord.line("a separator in quotes", line("\"n,n\"", "1", "2", "3"), row(1, 2, 3)));
    odd.add(OddRecord.line("an open quote in the note", line("\"n", "1", "2", "3"), Verdict.ANY));
    odd.add(OddRecord.line("an open quote in a number", line("n", "\"1", "2", "3"), Verdict.ANY));
    odd.add(OddRecord.line("an open quote at the end", line("n", "1", "2", "\"3"), Verdict.ANY));
    odd.add(OddRecord.line("a quote at the end", line("n", "1", "2", "3\""), Verdict.ANY));
    odd.add(OddRecord.line("doubled quotes", line("\"n\"\"n\"", "1", "2", "3"), Verdict.ANY));
    odd.add(OddRecord.line("a backslash at the end", line("n", "1", "2", "3\\"), Verdict.ANY));
    odd.add(OddRecord.line("an escaped quote", line("\"n\\\"", "1", "2", "3"), Verdict.ANY));
    add(odd, "a single quote mark", Verdict.INVALID, "\"");
    add(odd, "ten thousand quotes", Verdict.INVALID, "\"".repeat(10_001));
    odd.add(OddRecord.line("a line feed in quotes", line("n", "\"1\n\"", "2", "3")));
    odd.add(OddRecord.line("a line feed", line("n", "1", "2\n", "3")));
    odd.add(OddRecord.line("a carriage return", line("n", "1", "2", "3\r")));
    odd.add(OddRecord.line("three line ends", line("n", "1", "2\r\r\n\n", "3")));
    odd.add(OddRecord.line("a long note", line("x".repeat(LONG), "1", "2", "3"), row(1, 2, 3)));
    odd.add(OddRecord.line("a long open quote", line("\"" + "x,".repeat(9_000), "1", "2", "3")));
  }

  private void addBytes(List<OddRecord<byte[]>> odd) {
    byte[] clean = line("n", "1", "2", "3");
    odd.add(OddRecord.line("a byte order mark", joined(MARK, clean)));
    odd.add(OddRecord.line("two byte order marks", joined(MARK, MARK, clean)));
    odd.add(OddRecord.line("a byte order mark alone", MARK, Verdict.INVALID));
    odd.add(OddRecord.line("a mark of UTF-16", joined(new byte[] {-1, -2}, clean)));
    odd.add(
        OddRecord.line(
            "bytes that are no UTF-8", new byte[] {-1, -2, (byte) 0xC0, 65}, Verdict.INVALID));
    odd.add(OddRecord.line("a number and no UTF-8", joined(clean, new byte[] {(byte) 0xC3})));
    odd.add(OddRecord.line("a zero byte in a number", line("n", "1", "2", "3\0")));
    odd.add(OddRecord.line("a zero byte in the note", line("\0", "1", "2", "3")));
    odd.add(OddRecord.line("zero bytes", new byte[100], Verdict.INVALID));
    odd.add(OddRecord.line("a line separator of Unicode", line("n", "1\u2028", "2", "3\u0085")));
    odd.add(
        OddRecord.line(
            "an escape character", new byte[] {27, '[', '2', 'J', 26, 4}, Verdict.INVALID));
  }

  private static Verdict row(double... row) {
    return Verdict.of(row);
  }
}
