package io.azulejo.plot;

import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.LogAxis;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.ArrayList;
import java.util.List;

/** The values of a field in the current batch, and their positions on an axis. */
final class FieldPositions {
  private final PlotField field;
  private final FieldAxis coordinates; // null if only values are needed
  private final Categories categories; // null for numbers and strings
  private final CellSource source;
  private final boolean logarithmic;
  private Column column;
  private double[] values; // null for dimensions on linear axes, whose coordinates are used exactly
  private int[] bins = new int[0];
  private long missing;
  private long infinite;
  private long notPositive;

  private FieldPositions(
      PlotField field,
      FieldAxis coordinates,
      Categories categories,
      CellSource source,
      boolean logarithmic) {
    this.field = field;
    this.coordinates = coordinates;
    this.categories = categories;
    this.source = source;
    this.logarithmic = logarithmic;
  }

  /** Creates the positions of a field's values on an axis. */
  static FieldPositions of(PlotField field, FieldAxis coordinates, CellSource source) {
    boolean logarithmic = coordinates.axis() instanceof LogAxis;
    return new FieldPositions(field, coordinates, null, source, logarithmic);
  }

  /**
   * Creates the values of a field without positions.
   *
   * @param logarithmic whether to leave out values that are not positive
   */
  static FieldPositions of(PlotField field, CellSource source, boolean logarithmic) {
    return new FieldPositions(field, null, null, source, logarithmic);
  }

  /** Creates the positions of a field's categories, with one bin for each. */
  static FieldPositions of(PlotField field, Categories categories, CellSource source) {
    FieldAxis axis = FieldAxis.of(field.title(), categories);
    return new FieldPositions(field, axis, categories, source, false);
  }

  /** Returns the field. */
  PlotField field() {
    return field;
  }

  /** Returns the axis. */
  Axis axis() {
    return coordinates.axis();
  }

  /** Returns the categories, or null if the field has none. */
  Categories categories() {
    return categories;
  }

  /** Loads the cells of a batch, and counts those left out. */
  void load(Batch batch) {
    bins = bins.length >= batch.rows() ? bins : new int[batch.rows()];
    if (categories != null) {
      categories.load(batch, bins);
      for (int row = 0; row < batch.rows(); row++) {
        missing += bins[row] < 0 ? 1 : 0;
      }
      return;
    }
    column = batch.column(field.name());
    boolean exact = coordinates != null && field.dimension() && !logarithmic;
    values = exact ? null : source.values(batch, field.field());
    if (values != null) {
      clean();
    }
    if (coordinates != null && values == null) {
      coordinates.bins(column, bins);
    } else if (coordinates != null) {
      for (int row = 0; row < values.length; row++) {
        bins[row] = axis().bin(values[row]);
      }
    }
  }

  /** Replaces values that cannot be drawn by NaN, and counts them. */
  private void clean() {
    for (int row = 0; row < values.length; row++) {
      double value = values[row];
      if (Double.isNaN(value)) {
        missing++;
      } else if (Double.isInfinite(value)) {
        infinite++;
        values[row] = Double.NaN;
      } else if (logarithmic && value <= 0) {
        notPositive++;
        values[row] = Double.NaN;
      }
    }
  }

  /** Returns the bin of a cell, or -1 if it has none. */
  int bin(int row) {
    return bins[row];
  }

  /** Returns the value of a cell or the number of its category, or NaN if it has none. */
  double value(int row) {
    if (categories != null) {
      return bins[row] < 0 ? Double.NaN : bins[row];
    }
    return values == null ? column.getDouble(row) : values[row];
  }

  /** Returns the position of a cell on the axis. The cell must have a bin. */
  double place(int row) {
    if (categories != null) {
      return bins[row] + 0.5;
    }
    return values == null ? coordinates.place(column, row) : axis().position(values[row]);
  }

  /** Returns the position of a value on the axis. */
  double place(double value) {
    return axis().position(value);
  }

  /**
   * Describes the cells left out so far and the category for other values, for notes below the
   * title.
   *
   * @param written whether cells without a value were written; in a dense array, most of them were
   *     not
   */
  List<String> leftOut(boolean written) {
    List<String> notes = new ArrayList<>();
    if (missing > 0 && written) {
      notes.add("%,d without %s".formatted(missing, field.title()));
    }
    if (infinite > 0) {
      notes.add("%,d with infinite %s".formatted(infinite, field.title()));
    }
    if (notPositive > 0) {
      notes.add("%,d with %s of 0 or less".formatted(notPositive, field.title()));
    }
    if (categories != null && !categories.note().isEmpty()) {
      notes.add(categories.note());
    }
    return notes;
  }
}
