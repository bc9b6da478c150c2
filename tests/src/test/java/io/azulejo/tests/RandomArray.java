package io.azulejo.tests;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Random small schemas, and values that fit them; all of it repeatable. */
final class RandomArray {
  private static final List<Datatype> COORDINATES =
      List.of(
          Datatype.INT8,
          Datatype.UINT16,
          Datatype.INT32,
          Datatype.INT64,
          Datatype.UINT64,
          Datatype.DATETIME_MS,
          Datatype.FLOAT32,
          Datatype.FLOAT64,
          Datatype.STRING_ASCII);

  private static final List<Datatype> VALUES =
      List.of(
          Datatype.INT8,
          Datatype.UINT8,
          Datatype.INT32,
          Datatype.UINT64,
          Datatype.INT64,
          Datatype.FLOAT32,
          Datatype.FLOAT64,
          Datatype.DATETIME_DAY,
          Datatype.BOOL,
          Datatype.CHAR,
          Datatype.STRING_ASCII,
          Datatype.STRING_UTF8,
          Datatype.BLOB);

  private final Random random;

  RandomArray(Random random) {
    this.random = random;
  }

  /** A schema of few cells; the lows of domains are odd numbers on purpose. */
  ArraySchema schema() {
    boolean dense = Boolean.getBoolean("azulejo.dense") || random.nextInt(5) < 2;
    ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
    int dimensions = 1 + random.nextInt(dense ? 3 : 2);
    Datatype first = COORDINATES.get(random.nextInt(6));
    for (int d = 0; d < dimensions; d++) {
      Datatype type = dense ? first : COORDINATES.get(random.nextInt(COORDINATES.size()));
      schema.dimension(dimension("d" + d, type, dense ? 12 / dimensions : 25));
    }
    for (int a = dense ? -1 : 0; a < random.nextInt(4); a++) {
      schema.attribute(attribute("a" + (a + 1)));
    }
    schema.tileOrder(random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR);
    Layout cells =
        List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.HILBERT).get(random.nextInt(3));
    if (!dense) {
      schema.capacity(1 + random.nextInt(9)).allowsDuplicates(random.nextInt(3) == 0);
    } else if (cells == Layout.HILBERT) {
      cells = Layout.ROW_MAJOR;
    }
    return schema.cellOrder(cells).build();
  }

  private Dimension dimension(String name, Datatype type, int span) {
    if (type == Datatype.STRING_ASCII) {
      return Dimension.text(name);
    }
    if (type.isFloatingPoint()) {
      return Dimension.of(name, type, Range.of(-7.5, span - 7.5), 2.5);
    }
    long low = type.isUnsigned() ? random.nextInt(5) : random.nextInt(9) - 7;
    long extent = 1 + random.nextInt(span);
    return Dimension.of(name, type, Range.of(low, low + span - 1), extent);
  }

  /** An attribute of any kind that can be compared with what is read. */
  Attribute attribute(String name) {
    Datatype type = VALUES.get(random.nextInt(VALUES.size()));
    Attribute.Builder attribute = Attribute.builder(name, type);
    boolean text = !ArrayModel.isNumber(type);
    int kind = random.nextInt(text ? 2 : 6);
    if (kind == 0) {
      attribute.var();
    } else if (kind == 1) {
      attribute.cellValNum(2 + random.nextInt(2));
    }
    if (random.nextInt(3) == 0) {
      attribute.nullable();
    }
    switch (random.nextInt(4)) {
      case 0 -> attribute.filters(Filter.zstd(1));
      case 1 -> attribute.filters(Filter.byteShuffle(), Filter.lz4());
      case 2 -> attribute.filters(Filter.md5());
      default -> {}
    }
    return attribute.build();
  }

  /** A value of a cell of an attribute. */
  Object value(Attribute attribute) {
    if (attribute.nullable() && random.nextInt(4) == 0) {
      return null;
    }
    Datatype type = attribute.type();
    if (attribute.cellValNum() == 1 && ArrayModel.isNumber(type)) {
      return number(type);
    }
    int values = attribute.isVar() ? random.nextInt(4) : attribute.cellValNum();
    byte[] bytes = new byte[values * type.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (type.isString() ? 'a' + random.nextInt(4) : random.nextInt(256));
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private Object number(Datatype type) {
    if (type == Datatype.BOOL) {
      return (long) random.nextInt(2);
    }
    if (type.isFloatingPoint()) {
      return switch (random.nextInt(12)) {
        case 0 -> Double.NaN;
        case 1 -> Double.NEGATIVE_INFINITY;
        default -> random.nextInt(100) / 4.0 - 10;
      };
    }
    return (long) random.nextInt(100) - (type.isUnsigned() ? 0 : 50);
  }

  /** A coordinate. */
  Object coordinate(Dimension dimension) {
    if (dimension.isVar()) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(3); i >= 0; i--) {
        text.append((char) ('a' + random.nextInt(3)));
      }
      return text.toString();
    }
    Range domain = dimension.domain().orElseThrow();
    if (domain instanceof Range.Doubles doubles) {
      return doubles.low() + random.nextInt((int) (4 * (doubles.high() - doubles.low())) + 1) / 4.0;
    }
    Range.Longs longs = (Range.Longs) domain;
    return longs.low() + random.nextInt((int) (longs.high() - longs.low() + 1));
  }
}
