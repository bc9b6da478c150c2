package io.azulejo.plot.picture;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;

/** Draws PNG files with Java2D in headless mode. Only this class uses Java2D. */
final class PngCanvas extends Canvas {
  private final int dpi;
  private final double scale;
  private BufferedImage image;
  private Graphics2D graphics;

  /**
   * Creates a canvas. If this Java runtime cannot draw text, this fails with one of various
   * exceptions and errors.
   *
   * @param dpi the resolution in pixels per inch
   */
  PngCanvas(int dpi) {
    this.dpi = dpi;
    this.scale = (double) dpi / Paper.DPI;
    System.setProperty("java.awt.headless", "true");
    begin(1, 1, Colors.PAPER);
    width("0", new Font(10, false, 0));
  }

  @Override
  double width(String text, Font font) {
    return metrics(font).stringWidth(text);
  }

  private FontMetrics metrics(Font font) {
    return graphics.getFontMetrics(awt(font));
  }

  private static java.awt.Font awt(Font font) {
    int style = font.bold() ? java.awt.Font.BOLD : java.awt.Font.PLAIN;
    return new java.awt.Font(java.awt.Font.SANS_SERIF, style, 1).deriveFont((float) font.size());
  }

  @Override
  void begin(int width, int height, int paper) {
    int across = (int) Math.ceil(width * scale);
    int down = (int) Math.ceil(height * scale);
    image = new BufferedImage(across, down, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.scale(scale, scale);
    fill(0, 0, width, height, paper, 1);
  }

  @Override
  void fill(double x, double y, double width, double height, int rgb, double opacity) {
    ink(rgb, opacity);
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  void outline(double x, double y, double width, double height, int rgb, double stroke) {
    ink(rgb, 1);
    graphics.setStroke(new BasicStroke((float) stroke));
    graphics.draw(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  void line(double[] x, double[] y, int rgb, double stroke) {
    ink(rgb, 1);
    graphics.setStroke(
        new BasicStroke((float) stroke, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    graphics.draw(path(x, y));
  }

  @Override
  void area(double[] x, double[] y, int rgb, double opacity) {
    ink(rgb, opacity);
    graphics.fill(path(x, y));
  }

  private static Path2D path(double[] x, double[] y) {
    Path2D path = new Path2D.Double();
    path.moveTo(x[0], y[0]);
    for (int i = 1; i < x.length; i++) {
      path.lineTo(x[i], y[i]);
    }
    return path;
  }

  @Override
  void dot(double x, double y, double radius, int rgb, double opacity) {
    ink(rgb, opacity);
    graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
  }

  @Override
  void image(double x, double y, double width, double height, int columns, int rows, int[] argb) {
    BufferedImage cells = new BufferedImage(columns, rows, BufferedImage.TYPE_INT_ARGB);
    cells.setRGB(0, 0, columns, rows, argb, 0, columns);
    AffineTransform place = AffineTransform.getTranslateInstance(x, y);
    place.scale(width / columns, height / rows);
    graphics.setComposite(AlphaComposite.SrcOver);
    graphics.drawImage(cells, place, null);
  }

  @Override
  void text(String text, double x, double y, Font font, Anchor anchor, boolean upwards) {
    ink(font.rgb(), 1);
    graphics.setFont(awt(font));
    double width = width(text, font);
    double before = anchor == Anchor.START ? 0 : anchor == Anchor.END ? width : width / 2;
    AffineTransform straight = graphics.getTransform();
    graphics.translate(x, y);
    if (upwards) {
      graphics.rotate(-Math.PI / 2);
    }
    graphics.drawString(text, (float) -before, 0);
    graphics.setTransform(straight);
  }

  private void ink(int rgb, double opacity) {
    graphics.setColor(new Color(rgb));
    graphics.setComposite(AlphaComposite.SrcOver.derive((float) opacity));
  }

  @Override
  byte[] finish() {
    graphics.dispose();
    int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    return PngFile.opaque(
        image.getWidth(), image.getHeight(), dpi, Arrays.copyOf(pixels, pixels.length));
  }
}
