package org.privatemean.release.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;

/** Pixels drawn by the JDK, two for one of the chart in both directions: letters are sharp. */
final class PixelCanvas implements Canvas {
  static final int FINENESS = 2;

  private final BufferedImage image;
  private final Graphics2D graphics;

  PixelCanvas(int width, int height) {
    image = new BufferedImage(width * FINENESS, height * FINENESS, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.scale(FINENESS, FINENESS);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
  }

  byte[] toBytes() {
    graphics.dispose();
    return GreyImage.png(image);
  }

  private void use(Ink ink) {
    graphics.setColor(new Color(ink.rgb()));
  }

  @Override
  public void rectangle(double x, double y, double width, double height, Ink fill) {
    use(fill);
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, double thickness, Ink ink) {
    use(ink);
    graphics.setStroke(
        new BasicStroke((float) thickness, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER));
    graphics.draw(new Line2D.Double(x1, y1, x2, y2));
  }

  @Override
  public void circle(double x, double y, double radius, Ink fill) {
    use(fill);
    graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
  }

  @Override
  public void text(double x, double y, Label label, String whole) {
    use(label.ink());
    graphics.setFont(
        new Font(Font.SANS_SERIF, label.bold() ? Font.BOLD : Font.PLAIN, label.size()));
    double width = graphics.getFontMetrics().getStringBounds(label.text(), graphics).getWidth();
    double left =
        switch (label.place()) {
          case START -> x;
          case MIDDLE -> x - width / 2;
          case END -> x - width;
        };
    graphics.drawString(label.text(), (float) left, (float) y);
  }

  @Override
  public void image(double x, double y, double width, double height, GreyImage pixels) {
    int side = Math.max(1, (int) (width * FINENESS / pixels.width()));
    graphics.drawImage(
        pixels.enlarge(side),
        (int) Math.round(x),
        (int) Math.round(y),
        (int) Math.round(width),
        (int) Math.round(height),
        null);
  }
}
