package io.azulejo.cli.grid;

import io.azulejo.netcdf.NetcdfAttributes;
import io.azulejo.netcdf.NetcdfVariable;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the values of a variable mean, as its attributes say by the CF conventions: {@code
 * scale_factor} and {@code add_offset} make floating-point numbers of packed integers, {@code
 * _FillValue} and {@code missing_value} are no values, {@code _Unsigned} integers are not negative.
 */
final class CfValues {
  /** The attributes that have done their work once values are read. */
  static final Set<String> DONE =
      Set.of("scale_factor", "add_offset", "_FillValue", "missing_value", "_Unsigned");

  /** What NetCDF has in numbers that were never written, and nobody measures. */
  private static final double NEVER_WRITTEN = 9.969209968386869e36;

  private final String name;
  private final Datatype stored;
  private final Datatype type;
  private final double scale;
  private final double offset;
  private final boolean packed;
  private final Number[] missing;

  CfValues(NetcdfVariable variable) {
    NetcdfAttributes said = variable.attributes();
    name = variable.name();
    stored = unsigned(variable.type().orElseThrow(), said);
    packed = said.number("scale_factor").isPresent() || said.number("add_offset").isPresent();
    scale = said.number("scale_factor").map(Number::doubleValue).orElse(1.0);
    offset = said.number("add_offset").map(Number::doubleValue).orElse(0.0);
    type = packed ? unpacked(said) : stored;
    missing =
        Stream.of("_FillValue", "missing_value")
            .flatMap(key -> said.numbers().getOrDefault(key, List.of()).stream())
            .toArray(Number[]::new);
  }

  private static Datatype unsigned(Datatype type, NetcdfAttributes said) {
    if (said.text("_Unsigned").filter("true"::equalsIgnoreCase).isEmpty()) {
      return type;
    }
    return switch (type) {
      case INT8 -> Datatype.UINT8;
      case INT16 -> Datatype.UINT16;
      case INT32 -> Datatype.UINT32;
      case INT64 -> Datatype.UINT64;
      default -> type;
    };
  }

  /** Numbers of 16 bits fit into those that both numbers say, if these are of 32 bits. */
  private Datatype unpacked(NetcdfAttributes said) {
    boolean small =
        stored.size() <= Short.BYTES
            && said.number("scale_factor").map(n -> n instanceof Float).orElse(true)
            && said.number("add_offset").map(n -> n instanceof Float).orElse(true);
    return small || stored == Datatype.FLOAT32 ? Datatype.FLOAT32 : Datatype.FLOAT64;
  }

  /** The attribute of an array that keeps them. */
  Attribute attribute() {
    return Attribute.builder(name, type).nullable(isNullable()).build();
  }

  private boolean isReal() {
    return type == Datatype.FLOAT32 || type == Datatype.FLOAT64;
  }

  /** Floating-point numbers are NaN where there is none. */
  private boolean isNullable() {
    return !isReal() && missing.length > 0;
  }

  /**
   * Values as a column.
   *
   * @param bytes the values of the variable, little-endian, from an index on
   */
  Column column(byte[] bytes, int from, int rows) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    in.position(from * stored.size());
    ByteBuffer out = ByteBuffer.allocate(rows * type.size()).order(ByteOrder.LITTLE_ENDIAN);
    if (!isReal()) {
      byte[] validity = isNullable() ? new byte[rows] : null;
      in.get(out.array());
      if (validity != null) {
        for (int i = 0; i < rows; i++) {
          validity[i] = (byte) (isMissing(integer(in, from + i)) ? 0 : 1);
        }
      }
      return new FixedColumn(name, type, 1, rows, out.array(), validity);
    }
    double[] numbers = numbers(bytes, from, rows);
    for (double number : numbers) {
      if (type == Datatype.FLOAT32) {
        out.putFloat((float) number);
      } else {
        out.putDouble(number);
      }
    }
    return new FixedColumn(name, type, 1, rows, out.array(), null);
  }

  /** Values as floating-point numbers; NaN where there is none. */
  double[] numbers(byte[] bytes, int from, int rows) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    boolean real = stored == Datatype.FLOAT32 || stored == Datatype.FLOAT64;
    double[] numbers = new double[rows];
    for (int i = 0; i < rows; i++) {
      double number;
      boolean none;
      if (real) {
        number =
            stored == Datatype.FLOAT32
                ? in.getFloat((from + i) * Float.BYTES)
                : in.getDouble((from + i) * Double.BYTES);
        none = isMissing(number);
      } else {
        long integer = integer(in, from + i);
        number = stored == Datatype.UINT64 && integer < 0 ? integer + 0x1p64 : integer;
        none = isMissing(integer);
      }
      numbers[i] = none ? Double.NaN : packed ? number * scale + offset : number;
    }
    return numbers;
  }

  private long integer(ByteBuffer in, int index) {
    int at = index * stored.size();
    return switch (stored) {
      case INT8 -> in.get(at);
      case UINT8 -> in.get(at) & 0xff;
      case INT16 -> in.getShort(at);
      case UINT16 -> in.getShort(at) & 0xffff;
      case INT32 -> in.getInt(at);
      case UINT32 -> in.getInt(at) & 0xffffffffL;
      default -> in.getLong(at);
    };
  }

  private boolean isMissing(long value) {
    for (Number none : missing) {
      long said = none.longValue();
      // What is said of unsigned integers may have a sign.
      if (said == value || (stored.isUnsigned() && mask(said) == value)) {
        return true;
      }
    }
    return false;
  }

  private long mask(long value) {
    int bits = 8 * stored.size();
    return bits == Long.SIZE ? value : value & (1L << bits) - 1;
  }

  private boolean isMissing(double value) {
    for (Number none : missing) {
      double said = stored == Datatype.FLOAT32 ? none.floatValue() : none.doubleValue();
      if (said == value) {
        return true;
      }
    }
    return value == (stored == Datatype.FLOAT32 ? (float) NEVER_WRITTEN : NEVER_WRITTEN);
  }
}
