package io.azulejo.cli.output;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.grid.NpyType;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.text.value.QuotedText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Encodes the header of NumPy's {@code .npy} format. */
final class NpyHeader {
  /** Alignment of the header's end in bytes. */
  private static final int ALIGNED = 64;

  private NpyHeader() {}

  /**
   * Returns the complete header of a file. For several attributes, it describes a structured array.
   *
   * @param attributes the attributes to store, at least one
   * @param shape the lengths of the array's dimensions
   * @throws InvalidRequestException if NumPy has no type for an attribute, or if an attribute's
   *     name cannot be a field name
   */
  static byte[] of(List<Attribute> attributes, List<Long> shape) {
    List<String> sides = new ArrayList<>(shape.stream().map(String::valueOf).toList());
    String type;
    if (attributes.size() == 1) {
      Attribute only = attributes.get(0);
      type = "'" + type(only) + "'";
      if (only.cellValNum() > 1 && !isText(only)) {
        sides.add(String.valueOf(only.cellValNum()));
      }
    } else {
      type = "[" + String.join(", ", attributes.stream().map(NpyHeader::field).toList()) + "]";
    }
    String text =
        "{'descr': %s, 'fortran_order': False, 'shape': (%s,), }"
            .formatted(type, String.join(", ", sides));
    byte[] literal = text.getBytes(StandardCharsets.UTF_8);
    int start = 12; // magic, version, length
    int length = (start + literal.length + ALIGNED) / ALIGNED * ALIGNED;
    // Version 3 is version 2 with a header in UTF-8, which non-ASCII names need.
    ByteBuffer header =
        ByteBuffer.allocate(length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put("\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1))
            .put((byte) (literal.length == text.length() ? 2 : 3))
            .put((byte) 0)
            .putInt(length - start)
            .put(literal);
    while (header.remaining() > 1) {
      header.put((byte) ' ');
    }
    return header.put((byte) '\n').array();
  }

  private static String field(Attribute attribute) {
    String name = attribute.name();
    String values =
        attribute.cellValNum() > 1 && !isText(attribute)
            ? ", (%d,)".formatted(attribute.cellValNum())
            : "";
    if (name.indexOf('\'') >= 0 || name.indexOf('\\') >= 0 || name.chars().anyMatch(c -> c < ' ')) {
      throw refused(attribute, "its name contains quotes, backslashes or control characters");
    }
    return "('%s', '%s'%s)".formatted(name, type(attribute), values);
  }

  private static boolean isText(Attribute attribute) {
    Datatype type = attribute.type();
    return type == Datatype.CHAR || type.isString() && type.size() == 1;
  }

  private static String type(Attribute attribute) {
    Datatype type = attribute.type();
    if (attribute.isVar()) {
      throw refused(attribute, "its cells have a variable number of values");
    }
    if (isText(attribute)) {
      return "|S" + attribute.cellValNum();
    }
    if (type == Datatype.BOOL) {
      return "|b1";
    }
    if (type.isFloatingPoint()) {
      return "<f" + type.size();
    }
    if (type.isDatetime()) {
      return "<M8[" + NpyType.unit(type) + "]";
    }
    if (type.isTime()) {
      return "<m8[" + NpyType.unit(type) + "]";
    }
    if (type.isInteger()) {
      String order = type.size() == 1 ? "|" : "<";
      return order + (type.isUnsigned() ? "u" : "i") + type.size();
    }
    throw refused(attribute, "NumPy has no type for " + type);
  }

  /**
   * Writes the replacement for a null cell, which is NaN or NaT.
   *
   * @param bytes the target
   * @param at the position of the cell in the target
   * @throws InvalidRequestException if the attribute's type has no such value
   */
  static void putNull(Attribute attribute, byte[] bytes, int at) {
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    Datatype type = attribute.type();
    for (int i = 0; i < attribute.cellValNum(); i++) {
      int to = at + i * type.size();
      if (type == Datatype.FLOAT32) {
        out.putFloat(to, Float.NaN);
      } else if (type == Datatype.FLOAT64) {
        out.putDouble(to, Double.NaN);
      } else if (type.isDatetime() || type.isTime()) {
        out.putLong(to, Long.MIN_VALUE);
      } else {
        throw refused(
            attribute, "it has nulls, which NumPy stores only in floating-point and time types");
      }
    }
  }

  private static InvalidRequestException refused(Attribute attribute, String reason) {
    return new InvalidRequestException(
        "%s cannot be stored as a NumPy array: %s; omit it with --fields, or use --format arrow"
            .formatted(QuotedText.ofName(attribute.name()), reason));
  }
}
