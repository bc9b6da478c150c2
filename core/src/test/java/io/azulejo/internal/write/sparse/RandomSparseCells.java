package io.azulejo.internal.write.sparse;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Schemas of sparse arrays of all kinds, and cells for them. */
public final class RandomSparseCells {
  private static final Datatype[] DIMENSIONS = {
    Datatype.INT8,
    Datatype.UINT8,
    Datatype.INT16,
    Datatype.UINT16,
    Datatype.INT32,
    Datatype.UINT32,
    Datatype.INT64,
    Datatype.UINT64,
    Datatype.FLOAT32,
    Datatype.FLOAT64,
    Datatype.DATETIME_DAY,
    Datatype.DATETIME_NS,
    Datatype.TIME_SEC,
    Datatype.STRING_ASCII
  };

  private static final Datatype[] ATTRIBUTES = {
    Datatype.INT32,
    Datatype.FLOAT64,
    Datatype.UINT8,
    Datatype.INT64,
    Datatype.CHAR,
    Datatype.STRING_ASCII,
    Datatype.STRING_UTF8,
    Datatype.STRING_UTF16,
    Datatype.BLOB,
    Datatype.BOOL,
    Datatype.DATETIME_MS
  };

  private final Random random;
  private final ArraySchema schema;
  private final int choices;

  /** A random schema. */
  public RandomSparseCells(Random random) {
    this.random = random;
    this.schema = schema(random);
    this.choices = 1 + random.nextInt(40);
  }

  public ArraySchema schema() {
    return schema;
  }

  private static ArraySchema schema(Random random) {
    boolean hilbert = random.nextInt(4) == 0;
    ArraySchema.Builder builder =
        ArraySchema.sparse()
            .allowsDuplicates(random.nextBoolean())
            .tileOrder(random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR)
            .cellOrder(
                hilbert
                    ? Layout.HILBERT
                    : random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR)
            .capacity(1 + random.nextInt(random.nextBoolean() ? 7 : 300));
    for (int d = 1 + random.nextInt(3); d > 0; d--) {
      builder.dimension(dimension(random, "d" + d, hilbert));
    }
    for (int a = random.nextInt(4); a > 0; a--) {
      Datatype type = ATTRIBUTES[random.nextInt(ATTRIBUTES.length)];
      boolean number = !type.isString() && !type.isBytes();
      builder.attribute(
          Attribute.builder("a" + a, type)
              .cellValNum(random.nextInt(3) == 0 || !number ? Attribute.VAR : 1 + random.nextInt(2))
              .nullable(random.nextBoolean())
              .filters(
                  random.nextBoolean() ? FilterPipeline.EMPTY : FilterPipeline.of(Filter.zstd(3)))
              .build());
    }
    return builder.build();
  }

  private static Dimension dimension(Random random, String name, boolean hilbert) {
    Datatype type = DIMENSIONS[random.nextInt(DIMENSIONS.length)];
    if (type == Datatype.STRING_ASCII) {
      return Dimension.text(name);
    }
    if (type.isFloatingPoint()) {
      double low = random.nextInt(5) - 3;
      double high = low + 1 + random.nextInt(9);
      return Dimension.of(name, type, Range.of(low, high), 0.25 + random.nextInt(4) / 4.0);
    }
    int bits = 8 * type.size();
    boolean wide = random.nextBoolean();
    long low = type.isUnsigned() ? 0 : wide ? -1L << bits - 1 : -random.nextInt(20);
    long high =
        !wide
            ? low + 1 + random.nextInt(40)
            : type.isUnsigned() ? (-1L >>> 64 - bits) - 1 : (1L << bits - 1) - 2;
    long extent = wide ? 1L << random.nextInt(bits - 1) : 1 + random.nextInt((int) (high - low));
    Dimension.Builder builder = Dimension.builder(name, type).domain(Range.of(low, high));
    return hilbert && random.nextBoolean() ? builder.build() : builder.extent(extent).build();
  }

