package io.azulejo.plot;

import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.LogAxis;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.ArrayList;
import java.util.List;

/** Where the cells of one batch after the other are on an axis, and their values. */
final class FieldPositions {
  private final PlotField field;
  private final FieldAxis coordinates; // null where only values are wanted
  private final Categories categories; // null for numbers and strings
  private final CellSource source;
  private final boolean logarithmic;
  private Column column;
  private double[] values; // null for dimensions: their coordinates are kept exactly
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

  /** The places of a field on an axis. */
  static FieldPositions of(PlotField field, FieldAxis coordinates, CellSource source) {
    boolean logarithmic = coordinates.axis() instanceof LogAxis;
    return new FieldPositions(field, coordinates, null, source, logarithmic);
  }

  /**
   * The values of a field, without an axis.
   *
   * @param logarithmic whether only those above 0 count
   */
  static FieldPositions of(PlotField field, CellSource source, boolean logarithmic) {
    return new FieldPositions(field, null, null, source, logarithmic);
  }

  /** The categories of a field, each of which has a bin. */
  static FieldPositions of(PlotField field, Categories categories, CellSource source) {
    FieldAxis axis = FieldAxis.of(field.title(), categories);
    return new FieldPositions(field, axis, categories, source, false);
  }

  /** The field. */
  PlotField field() {
    return field;
  }

  /** The axis. */
  Axis axis() {
    return coordinates.axis();
  }

  /** The categories; null for other fields. */
  Categories categories() {
    return categories;
  }

  /** Goes on to the cells of a batch. */
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

  /** Leaves out what has no place. */
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

  /** The bin of a cell; -1 if it has none. */
  int bin(int row) {
    return bins[row];
  }

  /** The value of a cell, or the number of its category; NaN if it has none. */
  double value(int row) {
    if (categories != null) {
      return bins[row] < 0 ? Double.NaN : bins[row];
    }
    return values == null ? column.getDouble(row) : values[row];
  }

  /** Where a cell that has a bin is on the axis. */
  double place(int row) {
    if (categories != null) {
      return bins[row] + 0.5;
    }
    return values == null ? coordinates.place(column, row) : axis().position(values[row]);
  }

  /** Where a value is on the axis. */
  double place(double value) {
    return axis().position(value);
  }

  /**
   * What was left out so far.
   *
   * @param written whether cells without a value were written, other than most of a dense array
   */
  List<String> leftOut(boolean written) {
    List<String> notes = new ArrayList<>();
    if (missing > 0 && written) {
      notes.add("%,d without %s".formatted(missing, field.title()));
    }
    if (infinite > 0) {
      notes.add("%,d of infinite %s".formatted(infinite, field.title()));
    }
    if (notPositive > 0) {
      notes.add("%,d of %s not above 0".formatted(notPositive, field.title()));
    }
    if (categories != null && !categories.note().isEmpty()) {
      notes.add(categories.note());
    }
    return notes;
  }
}
