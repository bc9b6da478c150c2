package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.table.ArrayTable;
import java.math.BigDecimal;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Converts bounding boxes to Spark structs. A struct has one field for each dimension. The field
 * holds the inclusive bounds {@code low} and {@code high}, in the type of the dimension's column.
 */
final class BoxStructs {
  private final List<Dimension> dimensions;
  private final DataType[] types;
  private final StructType type;

  BoxStructs(ArrayTable table) {
    dimensions = table.array().schema().dimensions();
    StructType boxes = new StructType();
    types = new DataType[dimensions.size()];
    for (int i = 0; i < types.length; i++) {
      String name = dimensions.get(i).name();
      types[i] = SparkTypes.type(table.column(name).type());
      boxes = boxes.add(name, new StructType().add("low", types[i]).add("high", types[i]));
    }
    this.type = boxes;
  }

  /** Returns the struct type of a box. */
  StructType type() {
    return type;
  }

  /** Returns a box as a struct. */
  InternalRow row(NDRange box) {
    Object[] ranges = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      ranges[i] = range(i, box.get(i));
    }
    return new GenericInternalRow(ranges);
  }

  private InternalRow range(int dimension, Range range) {
    if (range instanceof Range.Longs numbers) {
      return row(value(dimension, numbers.low()), value(dimension, numbers.high()));
    }
    if (range instanceof Range.Doubles numbers) {
      boolean single = types[dimension] instanceof FloatType;
      return single
          ? row((float) numbers.low(), (float) numbers.high())
          : row(numbers.low(), numbers.high());
    }
    Range.Strings texts = (Range.Strings) range;
    return row(UTF8String.fromBytes(texts.low()), UTF8String.fromBytes(texts.high()));
  }

  private static InternalRow row(@Nullable Object low, @Nullable Object high) {
    return new GenericInternalRow(new Object[] {low, high});
  }

  /**
   * Converts an integer or datetime coordinate to Spark's internal value; null if Spark cannot
   * represent it.
   */
  private @Nullable Object value(int dimension, long count) {
    Datatype stored = dimensions.get(dimension).type();
    DataType wanted = types[dimension];
    if (stored.isDatetime() && !(wanted instanceof LongType)) {
      return time(TimeScale.of(stored), wanted, count);
    }
    if (wanted instanceof DecimalType decimal) {
      return stored == Datatype.UINT64
          ? Decimal.apply(new BigDecimal(Long.toUnsignedString(count)), decimal.precision(), 0)
          : Decimal.createUnsafe(count, decimal.precision(), decimal.scale());
    }
    return wanted instanceof ByteType
        ? (Object) (byte) count
        : wanted instanceof ShortType
            ? (Object) (short) count
            : wanted instanceof IntegerType ? (Object) (int) count : (Object) count;
  }

  private static @Nullable Object time(TimeScale scale, DataType wanted, long count) {
    try {
      return wanted instanceof DateType
          ? (Object) scale.days(count)
          : (Object) scale.microseconds(count);
    } catch (InvalidRequestException e) {
      return null;
    }
  }
}
