package io.azulejo.arrow;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A table of random columns of all types, with some batches of random cells. */
record RandomTable(ArrowTable table, List<Batch> batches) {
  private static final String[] WORDS = {"", "a", "ß", "azulejo", "日本", "🙂", "longer than most"};

  /** Columns of each type, in each shape that attributes have. */
  static RandomTable ofAllTypes(Random random, int rows) {
    List<ArrowColumn> columns = new ArrayList<>();
    for (Datatype type : Datatype.values()) {
      for (int number : new int[] {1, 3, Attribute.VAR}) {
        if (type != Datatype.ANY || number == Attribute.VAR) {
          columns.add(column(random, type, number, columns.size()));
        }
      }
    }
    columns.add(enumerated(random, columns.size()));
    columns.add(enumerated(random, columns.size()));
    return of(random, columns, List.of(rows, 0, rows / 2));
  }

  /** Some columns. */
  static RandomTable ofSomeTypes(Random random) {
    List<ArrowColumn> columns = new ArrayList<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      Datatype type = Datatype.values()[random.nextInt(Datatype.values().length)];
      int number = type == Datatype.ANY ? -1 : new int[] {1, 2, -1}[random.nextInt(3)];
      columns.add(random.nextInt(4) == 0 ? enumerated(random, i) : column(random, type, number, i));
    }
    List<Integer> rows = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      rows.add(random.nextInt(random.nextBoolean() ? 10 : 3000));
    }
    return of(random, columns, rows);
  }

  private static RandomTable of(Random random, List<ArrowColumn> columns, List<Integer> rows) {
    List<Batch> batches = new ArrayList<>();
    for (int count : rows) {
      List<Column> cells = new ArrayList<>();
      for (ArrowColumn column : columns) {
        cells.add(cells(random, column, count));
      }
      batches.add(Batch.of(count, cells));
    }
    return new RandomTable(ArrowTable.of(columns, Map.of("by", "a test")), batches);
  }

  private static ArrowColumn column(Random random, Datatype type, int number, int index) {
    return new ArrowColumn(
        "c" + index,
        type,
        number,
        random.nextBoolean(),
        Optional.empty(),
        Map.of("k", "v" + index));
  }

  private static ArrowColumn enumerated(Random random, int index) {
    Datatype type =
        List.of(Datatype.INT8, Datatype.UINT8, Datatype.UINT16, Datatype.INT32, Datatype.UINT64)
            .get(random.nextInt(5));
    boolean ordered = random.nextBoolean();
    Enumeration values =
        switch (random.nextInt(4)) {
          case 0 -> Enumeration.ofStrings("e" + index, ordered, List.of(WORDS));
          case 1 -> Enumeration.ofDoubles("e" + index, Datatype.FLOAT32, ordered, 1, 2.5, -0.0);
          case 2 ->
              Enumeration.ofLongs("e" + index, Datatype.DATETIME_MS, ordered, 5, Long.MIN_VALUE);
          default ->
              Enumeration.fixed(
                  "e" + index, Datatype.INT16, 2, ordered, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        };
    return new ArrowColumn(
        "c" + index, type, 1, random.nextBoolean(), Optional.of(values), Map.of());
  }

  private static Column cells(Random random, ArrowColumn column, int rows) {
    byte[] validity = null;
    if (column.nullable()) {
      validity = new byte[rows + random.nextInt(3)];
      for (int row = 0; row < rows; row++) {
        validity[row] = (byte) (random.nextInt(4) == 0 ? 0 : 1);
      }
    }
    Datatype type = column.type();
    int size = type.size();
    if (!column.isVar()) {
      byte[] data = new byte[rows * column.cellValNum() * size + random.nextInt(20)];
      fill(random, column, data, rows * column.cellValNum());
      return new FixedColumn(column.name(), type, column.cellValNum(), rows, data, validity);
    }
    int[] offsets = new int[rows + 1 + random.nextInt(3)];
    List<byte[]> cells = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      byte[] cell;
      if (type.isString()) {
        cell = WORDS[random.nextInt(WORDS.length)].getBytes(type.charset());
      } else {
        cell = new byte[random.nextInt(4) * size];
        fill(random, column, cell, cell.length / size);
      }
      cells.add(cell);
      offsets[row + 1] = offsets[row] + cell.length;
    }
    ByteBuffer data = ByteBuffer.allocate(offsets[rows] + random.nextInt(9));
    cells.forEach(data::put);
    return new VarColumn(column.name(), type, rows, offsets, data.array(), validity);
  }

  private static void fill(Random random, ArrowColumn column, byte[] data, int count) {
    Datatype type = column.type();
    random.nextBytes(data);
    ByteBuffer numbers = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      if (type == Datatype.BOOL) {
        data[i] &= 1;
      } else if (type == Datatype.GEOM_WKT || type.isString() && type.size() == 1) {
        data[i] &= 0x7f;
      } else if (type.isDatetime()) {
        numbers.putLong(
            i * Long.BYTES,
            random.nextInt(5) == 0 ? Long.MIN_VALUE : random.nextInt(2_000_000) - 1_000_000);
      } else if (column.enumeration().isPresent() && random.nextInt(4) > 0) {
        // Else an index of no value, as unwritten cells have.
        byte[] index = new byte[type.size()];
        index[0] = (byte) random.nextInt(column.enumeration().get().size());
        System.arraycopy(index, 0, data, i * index.length, index.length);
      }
    }
  }

  /** The first difference between two columns' cells; empty if there is none. */
  static String difference(Column expected, Column actual) {
    if (expected.rows() != actual.rows()
        || expected.type() != actual.type()
        || expected.nullable() != actual.nullable()) {
      return "%s is not %s".formatted(actual, expected);
    }
    for (int row = 0; row < expected.rows(); row++) {
      if (expected.isNull(row) != actual.isNull(row)) {
        return "%s, row %d: null is %b".formatted(actual, row, actual.isNull(row));
      }
      if (!expected.isNull(row)
          && !java.util.Arrays.equals(expected.getBytes(row), actual.getBytes(row))) {
        return "%s, row %d: %s, not %s"
            .formatted(
                actual,
                row,
                java.util.Arrays.toString(actual.getBytes(row)),
                java.util.Arrays.toString(expected.getBytes(row)));
      }
    }
    return "";
  }
}
