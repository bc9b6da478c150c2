package io.azulejo.cli.argument;

import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.source.FileReading;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Points;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.read.RowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads points from the rows of a CSV, TSV or JSON file. The file must have a column for each
 * dimension. Other columns are ignored.
 */
public final class PointsFile {
  private PointsFile() {}

  /**
   * Reads the points in a file.
   *
   * @param name path of the file; {@code -} for standard input
   * @param text the options for parsing the file
   * @param schema the schema whose dimensions the points have
   * @throws InvalidRequestException if the file is not text, a dimension is missing, or a value is
   *     invalid
   * @throws io.azulejo.error.NotFoundException if the file does not exist
   */
  public static Points read(String name, TextArguments text, ArraySchema schema, Terminal terminal)
      throws IOException {
    RowFile file = name.equals("-") ? new ReplayedInput(terminal.in()) : new RowFileSet.Local(name);
    DataFormat format = DataArguments.format(file, Optional.empty());
    RowOptions options =
        format
            .text()
            .map(form -> text.options(form, false, Optional.empty()))
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        file.name() + " is " + format + "; points must be csv, tsv or json"));
    if (format == DataFormat.TSV) {
      text.checkTsv(file);
    }
    List<Coordinates> all = new ArrayList<>();
    List<InputField> fields = new ArrayList<>();
    for (Dimension dimension : schema.dimensions()) {
      all.add(new Coordinates(dimension));
      fields.add(InputField.of(dimension, Optional.empty()));
    }
    FileReading.ofRows(
        file.name(),
        () -> {
          read(file, options, fields, all);
          return null;
        });
    Points points = Points.NONE;
    for (Coordinates coordinates : all) {
      points = coordinates.addTo(points);
    }
    return points;
  }

  private static void read(
      RowFile file, RowOptions options, List<InputField> fields, List<Coordinates> all)
      throws IOException {
    try (RowReader rows = RowReader.openFields(List.of(file), options, fields)) {
      for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
        for (int d = 0; d < all.size(); d++) {
          all.get(d).add(batch.column(d));
        }
      }
      rows.checkRead();
    }
  }

  /** A growable list of the points' coordinates along one dimension. */
  private static final class Coordinates {
    private final String name;
    private final Datatype type;
    private long[] integers = new long[16];
    private double[] floatingPoints = new double[16];
    private final List<String> texts = new ArrayList<>();
    private int count;

    Coordinates(Dimension dimension) {
      name = dimension.name();
      type = dimension.type();
    }

    void add(Column column) {
      int all = Math.addExact(count, column.rows());
      if (type.isFloatingPoint()) {
        floatingPoints =
            all <= floatingPoints.length
                ? floatingPoints
                : Arrays.copyOf(floatingPoints, withCapacity(all));
      } else if (!type.isString()) {
        integers = all <= integers.length ? integers : Arrays.copyOf(integers, withCapacity(all));
      }
      for (int row = 0; row < column.rows(); row++) {
        if (type.isString()) {
          texts.add(column.getString(row));
        } else if (type.isFloatingPoint()) {
          floatingPoints[count + row] = column.getDouble(row);
        } else {
          integers[count + row] = column.getLong(row);
        }
      }
      count = all;
    }

    private static int withCapacity(int needed) {
      return (int) Math.min(Integer.MAX_VALUE - 8L, 2L * needed);
    }

    Points addTo(Points points) {
      if (type.isString()) {
        return points.and(name, texts.toArray(String[]::new));
      }
      return type.isFloatingPoint()
          ? points.and(name, Arrays.copyOf(floatingPoints, count))
          : points.and(name, Arrays.copyOf(integers, count));
    }
  }
}
