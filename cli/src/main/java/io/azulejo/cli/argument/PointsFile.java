package io.azulejo.cli.argument;

import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Points;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.text.value.QuotedText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Points as comma-separated values: names in the first line, then a point a line. There has to be a
 * column for each dimension; others do not matter.
 */
public final class PointsFile {
  private static final String OPTION = "--points";

  private final String name;
  private final Reader in;
  private final StringBuilder text = new StringBuilder();
  private long line;
  private int ahead;

  private PointsFile(String name, Reader in) throws IOException {
    this.name = name;
    this.in = in;
    this.ahead = in.read();
  }

  /**
   * The points in a file.
   *
   * @param file its path; {@code -} for standard input
   */
  public static Points read(String file, ArraySchema schema, Terminal terminal) throws IOException {
    InputStream bytes = file.equals("-") ? terminal.in() : LocalFile.open(file, "a file of points");
    try (Reader in = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
      return new PointsFile(file, in).points(schema);
    }
  }

  private Points points(ArraySchema schema) throws IOException {
    List<String> names = record();
    if (!names.isEmpty() && names.get(0).startsWith("\ufeff")) {
      names.set(0, names.get(0).substring(1));
    }
    List<CoordinateColumn> columns = new ArrayList<>();
    for (Dimension dimension : schema.dimensions()) {
      int index = names.indexOf(dimension.name());
      if (index < 0) {
        throw error(
            "there is no column "
                + QuotedText.ofName(dimension.name())
                + "; the first line has to name all dimensions");
      }
      AxisRangeParser axis =
          AxisRangeParser.of(schema, Optional.empty(), dimension.name()).orElseThrow();
      columns.add(new CoordinateColumn(axis, index));
    }
    while (ahead >= 0) {
      List<String> values = record();
      if (values.size() != names.size()) {
        throw error(
            "%d values, but the first line has %d names".formatted(values.size(), names.size()));
      }
      for (CoordinateColumn column : columns) {
        column.add(values.get(column.index), OPTION + " " + name + ", line " + line);
      }
    }
    Points points = Points.NONE;
    for (CoordinateColumn column : columns) {
      points = column.addTo(points);
    }
    return points;
  }

  /** The values of the next line. */
  private List<String> record() throws IOException {
    line++;
    List<String> values = new ArrayList<>();
    boolean more = true;
    while (more) {
      values.add(value());
      more = ahead == ',';
      if (more) {
        ahead = in.read();
      }
    }
    if (ahead == '\r') {
      ahead = in.read();
    }
    if (ahead == '\n') {
      ahead = in.read();
    } else if (ahead >= 0) {
      throw error("after the quote that ends a value comes a comma or the end of the line");
    }
    return values;
  }

  private String value() throws IOException {
    text.setLength(0);
    if (ahead != '"') {
      for (; ahead >= 0 && ahead != ',' && ahead != '\n' && ahead != '\r'; ahead = in.read()) {
        text.append((char) ahead);
      }
      return text.toString();
    }
    for (ahead = in.read(); ; ahead = in.read()) {
      if (ahead < 0) {
        throw error("a quote is not closed");
      }
      if (ahead == '"') {
        ahead = in.read();
        if (ahead != '"') {
          return text.toString();
        }
      }
      text.append((char) ahead);
    }
  }

  private InvalidRequestException error(String reason) {
    return new InvalidRequestException(OPTION + " " + name + ", line " + line + ": " + reason);
  }

  /** The coordinates in one dimension. */
  private static final class CoordinateColumn {
    private final AxisRangeParser axis;
    private final int index;
    private long[] integers = new long[16];
    private double[] floatingPoints = new double[16];
    private final List<String> texts = new ArrayList<>();
    private int count;

    CoordinateColumn(AxisRangeParser axis, int index) {
      this.axis = axis;
      this.index = index;
    }

    void add(String value, String place) {
      if (axis.type().isString()) {
        texts.add(value);
      } else if (axis.type().isFloatingPoint()) {
        floatingPoints =
            count == floatingPoints.length
                ? Arrays.copyOf(floatingPoints, 2 * count)
                : floatingPoints;
        floatingPoints[count] = axis.floatingPoint(OptionScanner.of(value, place), value);
      } else {
        integers = count == integers.length ? Arrays.copyOf(integers, 2 * count) : integers;
        integers[count] = axis.integer(OptionScanner.of(value, place), value);
      }
      count++;
    }

    Points addTo(Points points) {
      if (axis.type().isString()) {
        return points.and(axis.name(), texts.toArray(String[]::new));
      }
      return axis.type().isFloatingPoint()
          ? points.and(axis.name(), Arrays.copyOf(floatingPoints, count))
          : points.and(axis.name(), Arrays.copyOf(integers, count));
    }
  }
}