  /** A cell: its coordinates, then its attributes; null for null. */
  public byte[][] next() {
    List<Dimension> dimensions = schema.dimensions();
    byte[][] cell = new byte[dimensions.size() + schema.attributes().size()][];
    for (int d = 0; d < dimensions.size(); d++) {
      cell[d] = coordinate(dimensions.get(d));
    }
    for (int a = 0; a < schema.attributes().size(); a++) {
      Attribute attribute = schema.attributes().get(a);
      if (!attribute.nullable() || random.nextInt(4) > 0) {
        int values = attribute.isVar() ? random.nextInt(5) : attribute.cellValNum();
        byte[] bytes = new byte[values * attribute.type().size()];
        random.nextBytes(bytes);
        if (attribute.type() == Datatype.BOOL) {
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] &= 1;
          }
        }
        cell[dimensions.size() + a] = bytes;
      }
    }
    return cell;
  }

  private byte[] coordinate(Dimension dimension) {
    if (dimension.isVar()) {
      byte[] text = new byte[random.nextInt(random.nextInt(4) == 0 ? 14 : 4)];
      for (int i = 0; i < text.length; i++) {
        text[i] = (byte) ('a' + random.nextInt(3));
      }
      return text;
    }
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    Range domain = dimension.domain().orElseThrow();
    if (domain instanceof Range.Doubles doubles) {
      double part = random.nextInt(choices + 1) / (double) choices;
      double value = doubles.low() + (doubles.high() - doubles.low()) * part;
      value = random.nextInt(8) == 0 && doubles.low() <= 0 && doubles.high() >= 0 ? -0.0 : value;
      if (dimension.type() == Datatype.FLOAT32) {
        bytes.putFloat((float) Math.min(value, doubles.high()));
      } else {
        bytes.putDouble(Math.min(value, doubles.high()));
      }
    } else {
      Range.Longs longs = (Range.Longs) domain;
      long span = longs.high() - longs.low();
      long step = Long.divideUnsigned(span, choices);
      long value =
          switch (random.nextInt(6)) {
            case 0 -> longs.low();
            case 1 -> longs.high();
            default -> longs.low() + step * random.nextInt(choices);
          };
      bytes.putLong(value);
    }
    return Arrays.copyOf(bytes.array(), dimension.type().size());
  }

  /** The coordinates of a cell as text. */
  public String place(byte[][] cell) {
    return text(cell, schema.dimensions().size());
  }

  /** A cell as text. */
  public String text(byte[][] cell) {
    return text(cell, cell.length);
  }

  private static String text(byte[][] cell, int fields) {
    StringBuilder text = new StringBuilder();
    for (int f = 0; f < fields; f++) {
      text.append(cell[f] == null ? "null" : HexFormat.of().formatHex(cell[f])).append('|');
    }
    return text.toString();
  }

  /**
   * Cells as a batch; the columns come in any order, validity may be left out if it says nothing.
   */
  public Batch batch(List<byte[][]> cells) {
    List<Column> columns = new ArrayList<>();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      columns.add(
          column(dimension.name(), dimension.type(), dimension.cellValNum(), false, cells, d));
    }
    for (int a = 0; a < schema.attributes().size(); a++) {
      Attribute attribute = schema.attributes().get(a);
      columns.add(
          column(
              attribute.name(),
              attribute.type(),
              attribute.cellValNum(),
              attribute.nullable(),
              cells,
              schema.dimensions().size() + a));
    }
    Collections.shuffle(columns, random);
    return Batch.of(cells.size(), columns);
  }

  private Column column(
      String name,
      Datatype type,
      int cellValNum,
      boolean nullable,
      List<byte[][]> cells,
      int field) {
    int rows = cells.size();
    byte[] validity = nullable ? new byte[rows] : null;
    int[] offsets = new int[rows + 1];
    ByteBuffer data = ByteBuffer.allocate(rows * 64);
    boolean nulls = false;
    int size = cellValNum * type.size();
    for (int row = 0; row < rows; row++) {
      byte[] cell = cells.get(row)[field];
      nulls |= cell == null;
      if (nullable) {
        validity[row] = (byte) (cell == null ? 0 : 1 + 2 * random.nextInt(2));
      }
      data.put(cell == null ? new byte[cellValNum == Attribute.VAR ? 0 : size] : cell);
      offsets[row + 1] = data.position();
    }
    byte[] known = !nulls && random.nextBoolean() ? null : validity;
    return cellValNum == Attribute.VAR
        ? new VarColumn(name, type, rows, offsets, data.array(), known)
        : new FixedColumn(name, type, cellValNum, rows, data.array(), known);
  }

  /** The cells of a batch as texts. */
  public List<String> texts(Batch batch) {
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      byte[][] cell = new byte[schema.dimensions().size() + schema.attributes().size()][];
      for (int f = 0; f < cell.length; f++) {
        int a = f - schema.dimensions().size();
        String name = a < 0 ? schema.dimensions().get(f).name() : schema.attributes().get(a).name();
        Column column = batch.column(name);
        cell[f] = column.isNull(row) ? null : column.getBytes(row);
      }
      texts.add(text(cell));
    }
    return texts;
  }
}
