package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import java.util.List;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.jspecify.annotations.Nullable;

/**
 * Decodes field types from FlatBuffers. If a column cannot have a type, the error suggests an
 * alternative.
 */
final class TypeDecoder {
  private TypeDecoder() {}

  /**
   * Returns the type of a field.
   *
   * @param name the field name, for errors
   * @param children the decoded child fields
   * @throws CorruptDataException if the type is damaged
   * @throws UnsupportedFormatException if a column cannot have the type
   */
  static ArrowType type(Field field, String name, List<ArrowField> children) {
    ArrowType type =
        switch (field.typeType()) {
          case Type.Int -> integer(require(name, (Int) field.type(new Int())), name);
          case Type.FloatingPoint ->
              floating(require(name, (FloatingPoint) field.type(new FloatingPoint())), name);
          case Type.Bool -> ArrowType.of(ArrowType.Kind.BOOL);
          case Type.Utf8 -> ArrowType.of(ArrowType.Kind.UTF8);
          case Type.LargeUtf8 -> ArrowType.of(ArrowType.Kind.LARGE_UTF8);
          case Type.Binary -> ArrowType.of(ArrowType.Kind.BINARY);
          case Type.LargeBinary -> ArrowType.of(ArrowType.Kind.LARGE_BINARY);
          case Type.Utf8View -> ArrowType.of(ArrowType.Kind.UTF8_VIEW);
          case Type.BinaryView -> ArrowType.of(ArrowType.Kind.BINARY_VIEW);
          case Type.FixedSizeBinary ->
              sized(
                  ArrowType.Kind.FIXED_BINARY,
                  require(name, (FixedSizeBinary) field.type(new FixedSizeBinary())).byteWidth(),
                  name);
          case Type.List -> ArrowType.of(ArrowType.Kind.LIST);
          case Type.LargeList -> ArrowType.of(ArrowType.Kind.LARGE_LIST);
          case Type.FixedSizeList ->
              sized(
                  ArrowType.Kind.FIXED_LIST,
                  require(name, (FixedSizeList) field.type(new FixedSizeList())).listSize(),
                  name);
          case Type.Date ->
              ArrowType.of(
                  require(name, (Date) field.type(new Date())).unit() == DateUnit.DAY
                      ? ArrowType.Kind.DATE32
                      : ArrowType.Kind.DATE64);
          case Type.Time -> time(require(name, (Time) field.type(new Time())), name);
          case Type.Timestamp ->
              ArrowType.time(
                  ArrowType.Kind.TIMESTAMP,
                  unit(require(name, (Timestamp) field.type(new Timestamp())).unit(), name));
          case Type.Duration ->
              ArrowType.time(
                  ArrowType.Kind.DURATION,
                  unit(require(name, (Duration) field.type(new Duration())).unit(), name));
          default ->
              throw unsupported(
                  name,
                  ("has Arrow type %s, which arrays cannot store; cast it or leave it out "
                          + "(valid: integers, Float32, Float64, Bool, text, binary, dates, times, "
                          + "timestamps, durations, and lists of numbers)")
                      .formatted(typeName(field.typeType())));
        };
    boolean list = type.isList() || type.kind() == ArrowType.Kind.FIXED_LIST;
    if (children.size() != (list ? 1 : 0)) {
      throw CorruptDataException.of(
          "Arrow schema",
          name,
          -1,
          "%s has %d children (expected %d)".formatted(type, children.size(), list ? 1 : 0));
    }
    if (list && (!children.get(0).type().isLeaf() || children.get(0).dictionary() != null)) {
      throw unsupported(
          name,
          ("is a list of %s; array cells can only be lists of numbers, booleans or times; "
                  + "leave it out, or write one row per element")
              .formatted(
                  children.get(0).dictionary() != null
                      ? "dictionary values"
                      : children.get(0).type()));
    }
    return type;
  }

  private static String typeName(byte type) {
    return type > 0 && type < Type.names.length ? Type.names[type] : "number " + type;
  }

  static ArrowType integer(Int type, String name) {
    return switch (type.bitWidth()) {
      case 8, 16, 32, 64 -> ArrowType.integer(type.bitWidth() / Byte.SIZE, type.isSigned());
      default ->
          throw corrupt(name, "%d-bit integers are not supported".formatted(type.bitWidth()));
    };
  }

  private static ArrowType floating(FloatingPoint type, String name) {
    return switch (type.precision()) {
      case Precision.SINGLE -> ArrowType.floating(Float.BYTES);
      case Precision.DOUBLE -> ArrowType.floating(Double.BYTES);
      case Precision.HALF ->
          throw unsupported(
              name, "has Arrow type Float16, which arrays cannot store; cast it to Float32");
      default -> throw corrupt(name, "unknown floating-point precision " + type.precision());
    };
  }

  private static ArrowType sized(ArrowType.Kind kind, int size, String name) {
    if (size < 1) {
      throw unsupported(name, "has cells of %d values (minimum: 1)".formatted(size));
    }
    return ArrowType.sized(kind, size);
  }

  private static ArrowType time(Time time, String name) {
    int unit = unit(time.unit(), name);
    boolean small = unit <= ArrowType.MILLISECOND;
    if (time.bitWidth() != (small ? Integer.SIZE : Long.SIZE)) {
      throw corrupt(name, "times of %d bits cannot have unit %d".formatted(time.bitWidth(), unit));
    }
    return ArrowType.time(small ? ArrowType.Kind.TIME32 : ArrowType.Kind.TIME64, unit);
  }

  private static int unit(short unit, String name) {
    if (unit < TimeUnit.SECOND || unit > TimeUnit.NANOSECOND) {
      throw corrupt(name, "unknown time unit " + unit);
    }
    return unit;
  }

  private static <T> T require(String name, @Nullable T type) {
    if (type == null) {
      throw corrupt(name, "its type is missing");
    }
    return type;
  }

  private static CorruptDataException corrupt(String name, String reason) {
    return CorruptDataException.of("Arrow schema", name, -1, reason);
  }

  private static UnsupportedFormatException unsupported(String name, String reason) {
    return UnsupportedFormatException.of("Arrow schema", -1, "field \"" + name + "\" " + reason);
  }
}
