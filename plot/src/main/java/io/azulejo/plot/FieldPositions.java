package io.azulejo.plot;

import io.azulejo.plot.picture.Axis;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.text.output.RowField;

/** Where the cells of one batch after the other are on an axis, and their values. */
final class FieldPositions {
  private final RowField field;
  private final FieldAxis coordinates; // null where only values are wanted
  private final CellSource source;
  private Column column;
  private double[] values; // null for dimensions: their coordinates are kept exactly
  private int[] bins = new int[0];

  private FieldPositions(RowField field, FieldAxis coordinates, CellSource source) {
    this.field = field;
    this.coordinates = coordinates;
    this.source = source;
  }

  /** The places of a field on an axis. */
  static FieldPositions of(RowField field, FieldAxis coordinates, CellSource source) {
    return new FieldPositions(field, coordinates, source);
  }

  /** The values of a field, without an axis. */
  static FieldPositions of(RowField field, CellSource source) {
    return new FieldPositions(field, null, source);
  }

  /** The axis. */
  Axis axis() {
    return coordinates.axis();
  }

  /** Goes on to the cells of a batch. */
  void load(Batch batch) {
    column = batch.column(field.name());
    values = coordinates == null || source.isAttribute(field) ? source.values(batch, field) : null;
    if (coordinates != null) {
      bins = bins.length >= batch.rows() ? bins : new int[batch.rows()];
      if (values == null) {
        coordinates.bins(column, bins);
      } else {
        coordinates.bins(values, bins);
      }
    }
  }

  /** The bin of a cell; -1 if it has none. */
  int bin(int row) {
    return bins[row];
  }

  /** The value of a cell; NaN if it has none. Not of dimensions with an axis. */
  double value(int row) {
    return values[row];
  }

  /** Where a cell that has a bin is on the axis. */
  double place(int row) {
    return values == null ? coordinates.place(column, row) : coordinates.place(values[row]);
  }

  /** Where a value is on the axis. */
  double place(double value) {
    return coordinates.place(value);
  }
}
