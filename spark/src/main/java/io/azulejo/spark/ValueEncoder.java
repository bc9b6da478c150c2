package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.table.ColumnType;
import io.azulejo.table.TableColumn;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.unsafe.types.UTF8String;

/** Encodes the values of a Spark type as bytes of cells. */
interface ValueEncoder {
  /**
   * Appends a value that is not null.
   *
   * @param from the row or the list that contains the value
   * @param at the index of the value
   * @param to receives the bytes of the value
   * @throws InvalidRequestException if the array cannot hold the value
   */
  void put(SpecializedGetters from, int at, GrowingBytes to);

  /**
   * Returns the encoder for a column.
   *
   * @param zone the time zone for converting instants to local times; UTC if the rows hold local
   *     times
   */
  static ValueEncoder of(TableColumn column, ZoneId zone) {
    if (column.enumeration().isPresent()) {
      return indexes(column, column.enumeration().get(), zone);
    }
    return of(column.name(), column.type(), column.stored(), column.valuesPerCell(), zone);
  }

  private static ValueEncoder of(
      String column, ColumnType type, Datatype stored, int count, ZoneId zone) {
    return switch (type.kind()) {
      case BOOLEAN -> (from, at, to) -> to.putByte((byte) (from.getBoolean(at) ? 1 : 0));
      case INT8 -> (from, at, to) -> to.putByte(from.getByte(at));
      case INT16 -> (from, at, to) -> to.putShort(from.getShort(at));
      case INT32 -> (from, at, to) -> to.putInt(from.getInt(at));
      case INT64 -> (from, at, to) -> to.putLong(from.getLong(at));
      case UINT8 -> (from, at, to) -> to.putByte((byte) unsigned(column, from.getShort(at), 8));
      case UINT16 -> (from, at, to) -> to.putShort((short) unsigned(column, from.getInt(at), 16));
      case UINT32 -> (from, at, to) -> to.putInt((int) unsigned(column, from.getLong(at), 32));
      case UINT64 -> (from, at, to) -> to.putLong(unsigned(column, from, at));
      case DECIMAL -> {
        int precision = type.digits().orElseThrow().precision();
        int scale = type.digits().orElseThrow().scale();
        yield (from, at, to) -> to.putLong(from.getDecimal(at, precision, scale).toUnscaledLong());
      }
      case FLOAT32 -> (from, at, to) -> to.putInt(Float.floatToRawIntBits(from.getFloat(at)));
      case FLOAT64 -> (from, at, to) -> to.putLong(Double.doubleToRawLongBits(from.getDouble(at)));
      case DATE -> {
        TimeScale scale = TimeScale.of(stored);
        yield (from, at, to) -> to.putLong(scale.ofDays(column, from.getInt(at)));
      }
      case INSTANT -> {
        TimeScale scale = TimeScale.of(stored);
        yield (from, at, to) -> to.putLong(scale.ofMicroseconds(column, from.getLong(at)));
      }
      case TIMESTAMP -> {
        TimeScale scale = TimeScale.of(stored);
        yield zone.equals(ZoneOffset.UTC)
            ? (from, at, to) -> to.putLong(scale.ofMicroseconds(column, from.getLong(at)))
            : (from, at, to) -> {
              long local = DateTimeUtils.convertTz(from.getLong(at), ZoneOffset.UTC, zone);
              to.putLong(scale.ofMicroseconds(column, local));
            };
      }
      case TEXT -> sized(column, text(stored), stored, count);
      case BINARY -> sized(column, (from, at, to) -> to.put(from.getBinary(at)), stored, count);
      case LIST -> list(column, type.element().orElseThrow(), stored, count, zone);
    };
  }

  private static long unsigned(String column, long value, int bits) {
    if (value >>> bits != 0) {
      throw outOfRange(column, Long.toString(value), bits);
    }
    return value;
  }

  private static long unsigned(String column, SpecializedGetters from, int at) {
    BigInteger value = from.getDecimal(at, 20, 0).toJavaBigDecimal().toBigInteger();
    if (value.signum() < 0 || value.bitLength() > Long.SIZE) {
      throw outOfRange(column, value.toString(), Long.SIZE);
    }
    return value.longValue();
  }

  private static InvalidRequestException outOfRange(String column, String value, int bits) {
    return new InvalidRequestException(
        "column \"%s\": %s is out of range (0 to %s for UINT%d)"
            .formatted(column, value, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE), bits));
  }

  private static ValueEncoder text(Datatype stored) {
    Charset charset = SparkTypes.charset(stored);
    return charset.equals(StandardCharsets.UTF_8)
        ? (from, at, to) -> to.put(from.getUTF8String(at))
        : (from, at, to) -> to.put(from.getUTF8String(at).toString().getBytes(charset));
  }

  /** Returns an encoder that also checks the size of the values if the cells have a fixed size. */
  private static ValueEncoder sized(
      String column, ValueEncoder values, Datatype stored, int count) {
    if (count == Attribute.VAR) {
      return values;
    }
    int size = count * stored.size();
    return (from, at, to) -> {
      int before = to.size();
      values.put(from, at, to);
      if (to.size() - before != size) {
        throw new InvalidRequestException(
            ("column \"%s\": the value has %d bytes, but each cell has %d; pad it (rpad) or "
                    + "shorten it")
                .formatted(column, to.size() - before, size));
      }
    };
  }

  private static ValueEncoder list(
      String column, ColumnType type, Datatype stored, int count, ZoneId zone) {
    ValueEncoder element = of(column, type, stored, 1, zone);
    boolean times = SparkTypes.isTime(type.kind());
    return (from, at, to) -> {
      ArrayData values = from.getArray(at);
      int length = values.numElements();
      if (count != Attribute.VAR && length != count) {
        throw new InvalidRequestException(
            "column \"%s\": the list has %d values, but each cell has %d"
                .formatted(column, length, count));
      }
      for (int i = 0; i < length; i++) {
        if (!values.isNullAt(i)) {
          element.put(values, i, to);
        } else if (times) {
          to.putLong(TimeScale.NAT);
        } else {
          throw new InvalidRequestException(
              "column \"%s\": the list contains a null, which cells cannot store; replace it"
                  .formatted(column));
        }
      }
    };
  }

  /** Returns an encoder that converts values to indexes of an enumeration. */
  private static ValueEncoder indexes(TableColumn column, Enumeration enumeration, ZoneId zone) {
    ValueEncoder values =
        of(column.name(), column.type(), enumeration.type(), enumeration.cellValNum(), zone);
    Map<ByteBuffer, Integer> indexes = new HashMap<>();
    for (int i = 0; i < enumeration.size(); i++) {
      indexes.put(ByteBuffer.wrap(enumeration.value(i)), i);
    }
    int width = column.stored().size();
    GrowingBytes value = new GrowingBytes(64);
    return (from, at, to) -> {
      value.clear();
      values.put(from, at, value);
      Integer index = indexes.get(ByteBuffer.wrap(value.array(), 0, value.size()));
      if (index == null) {
        throw new InvalidRequestException(
            ("column \"%s\": %s is not a value of enumeration \"%s\"; extend the enumeration "
                    + "first, or write indexes with the option enumerations=codes")
                .formatted(column.name(), shown(column, from, at), enumeration.name()));
      }
      to.put(index, width);
    };
  }

  private static String shown(TableColumn column, SpecializedGetters from, int at) {
    Object value = from.get(at, SparkTypes.type(column.type()));
    return value instanceof UTF8String ? "\"" + value + "\"" : String.valueOf(value);
  }
}
