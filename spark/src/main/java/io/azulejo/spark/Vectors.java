package io.azulejo.spark;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.table.ColumnType;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.Dialect.OutOfRange;
import io.azulejo.table.TableColumn;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Creates the vectors for one column of a read. Caches the values of the column's enumeration. */
final class Vectors {
  /**
   * Maximum number of enumeration values whose strings are cached. The strings of a larger
   * enumeration are created for each row.
   */
  private static final int MAX_CACHED_TEXTS = 1 << 16;

  private final ColumnType type;
  private final boolean nulls;
  private final DataType sparkType;
  private final Optional<Enumeration> enumeration;
  private final @Nullable ColumnVector values;
  private final UTF8String @Nullable [] texts;

  /**
   * Creates vectors for a column of a table.
   *
   * @param column the column
   * @param outOfRange whether datetimes that Spark cannot represent are null; if not, reading one
   *     fails
   */
  Vectors(TableColumn column, OutOfRange outOfRange) {
    this.type = column.type();
    this.nulls = outOfRange == OutOfRange.NULL;
    this.sparkType = SparkTypes.type(type);
    this.enumeration = column.enumeration();
    if (enumeration.isEmpty()) {
      this.values = null;
      this.texts = null;
      return;
    }
    int size = enumeration.get().size();
    ColumnVector named = plain(values(enumeration.get()), null);
    this.values = named;
    this.texts = type.kind() == Kind.TEXT && size <= MAX_CACHED_TEXTS ? texts(named, size) : null;
  }

  private static UTF8String[] texts(ColumnVector values, int count) {
    UTF8String[] texts = new UTF8String[count];
    for (int i = 0; i < count; i++) {
      texts[i] = values.getUTF8String(i);
    }
    return texts;
  }

  /** Returns the values of an enumeration as a column that has one row for each value. */
  private static Column values(Enumeration enumeration) {
    byte[] data = enumeration.data();
    int count = enumeration.size();
    String name = enumeration.name();
    if (enumeration.cellValNum() != Attribute.VAR) {
      return new FixedColumn(name, enumeration.type(), enumeration.cellValNum(), count, data, null);
    }
    int[] offsets = new int[count + 1];
    long[] starts = enumeration.offsets();
    for (int i = 0; i < count; i++) {
      offsets[i] = Math.toIntExact(starts[i]);
    }
    offsets[count] = data.length;
    return new VarColumn(name, enumeration.type(), count, offsets, data, null);
  }

  /** Returns a vector over a column of a batch. */
  ColumnVector of(Column column) {
    return of(column, column.validityArray().orElse(null));
  }

  /**
   * Returns a vector over a column of a batch.
   *
   * @param validity one byte per row, 0 for null, which replaces the column's own validity; null if
   *     all rows have values
   */
  ColumnVector of(Column column, byte @Nullable [] validity) {
    if (values == null) {
      return plain(column, validity);
    }
    return texts == null
        ? new IndexedVector(sparkType, column, values, enumeration.orElseThrow().size(), validity)
        : new IndexedTexts(sparkType, column, texts, validity);
  }

  private ColumnVector plain(Column column, byte @Nullable [] validity) {
    int base = column.rows() == 0 ? 0 : column.start(0);
    if (type.kind() == Kind.TEXT || type.kind() == Kind.BINARY) {
      return new ByteVector(sparkType, column, validity);
    }
    if (type.kind() == Kind.LIST) {
      ColumnType element = type.element().orElseThrow();
      Datatype stored = column.type();
      int count = column.rows() == 0 ? 0 : (column.end(column.rows() - 1) - base) / stored.size();
      ColumnVector all =
          numbers(
              element,
              SparkTypes.type(element),
              stored,
              new NumberVectors.Cells(column.array(), base, count, null));
      return new ListVector(sparkType, column, all, stored.size(), validity);
    }
    NumberVectors.Cells cells =
        new NumberVectors.Cells(column.array(), base, column.rows(), validity);
    return column.type().isDatetime() && type.kind() == Kind.INT64
        ? new NumberVectors.OfCounts(sparkType, cells)
        : numbers(type, sparkType, column.type(), cells);
  }

  private ColumnVector numbers(
      ColumnType type, DataType sparkType, Datatype stored, NumberVectors.Cells cells) {
    return switch (type.kind()) {
      case BOOLEAN, INT8, UINT8 -> new NumberVectors.OfBytes(sparkType, cells);
      case INT16, UINT16 -> new NumberVectors.OfShorts(sparkType, cells);
      case INT32, UINT32, FLOAT32 -> new NumberVectors.OfInts(sparkType, cells);
      case INT64, UINT64, FLOAT64 -> new NumberVectors.OfLongs(sparkType, cells);
      case DECIMAL -> new NumberVectors.OfDecimals(sparkType, cells);
      case DATE, TIMESTAMP, INSTANT ->
          new NumberVectors.OfTimes(sparkType, TimeScale.of(stored), nulls, cells);
      case TEXT, BINARY, LIST -> throw new IllegalArgumentException("not a number type: " + type);
    };
  }
}
