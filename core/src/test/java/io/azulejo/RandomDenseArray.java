package io.azulejo;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * A random dense array as a plain list of cells: for each cell of the domain, in row-major order,
 * the bytes of each attribute, null for null. Knows nothing of tiles but the order that they give.
 */
final class RandomDenseArray {
  private static final List<Datatype> DIMENSION_TYPES =
      List.of(
          Datatype.INT8,
          Datatype.UINT8,
          Datatype.INT16,
          Datatype.UINT16,
          Datatype.INT32,
          Datatype.UINT32,
          Datatype.INT64,
          Datatype.UINT64,
          Datatype.DATETIME_DAY,
          Datatype.DATETIME_NS,
          Datatype.TIME_SEC);
  private static final List<Datatype> ATTRIBUTE_TYPES =
      List.of(
          Datatype.INT8,
          Datatype.UINT16,
          Datatype.INT32,
          Datatype.UINT64,
          Datatype.FLOAT32,
          Datatype.FLOAT64,
          Datatype.BOOL,
          Datatype.CHAR,
          Datatype.STRING_ASCII,
          Datatype.STRING_UTF8,
          Datatype.DATETIME_MS,
          Datatype.BLOB);

  private final Random random;
  final ArraySchema schema;
  final int[] length;
  final long[] low;
  final int[] extent;

  /** The cells: a row for each, in it the bytes of each attribute. */
  final byte[][][] cells;

  RandomDenseArray(Random random) {
    this.random = random;
    int dimensions = 1 + random.nextInt(4);
    length = new int[dimensions];
    low = new long[dimensions];
    extent = new int[dimensions];
    Datatype type = one(DIMENSION_TYPES);
    ArraySchema.Builder builder =
        ArraySchema.dense()
            .tileOrder(random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR)
            .cellOrder(random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR);
    int count = 1;
    for (int d = 0; d < dimensions; d++) {
      length[d] = 1 + random.nextInt(new int[] {100, 40, 14, 7}[dimensions - 1]);
      extent[d] = 1 + random.nextInt(random.nextBoolean() ? length[d] : Math.min(5, length[d]));
      low[d] = low(type, length[d] + extent[d]);
      builder.dimension(
          Dimension.of("d" + d, type, Range.of(low[d], low[d] + length[d] - 1), (long) extent[d]));
      count *= length[d];
    }
    for (int a = 1 + random.nextInt(3); a > 0; a--) {
      builder.attribute(attribute("a" + a));
    }
    schema = builder.build();
    cells = new byte[count][][];
  }

  private long low(Datatype type, int room) {
    if (type == Datatype.UINT64 && random.nextBoolean()) {
      return Long.MAX_VALUE - random.nextInt(room);
    }
    if (type.size() == 1) {
      return type.isUnsigned() ? random.nextInt(256 - room) : random.nextInt(256 - room) - 128;
    }
    return type.isUnsigned() ? random.nextInt(100) : random.nextInt(200) - 100;
  }

  private Attribute attribute(String name) {
    Datatype type = one(ATTRIBUTE_TYPES);
    int number = one(List.of(1, 1, 1, 3, Attribute.VAR, Attribute.VAR));
    return Attribute.builder(name, type)
        .cellValNum(number)
        .nullable(random.nextInt(3) == 0)
        .filters(filters(type, number))
        .build();
  }

  private FilterPipeline filters(Datatype type, int number) {
    boolean text = type.isString() && number == Attribute.VAR && type != Datatype.CHAR;
    return switch (random.nextInt(text ? 6 : 4)) {
      case 0 -> FilterPipeline.EMPTY;
      case 1 -> FilterPipeline.of(Filter.zstd(1));
      case 2 -> FilterPipeline.of(Filter.byteShuffle(), Filter.lz4().withLevel(1));
      case 3 -> FilterPipeline.of(Filter.gzip(1), Filter.md5());
      case 4 -> FilterPipeline.of(Filter.rle());
      default -> FilterPipeline.of(Filter.dictionary());
    };
  }

