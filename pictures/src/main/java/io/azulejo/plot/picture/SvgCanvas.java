package io.azulejo.plot.picture;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Draws SVG files. It needs no fonts, because the viewer provides them. */
final class SvgCanvas extends Canvas {
  /**
   * The maximum number of single-color runs of an image that is drawn as rectangles. Images with
   * more runs are embedded as PNG.
   */
  private static final int MAX_RUNS = 4_000;

  private static final double ONE = 100;

  private final StringBuilder out = new StringBuilder();

  @Override
  double width(String text, Font font) {
    // The approximate width of digits and lowercase letters in sans-serif fonts.
    double each = font.bold() ? 0.63 : 0.58;
    return text.codePoints().mapToDouble(p -> p < 0x1100 ? each : 1).sum() * font.size();
  }

  @Override
  void begin(int width, int height, int paper) {
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    attribute("width", width).attribute("height", height);
    out.append(" viewBox=\"0 0 ").append(width).append(' ').append(height);
    out.append("\" font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\">\n");
    fill(0, 0, width, height, paper, 1);
  }

  @Override
  void fill(double x, double y, double width, double height, int rgb, double opacity) {
    rectangle(x, y, width, height).color("fill", rgb).opacity(opacity).end();
  }

  @Override
  void outline(double x, double y, double width, double height, int rgb, double stroke) {
    rectangle(x, y, width, height).raw("fill", "none").color("stroke", rgb);
    attribute("stroke-width", stroke).end();
  }

  private SvgCanvas rectangle(double x, double y, double width, double height) {
    out.append("<rect");
    return attribute("x", x)
        .attribute("y", y)
        .attribute("width", width)
        .attribute("height", height);
  }

  @Override
  void line(double[] x, double[] y, int rgb, double stroke) {
    out.append("<polyline");
    points(x, y).raw("fill", "none").color("stroke", rgb);
    attribute("stroke-width", stroke).raw("stroke-linejoin", "round").end();
  }

  @Override
  void area(double[] x, double[] y, int rgb, double opacity) {
    out.append("<polygon");
    points(x, y).color("fill", rgb).opacity(opacity).end();
  }

  private SvgCanvas points(double[] x, double[] y) {
    out.append(" points=\"");
    for (int i = 0; i < x.length; i++) {
      out.append(i == 0 ? "" : " ").append(number(x[i])).append(',').append(number(y[i]));
    }
    out.append('"');
    return this;
  }

  @Override
  void dot(double x, double y, double radius, int rgb, double opacity) {
    out.append("<circle");
    attribute("cx", x).attribute("cy", y).attribute("r", radius);
    color("fill", rgb).opacity(opacity).end();
  }

  @Override
  void image(double x, double y, double width, double height, int columns, int rows, int[] argb) {
    int runs = 1;
    for (int i = 1; i < argb.length; i++) {
      runs += argb[i] == argb[i - 1] ? 0 : 1;
    }
    if (runs <= MAX_RUNS) {
      runs(x, y, width / columns, height / rows, columns, rows, argb);
      return;
    }
    out.append("<image");
    attribute("x", x).attribute("y", y).attribute("width", width).attribute("height", height);
    raw("preserveAspectRatio", "none").raw("style", "image-rendering:pixelated");
    String png = Base64.getEncoder().encodeToString(PngFile.withAlpha(columns, rows, argb));
    raw("href", "data:image/png;base64," + png).end();
  }

  private void runs(
      double x, double y, double width, double height, int columns, int rows, int[] argb) {
    out.append("<g shape-rendering=\"crispEdges\">\n");
    for (int row = 0; row < rows; row++) {
      for (int from = 0, to; from < columns; from = to) {
        int color = argb[row * columns + from];
        to = from + 1;
        while (to < columns && argb[row * columns + to] == color) {
          to++;
        }
        if (color >>> 24 != 0) {
          int rgb = color & 0xffffff;
          fill(x + from * width, y + row * height, (to - from) * width, height, rgb, 1);
        }
      }
    }
    out.append("</g>\n");
  }

  @Override
  void text(String text, double x, double y, Font font, Anchor anchor, boolean upwards) {
    out.append("<text");
    if (upwards) {
      raw("transform", "translate(" + number(x) + " " + number(y) + ") rotate(-90)");
    } else {
      attribute("x", x).attribute("y", y);
    }
    attribute("font-size", font.size()).color("fill", font.rgb());
    if (font.bold()) {
      raw("font-weight", "bold");
    }
    if (anchor != Anchor.START) {
      raw("text-anchor", anchor == Anchor.END ? "end" : "middle");
    }
    out.append('>');
    text.codePoints().forEach(this::character);
    out.append("</text>\n");
  }

  private void character(int point) {
    boolean allowed =
        point >= 0x20 && point <= 0xd7ff || point >= 0xe000 && point <= 0xfffd || point >= 0x10000;
    switch (point) {
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '&' -> out.append("&amp;");
      default -> out.appendCodePoint(allowed ? point : 0xfffd);
    }
  }

  private SvgCanvas attribute(String name, double value) {
    return raw(name, number(value));
  }

  private SvgCanvas color(String name, int rgb) {
    return raw(name, "#" + Integer.toHexString(rgb | 1 << 24).substring(1));
  }

  private SvgCanvas opacity(double opacity) {
    return opacity == 1 ? this : attribute("fill-opacity", opacity);
  }

  private SvgCanvas raw(String name, String value) {
    out.append(' ').append(name).append("=\"").append(value).append('"');
    return this;
  }

  private void end() {
    out.append("/>\n");
  }

  /** Formats a number with at most two decimals. */
  private static String number(double value) {
    double rounded = Math.round(value * ONE) / ONE;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  @Override
  byte[] finish() {
    return out.append("</svg>\n").toString().getBytes(StandardCharsets.UTF_8);
  }
}
