package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.TimeRange;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.ColumnHint;
import io.azulejo.table.ColumnType;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.TableColumn;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;

/**
 * A query's view of the columns of an array. The driver computes it once and sends it to executors,
 * which therefore need not read the array's metadata.
 *
 * @param caseSensitive whether column names are case-sensitive in the session
 * @param hints the meaning of columns beyond their stored types, by column name
 */
record ColumnView(boolean caseSensitive, Map<String, ColumnHint> hints) implements Serializable {
  /** Returns the view that a table was created with. */
  static ColumnView of(ArrayTable table) {
    return new ColumnView(table.options().caseSensitive(), table.options().hints());
  }

  /** Returns an array as a table with this view of its columns. */
  ArrayTable table(ArrayOptions options, Array array) {
    return ArrayTable.of(array, options.table(caseSensitive).withHints(hints));
  }

  /**
   * Returns an array as a table, with the hints in its metadata and in the option {@code instant}.
   *
   * @param options the options of the table
   * @param array the array
   * @param caseSensitive whether column names are case-sensitive in the session
   * @throws InvalidRequestException if the option names a column that is not a timestamp
   */
  static ArrayTable table(ArrayOptions options, Array array, boolean caseSensitive) {
    Map<String, ColumnHint> hints = new HashMap<>(ColumnHint.of(withAllMetadata(options, array)));
    if (!options.instants().isEmpty()) {
      ArrayTable plain = new ColumnView(caseSensitive, Map.of()).table(options, array);
      for (String name : options.instants()) {
        TableColumn column = plain.column(name);
        requireTimestamp(column);
        hints.put(column.name(), new ColumnHint.Instant());
      }
    }
    return new ColumnView(caseSensitive, hints).table(options, array);
  }

  /**
   * Returns the array with all metadata up to its end time, because a hint can be older than the
   * start of the time range.
   */
  private static Array withAllMetadata(ArrayOptions options, Array array) {
    TimeRange times = array.times();
    return times.start() == 0 ? array : Engines.open(options, TimeRange.until(times.end()));
  }

  private static void requireTimestamp(TableColumn column) {
    ColumnType type = column.type().element().orElse(column.type());
    if (type.kind() != Kind.TIMESTAMP || column.enumeration().isPresent()) {
      throw new InvalidRequestException(
          ("option instant: column \"%s\" is %s, which Spark does not read as a timestamp; use "
                  + "columns of types DATETIME_WEEK to DATETIME_US")
              .formatted(column.name(), column.stored()));
    }
  }

  /**
   * Returns the precision and scale of a decimal type that fits into INT64; empty for other types.
   */
  static Optional<ColumnHint.Decimal> digits(DataType type) {
    return type instanceof DecimalType decimal && decimal.precision() <= ColumnHint.MOST_DIGITS
        ? Optional.of(new ColumnHint.Decimal(decimal.precision(), decimal.scale()))
        : Optional.empty();
  }

  /** Returns the hint that preserves a Spark type; empty if the stored type is sufficient. */
  static Optional<ColumnHint> hint(DataType type) {
    DataType one = type instanceof ArrayType list ? list.elementType() : type;
    if (one instanceof TimestampType) {
      return Optional.of(new ColumnHint.Instant());
    }
    return digits(one).map(ColumnHint.class::cast);
  }

  /**
   * Returns the initial metadata of a new array: the hints for its columns.
   *
   * @param rows the columns of the array
   */
  static MetadataChange metadata(StructType rows) {
    MetadataChange.Builder change = MetadataChange.builder();
    for (StructField field : rows.fields()) {
      hint(field.dataType()).ifPresent(hint -> put(change, field.name(), hint));
    }
    return change.build();
  }

  /** Adds the hint for a column to a metadata change. */
  static void put(MetadataChange.Builder change, String column, ColumnHint hint) {
    change.put(ColumnHint.key(column), MetadataValue.ofString(hint.toString()));
  }
}