  <T> T one(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** A random box, as the least and greatest distances from the low ends of the domain. */
  int[][] box(boolean wholeTiles) {
    int[][] box = new int[2][length.length];
    for (int d = 0; d < length.length; d++) {
      int unit = wholeTiles ? extent[d] : 1;
      int units = length[d] / unit;
      int first = random.nextInt(units);
      int last = first + random.nextInt(units - first);
      box[0][d] = first * unit;
      box[1][d] = (last + 1) * unit - 1;
    }
    return box;
  }

  /** A box as a subarray; whole dimensions may be left out. */
  Subarray subarray(int[][] box) {
    Subarray subarray = Subarray.ALL;
    for (int d = 0; d < length.length; d++) {
      if (box[0][d] > 0 || box[1][d] < length[d] - 1 || random.nextBoolean()) {
        subarray = subarray.and("d" + d, low[d] + box[0][d], low[d] + box[1][d]);
      }
    }
    return subarray;
  }

  /** The cells of a box in some order, as numbers in the row-major order of the domain. */
  List<Integer> order(int[][] box, Layout layout) {
    List<int[]> all = new ArrayList<>();
    int[] at = box[0].clone();
    all.add(at);
    while ((at = after(at, box)) != null) {
      all.add(at);
    }
    Comparator<int[]> byTile =
        by(schema.tileOrder(), true).thenComparing(by(schema.cellOrder(), false));
    all.sort(layout == Layout.GLOBAL_ORDER ? byTile : by(layout, false));
    List<Integer> numbers = new ArrayList<>();
    for (int[] cell : all) {
      int number = 0;
      for (int d = 0; d < cell.length; d++) {
        number = number * length[d] + cell[d];
      }
      numbers.add(number);
    }
    return numbers;
  }

  private static int[] after(int[] cell, int[][] box) {
    int[] next = cell.clone();
    for (int d = next.length - 1; d >= 0; d--) {
      if (++next[d] <= box[1][d]) {
        return next;
      }
      next[d] = box[0][d];
    }
    return null;
  }

  private Comparator<int[]> by(Layout layout, boolean tiles) {
    return (a, b) -> {
      for (int i = 0; i < a.length; i++) {
        int d = layout == Layout.COL_MAJOR ? a.length - 1 - i : i;
        int order =
            tiles
                ? Integer.compare(a[d] / extent[d], b[d] / extent[d])
                : Integer.compare(a[d], b[d]);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  /** Random new values of a cell. */
  void fill(int cell) {
    cells[cell] = new byte[schema.attributes().size()][];
    for (int a = 0; a < cells[cell].length; a++) {
      Attribute attribute = schema.attributes().get(a);
      int values = attribute.isVar() ? random.nextInt(4) : attribute.cellValNum();
      byte[] value = new byte[values * attribute.type().size()];
      random.nextBytes(value);
      if (attribute.type().isString() || attribute.type() == Datatype.BOOL) {
        for (int i = 0; i < value.length; i++) {
          value[i] =
              (byte) (attribute.type() == Datatype.BOOL ? value[i] & 1 : 'a' + (value[i] & 7));
        }
      }
      cells[cell][a] = attribute.nullable() && random.nextInt(4) == 0 ? null : value;
    }
  }

  /** The values of some cells as a batch. */
  Batch batch(List<Integer> numbers) {
    List<Column> columns = new ArrayList<>();
    for (int a = 0; a < schema.attributes().size(); a++) {
      columns.add(column(numbers, a));
    }
    Collections.shuffle(columns, random);
    return Batch.of(numbers.size(), columns);
  }

  private Column column(List<Integer> numbers, int a) {
    Attribute attribute = schema.attributes().get(a);
    int rows = numbers.size();
    byte[] validity = new byte[rows];
    int[] offsets = new int[rows + 1];
    byte[] data = new byte[16];
    for (int row = 0; row < rows; row++) {
      byte[] value = cells[numbers.get(row)][a];
      validity[row] = (byte) (value == null ? 0 : 1 + random.nextInt(2));
      int size =
          attribute.isVar() ? random.nextInt(2) * attribute.type().size() : attribute.cellSize();
      byte[] stored = value == null ? new byte[size] : value;
      offsets[row + 1] = offsets[row] + stored.length;
      data = Arrays.copyOf(data, Math.max(data.length, 2 * offsets[row + 1]));
      System.arraycopy(stored, 0, data, offsets[row], stored.length);
    }
    boolean allValid = numbers.stream().noneMatch(n -> cells[n][a] == null);
    boolean plain = !attribute.nullable() || (allValid && random.nextBoolean());
    byte[] given = plain ? null : validity;
    return attribute.isVar()
        ? new VarColumn(attribute.name(), attribute.type(), rows, offsets, data, given)
        : new FixedColumn(
            attribute.name(), attribute.type(), attribute.cellValNum(), rows, data, given);
  }

  /** What a cell holds: its own values, or the fill values. */
  byte[][] expected(int cell) {
    if (cells[cell] != null) {
      return cells[cell];
    }
    byte[][] fill = new byte[schema.attributes().size()][];
    for (int a = 0; a < fill.length; a++) {
      fill[a] = schema.attributes().get(a).nullable() ? null : schema.attributes().get(a).fill();
    }
    return fill;
  }
}
