package org.privatemean.release.plot;

import java.util.Base64;
import java.util.Locale;

/** Writes the text of a self-contained SVG image. */
final class SvgCanvas implements Canvas {
  private final StringBuilder svg = new StringBuilder();

  SvgCanvas(int width, int height) {
    append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">%n",
        width, height, width, height);
  }

  /** Ends the image, after which nothing can be added, and returns its text. */
  String toText() {
    return svg.append("</svg>").append(System.lineSeparator()).toString();
  }

  @Override
  public void rectangle(double x, double y, double width, double height, Ink fill) {
    append(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>%n",
        length(x), length(y), length(width), length(height), colour(fill));
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, double thickness, Ink ink) {
    append(
        "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>%n",
        length(x1), length(y1), length(x2), length(y2), colour(ink), length(thickness));
  }

  @Override
  public void circle(double x, double y, double radius, Ink fill) {
    append(
        "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\"/>%n",
        length(x), length(y), length(radius), colour(fill));
  }

  @Override
  public void text(double x, double y, Label label, String whole) {
    append(
        "<text x=\"%s\" y=\"%s\" font-size=\"%d\" fill=\"%s\" text-anchor=\"%s\"%s>%s%s</text>%n",
        length(x),
        length(y),
        label.size(),
        colour(label.ink()),
        label.place().name().toLowerCase(Locale.ROOT),
        label.bold() ? " font-weight=\"bold\"" : "",
        whole.equals(label.text()) ? "" : "<title>" + escape(whole) + "</title>",
        escape(label.text()));
  }

  @Override
  public void image(double x, double y, double width, double height, GreyImage image) {
    // Enlarged here, since not every viewer keeps the pixels of an image sharp.
    int side = Math.max(1, (int) (width / image.width()));
    String png = Base64.getEncoder().encodeToString(GreyImage.png(image.enlarge(side)));
    append(
        "<image x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\""
            + " href=\"data:image/png;base64,%s\"/>%n",
        length(x), length(y), length(width), length(height), png);
  }

  private void append(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }

  private static String length(double pixels) {
    String text = String.format(Locale.ROOT, "%.2f", pixels);
    return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
  }

  private static String colour(Ink ink) {
    return String.format(Locale.ROOT, "#%06x", ink.rgb());
  }

  /** Escapes a text for XML 1.0, which has no control characters and unpaired surrogates. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            letter -> {
              switch (letter) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isXml(letter) ? letter : 0xfffd);
              }
            });
    return escaped.toString();
  }

  private static boolean isXml(int letter) {
    return (letter >= ' ' && letter < 0xd800)
        || (letter >= 0xe000 && letter < 0xfffe)
        || letter >= 0x10000;
  }
}
