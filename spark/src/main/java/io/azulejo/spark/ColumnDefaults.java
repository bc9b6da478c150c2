package io.azulejo.spark;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.table.ColumnHint;
import io.azulejo.table.TableColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.ColumnDefaultValue;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Maps column defaults to attribute fill values. Both apply to rows that existed before the column
 * was added and to inserts that omit the column.
 */
final class ColumnDefaults {
  /** Spark's metadata key for the default of future rows. */
  static final String CURRENT = "CURRENT_DEFAULT";

  /** Spark's metadata key for the default of existing rows. */
  private static final String EXISTING = "EXISTS_DEFAULT";

  private ColumnDefaults() {}

  /**
   * Sets the fill value of an attribute to the default of its column. Does nothing if the default
   * of a nullable column is null.
   *
   * @param attribute the attribute to change
   * @param column the column
   * @param given the default of the column
   * @throws UnsupportedOperationException if the default cannot be a fill value
   */
  static void set(Attribute.Builder attribute, StructField column, ColumnDefaultValue given) {
    Literal<?> literal = given.getValue();
    Object value = literal == null ? null : literal.value();
    if (value == null && literal != null && column.nullable()) {
      return; // treated as if no default were given
    }
    if (value == null || !literal.dataType().equals(column.dataType())) {
      throw refused(column, "is not a value of its type; cast it");
    }
    if (value instanceof UTF8String text) {
      attribute.fill(text.getBytes());
    } else if (value instanceof Boolean yes) {
      attribute.fill(new byte[] {(byte) (yes ? 1 : 0)});
    } else if (value instanceof Float || value instanceof Double) {
      attribute.fill(((Number) value).doubleValue());
    } else if (value instanceof Decimal decimal
        && ColumnView.digits(column.dataType()).isPresent()) {
      attribute.fill(decimal.toUnscaledLong());
    } else if (value instanceof Number number && !column.dataType().equals(SparkTypes.UINT64)) {
      attribute.fill(number.longValue());
    } else {
      throw refused(column, "cannot be stored; add the column without it, then update the column");
    }
    attribute.fillValid(column.nullable());
  }

  private static UnsupportedOperationException refused(StructField column, String why) {
    return new UnsupportedOperationException(
        "column \"%s\" of %s: its DEFAULT %s"
            .formatted(column.name(), column.dataType().sql(), why));
  }

  /**
   * Returns the column with its default in the metadata; unchanged if its attribute does not have
   * one.
   */
  static StructField with(StructField field, TableColumn column, ArraySchema schema) {
    Optional<Attribute> attribute =
        column.role() == TableColumn.Role.ATTRIBUTE && column.enumeration().isEmpty()
            ? schema.attribute(column.field())
            : Optional.empty();
    Optional<String> sql =
        attribute
            .filter(a -> a.nullable() ? a.fillValid() : !hasStandardFill(a, field.dataType()))
            .flatMap(a -> value(a, field.dataType()))
            .map(
                value ->
                    new org.apache.spark.sql.catalyst.expressions.Literal(value, field.dataType())
                        .sql());
    if (sql.isEmpty()) {
      return field;
    }
    Metadata metadata =
        new MetadataBuilder()
            .withMetadata(field.metadata())
            .putString(CURRENT, sql.get())
            .putString(EXISTING, sql.get())
            .build();
    return DataTypes.createStructField(field.name(), field.dataType(), field.nullable(), metadata);
  }

  /** Returns the unscaled value of the smallest decimal with the given precision. */
  static long least(ColumnHint.Decimal digits) {
    long least = -1;
    for (int i = 0; i < digits.precision(); i++) {
      least *= 10;
    }
    return least + 1;
  }

  /**
   * Returns whether an attribute has the standard fill value of its type, so that its column does
   * not have a default.
   */
  private static boolean hasStandardFill(Attribute attribute, DataType type) {
    byte[] fill = attribute.fill();
    return attribute.hasDefaultFill()
        || ColumnView.digits(type)
            .filter(digits -> fill.length == Long.BYTES && number(fill) == least(digits))
            .isPresent();
  }

  private static long number(byte[] fill) {
    return ByteBuffer.wrap(fill).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /**
   * Returns the fill value of an attribute as Spark's internal value; empty for unsupported types.
   */
  private static Optional<Object> value(Attribute attribute, DataType type) {
    byte[] fill = attribute.fill();
    ByteBuffer bytes = ByteBuffer.wrap(fill).order(ByteOrder.LITTLE_ENDIAN);
    if (attribute.isVar()
        && (attribute.type() == Datatype.STRING_UTF8
            || attribute.type() == Datatype.STRING_ASCII)) {
      return Optional.of(UTF8String.fromBytes(fill));
    }
    if (attribute.isVar() || attribute.cellValNum() != 1) {
      return Optional.empty();
    }
    if (type instanceof DecimalType decimal && attribute.type() == Datatype.INT64) {
      return Optional.of(Decimal.createUnsafe(number(fill), decimal.precision(), decimal.scale()));
    }
    return switch (attribute.type()) {
      case BOOL -> Optional.of(fill[0] != 0);
      case INT8 -> Optional.of(fill[0]);
      case INT16 -> Optional.of(bytes.getShort());
      case INT32 -> Optional.of(bytes.getInt());
      case INT64, DATETIME_US -> Optional.of(bytes.getLong());
      case FLOAT32 -> Optional.of(bytes.getFloat());
      case FLOAT64 -> Optional.of(bytes.getDouble());
      case DATETIME_DAY -> Optional.of((int) bytes.getLong());
      default -> Optional.empty();
    };
  }
}
