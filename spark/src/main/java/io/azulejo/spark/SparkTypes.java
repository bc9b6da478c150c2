package io.azulejo.spark;

import io.azulejo.schema.Datatype;
import io.azulejo.table.ColumnType;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.TableColumn;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What columns of arrays are to Spark. */
final class SparkTypes {
  /** What Spark keeps the unsigned integers of 64 bits in, which it has no type for. */
  static final DataType UINT64 = DataTypes.createDecimalType(20, 0);

  private SparkTypes() {}

  /** The schema of a table. */
  static StructType schema(List<TableColumn> columns) {
    return new StructType(columns.stream().map(SparkTypes::field).toArray(StructField[]::new));
  }

  private static StructField field(TableColumn column) {
    return DataTypes.createStructField(column.name(), type(column.type()), column.nullable());
  }

  /** The type of a column. */
  static DataType type(ColumnType type) {
    return switch (type.kind()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case INT8 -> DataTypes.ByteType;
      case INT16, UINT8 -> DataTypes.ShortType;
      case INT32, UINT16 -> DataTypes.IntegerType;
      case INT64, UINT32 -> DataTypes.LongType;
      case UINT64 -> UINT64;
      case FLOAT32 -> DataTypes.FloatType;
      case FLOAT64 -> DataTypes.DoubleType;
      case TEXT -> DataTypes.StringType;
      case BINARY -> DataTypes.BinaryType;
      case DATE -> DataTypes.DateType;
      case TIMESTAMP -> DataTypes.TimestampNTZType;
      case LIST -> list(type.element().orElseThrow());
    };
  }

  /** How the characters of a type of texts are stored; Spark has them in UTF-8. */
  static Charset charset(Datatype type) {
    return switch (type) {
      case STRING_UTF16, STRING_UCS2 -> StandardCharsets.UTF_16LE;
      case STRING_UTF32, STRING_UCS4 -> Charset.forName("UTF-32LE");
      default -> StandardCharsets.UTF_8;
    };
  }

  private static DataType list(ColumnType element) {
    boolean times = element.kind() == Kind.DATE || element.kind() == Kind.TIMESTAMP;
    return DataTypes.createArrayType(type(element), times); // NaT is null
  }
}
