package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.table.ColumnHint;
import io.azulejo.table.ColumnType;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.TableColumn;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;

/** Maps the column types of arrays to Spark types. */
final class SparkTypes {
  /**
   * The Spark type for unsigned 64-bit integers: a decimal, because Spark has no unsigned types.
   */
  static final DataType UINT64 = DataTypes.createDecimalType(20, 0);

  private SparkTypes() {}

  /** Returns the schema of a table. */
  static StructType schema(List<TableColumn> columns) {
    return new StructType(columns.stream().map(SparkTypes::field).toArray(StructField[]::new));
  }

  private static StructField field(TableColumn column) {
    return DataTypes.createStructField(column.name(), type(column.type()), column.nullable());
  }

  /** Returns the Spark type of a column. */
  static DataType type(ColumnType type) {
    return switch (type.kind()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case INT8 -> DataTypes.ByteType;
      case INT16, UINT8 -> DataTypes.ShortType;
      case INT32, UINT16 -> DataTypes.IntegerType;
      case INT64, UINT32 -> DataTypes.LongType;
      case UINT64 -> UINT64;
      case DECIMAL -> decimal(type.digits().orElseThrow());
      case FLOAT32 -> DataTypes.FloatType;
      case FLOAT64 -> DataTypes.DoubleType;
      case TEXT -> DataTypes.StringType;
      case BINARY -> DataTypes.BinaryType;
      case DATE -> DataTypes.DateType;
      case TIMESTAMP -> DataTypes.TimestampNTZType;
      case INSTANT -> DataTypes.TimestampType;
      case LIST -> list(type.element().orElseThrow());
    };
  }

  private static DataType decimal(ColumnHint.Decimal digits) {
    return DataTypes.createDecimalType(digits.precision(), digits.scale());
  }

  /**
   * Checks that a column of the rows has the Spark type of the array's column. Tasks read the rows
   * by the array's types. Spark casts the rows of batch jobs, but not the rows of streams.
   *
   * @param given the column of the rows
   * @param column the column of the array
   * @throws InvalidRequestException if the types differ
   */
  static void requireType(StructField given, TableColumn column) {
    DataType wanted = type(column.type());
    if (!isReadAs(given.dataType(), wanted)) {
      throw new InvalidRequestException(
          ("column \"%s\" is %s, and streams and new arrays are written without conversion; "
                  + "cast it to %s")
              .formatted(given.name(), given.dataType().sql(), wanted.sql()));
    }
  }

  /**
   * Returns whether given values can be read as the wanted type. Instants can be read as local
   * times.
   */
  private static boolean isReadAs(DataType given, DataType wanted) {
    if (given instanceof ArrayType list && wanted instanceof ArrayType lists) {
      return isReadAs(list.elementType(), lists.elementType());
    }
    return given.equals(wanted)
        || (given instanceof StringType && wanted instanceof StringType)
        || (given instanceof TimestampType && wanted.equals(DataTypes.TimestampNTZType));
  }

  /** Returns the charset in which strings of a type are stored (default: UTF-8). */
  static Charset charset(Datatype type) {
    return switch (type) {
      case STRING_UTF16, STRING_UCS2 -> StandardCharsets.UTF_16LE;
      case STRING_UTF32, STRING_UCS4 -> Charset.forName("UTF-32LE");
      default -> StandardCharsets.UTF_8;
    };
  }

  private static DataType list(ColumnType element) {
    return DataTypes.createArrayType(type(element), isTime(element.kind())); // NaT is null
  }

  /** Returns whether a kind is a date or a timestamp, whose NaT values are null. */
  static boolean isTime(Kind kind) {
    return kind == Kind.DATE || kind == Kind.TIMESTAMP || kind == Kind.INSTANT;
  }
}
