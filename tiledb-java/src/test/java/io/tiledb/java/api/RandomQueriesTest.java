package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Read;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random arrays, written and read through buffers of random sizes, compared with what was written
 * and with what the engine reads.
 */
class RandomQueriesTest {
  private static final List<Datatype> TYPES =
      List.of(
          Datatype.TILEDB_INT8,
          Datatype.TILEDB_UINT16,
          Datatype.TILEDB_INT32,
          Datatype.TILEDB_UINT64,
          Datatype.TILEDB_FLOAT32,
          Datatype.TILEDB_FLOAT64,
          Datatype.TILEDB_STRING_ASCII,
          Datatype.TILEDB_DATETIME_MS);

  @TempDir Path folder;
  private Random random = new Random(0);
  private final Map<String, ByteBuffer> validities = new TreeMap<>();

  /** A cell: the bytes of each field, and whether it is null. */
  private record Value(byte[] bytes, boolean valid) {
    @Override
    public String toString() {
      return (valid ? "" : "null:") + HexFormat.of().formatHex(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void returnTheCellsThatTheEngineReads(long seed) throws TileDBError {
    random = new Random(seed);
    String uri = folder.resolve("array").toString();
    try (Context ctx = new Context(offsets())) {
      boolean dense = random.nextBoolean();
      Array.create(uri, schema(ctx, dense));
      List<Map<String, Value>> written = dense ? writeDense(ctx, uri) : writeSparse(ctx, uri);
      try (Array array = new Array(ctx, uri)) {
        List<String> all = cells(array.toEngine().read(ReadRequest.ALL));
        assertThat(sorted(all)).as("seed " + seed).isEqualTo(sorted(texts(written)));
        for (int i = 0; i < 6; i++) {
          compareRead(ctx, array, "seed " + seed + ", read " + i);
        }
      }
    }
  }

  private Map<String, String> offsets() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("sm.var_offsets.bitsize", random.nextBoolean() ? "32" : "64");
    settings.put("sm.var_offsets.mode", random.nextBoolean() ? "bytes" : "elements");
    settings.put("sm.var_offsets.extra_element", Boolean.toString(random.nextBoolean()));
    return settings;
  }

  private ArraySchema schema(Context ctx, boolean dense) throws TileDBError {
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "d0", Integer.class, new Pair<>(1, 40), 7));
    if (random.nextBoolean()) {
      domain.addDimension(new Dimension<>(ctx, "d1", Integer.class, new Pair<>(-5, 6), 3));
    } else if (!dense) {
      domain.addDimension(
          new Dimension<String>(ctx, "d1", Datatype.TILEDB_STRING_ASCII, null, null));
    }
    ArraySchema schema =
        new ArraySchema(ctx, dense ? ArrayType.TILEDB_DENSE : ArrayType.TILEDB_SPARSE);
    schema.setDomain(domain);
    schema.setCapacity(1 + random.nextInt(50));
    schema.setTileOrder(order());
    schema.setCellOrder(order());
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      Datatype type = TYPES.get(random.nextInt(TYPES.size()));
      Attribute attribute = new Attribute(ctx, "a" + i, type);
      if (random.nextInt(3) == 0) {
        attribute.setCellVar();
      } else {
        attribute.setCellValNum(1 + random.nextInt(2));
      }
      attribute.setNullable(random.nextInt(3) == 0);
      schema.addAttribute(attribute);
    }
    return schema;
  }

  private Layout order() {
    return random.nextBoolean() ? Layout.TILEDB_ROW_MAJOR : Layout.TILEDB_COL_MAJOR;
  }

  private List<Map<String, Value>> writeDense(Context ctx, String uri) throws TileDBError {
    List<Map<String, Value>> cells = new ArrayList<>();
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      io.azulejo.schema.ArraySchema schema = array.toEngine().schema();
      query.setLayout(Layout.TILEDB_ROW_MAJOR);
      boolean two = schema.dimensions().size() == 2;
      for (int y = 1; y <= 40; y++) {
        for (int x = two ? -5 : 0; x <= (two ? 6 : 0); x++) {
          Map<String, Value> cell = attributes(schema);
          cell.put("d0", new Value(Scalars.bytes(y, Datatype.TILEDB_INT32), true));
          if (two) {
            cell.put("d1", new Value(Scalars.bytes(x, Datatype.TILEDB_INT32), true));
          }
          cells.add(cell);
        }
      }
      submit(query, schema, cells, false, OffsetFormat.of(ctx.config()));
    }
    return cells;
  }

  private List<Map<String, Value>> writeSparse(Context ctx, String uri) throws TileDBError {
    Map<String, Map<String, Value>> cells = new TreeMap<>();
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE);
        Query query = new Query(array)) {
      io.azulejo.schema.ArraySchema schema = array.toEngine().schema();
      int rounds = 1 + random.nextInt(3);
      for (int round = 0; round < rounds; round++) {
        Map<String, Map<String, Value>> fresh = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
          Map<String, Value> cell = attributes(schema);
          int y = 1 + random.nextInt(40);
          cell.put("d0", new Value(Scalars.bytes(y, Datatype.TILEDB_INT32), true));
          if (schema.dimensions().size() == 2) {
            byte[] x =
                schema.dimensions().get(1).isVar()
                    ? text()
                    : Scalars.bytes(random.nextInt(12) - 5, Datatype.TILEDB_INT32);
            cell.put("d1", new Value(x, true));
          }
          String key = cell.get("d0") + "/" + cell.get("d1");
          if (!cells.containsKey(key)) {
            fresh.putIfAbsent(key, cell);
          }
        }
        cells.putAll(fresh);
        submit(query, schema, List.copyOf(fresh.values()), true, OffsetFormat.of(ctx.config()));
      }
      assertThat(query.getFragmentNum()).isGreaterThanOrEqualTo(1);
    }
    return List.copyOf(cells.values());
  }

  private byte[] text() {
    byte[] text = new byte[1 + random.nextInt(4)];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return text;
  }

  private Map<String, Value> attributes(io.azulejo.schema.ArraySchema schema) {
    Map<String, Value> cell = new TreeMap<>();
    for (io.azulejo.schema.Attribute attribute : schema.attributes()) {
      int values = attribute.isVar() ? random.nextInt(5) : attribute.cellValNum();
      byte[] bytes = new byte[values * attribute.type().size()];
      random.nextBytes(bytes);
      for (int i = 0; i < bytes.length && attribute.type().isString(); i++) {
        bytes[i] &= 0x7f;
      }
      boolean valid = !attribute.nullable() || random.nextInt(3) > 0;
      cell.put(attribute.name(), new Value(bytes, valid));
    }
    return cell;
  }

  private void submit(
      Query query,
      io.azulejo.schema.ArraySchema schema,
      List<Map<String, Value>> cells,
      boolean coordinates,
      OffsetFormat format)
      throws TileDBError {
    for (QueryField field : fields(schema)) {
      if (!coordinates && schema.dimension(field.name()).isPresent()) {
        continue;
      }
      int size = cells.stream().mapToInt(cell -> cell.get(field.name()).bytes().length).sum();
      ByteBuffer data = direct(Math.max(1, size));
      ByteBuffer offsets = direct((int) Math.max(8, format.bytes(cells.size())));
      ByteBuffer validity = direct(cells.size());
      int at = 0;
      for (int i = 0; i < cells.size(); i++) {
        Value value = cells.get(i).get(field.name());
        format.put(offsets, i, new int[] {at}, 0, 1, 0, field.valueSize());
        data.put(at, value.bytes());
        validity.put(i, (byte) (value.valid() ? 1 : 0));
        at += value.bytes().length;
      }
      if (format.extra()) {
        format.put(offsets, cells.size(), new int[] {at}, 0, 1, 0, field.valueSize());
      }
      if (size == 0) {
        // An empty buffer cannot be set, so the values of empty cells are an array.
        query.setDataBuffer(field.name(), new NativeArray(field.type(), direct(0), 0));
      } else {
        query.setDataBuffer(field.name(), data);
      }
      if (field.isVar()) {
        query.setOffsetsBuffer(field.name(), offsets);
      }
      if (field.nullable()) {
        query.setValidityBuffer(field.name(), validity);
      }
    }
    assertThat(query.submit()).isEqualTo(QueryStatus.TILEDB_COMPLETED);
  }

  private static ByteBuffer direct(int size) {
    return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
  }

  private static List<QueryField> fields(io.azulejo.schema.ArraySchema schema) {
    List<QueryField> fields = new ArrayList<>();
    schema.dimensions().forEach(dimension -> fields.add(QueryField.of(dimension)));
    schema.attributes().forEach(attribute -> fields.add(QueryField.of(attribute)));
    return fields;
  }

  private void compareRead(Context ctx, Array array, String what) throws TileDBError {
    io.azulejo.schema.ArraySchema schema = array.toEngine().schema();
    try (SubArray part = new SubArray(ctx, array);
        Query query = new Query(array)) {
      Read expected = array.toEngine().read();
      int low = 1 + random.nextInt(40);
      int high = low + random.nextInt(41 - low);
      part.addRange(0, low, high, null);
      Layout layout =
          List.of(
                  Layout.TILEDB_ROW_MAJOR,
                  Layout.TILEDB_COL_MAJOR,
                  Layout.TILEDB_GLOBAL_ORDER,
                  Layout.TILEDB_UNORDERED)
              .get(random.nextInt(4));
      if (layout != Layout.TILEDB_GLOBAL_ORDER && random.nextBoolean()) {
        int point = 1 + random.nextInt(40);
        part.addRange(0, point, point, null);
      }
      query.setSubarray(part).setLayout(layout);
      expected = expected.subarray(part.toEngine(schema.isDense()));
      Map<String, Pair<Long, Long>> bounds = query.getResultEstimations();
      List<String> answer = fill(query, schema, OffsetFormat.of(ctx.config()));
      for (QueryField field : fields(schema)) {
        long most = field.isVar() ? bounds.get(field.name()).getFirst() / 8 : Long.MAX_VALUE;
        assertThat((long) answer.size()).as(what).isLessThanOrEqualTo(most);
        if (!field.isVar()) {
          assertThat(answer.size() * field.cellSize())
              .as(what)
              .isLessThanOrEqualTo(bounds.get(field.name()).getSecond());
        }
      }
      if (layout == Layout.TILEDB_UNORDERED) {
        assertThat(sorted(answer)).as(what).isEqualTo(sorted(cells(expected)));
      } else {
        assertThat(answer)
            .as(what + " " + layout)
            .isEqualTo(cells(expected.layout(Stored.layout(layout))));
      }
    }
  }

  /** Submits a query until it is complete, with other buffers each time, and returns the cells. */
  private List<String> fill(Query query, io.azulejo.schema.ArraySchema schema, OffsetFormat format)
      throws TileDBError {
    List<QueryField> fields = fields(schema);
    List<String> cells = new ArrayList<>();
    int most = 1 + random.nextInt(200);
    for (int round = 0; query.getQueryStatus() != QueryStatus.TILEDB_COMPLETED; round++) {
      assertThat(round).isLessThan(10_000);
      if (round == 0 || random.nextBoolean()) {
        for (QueryField field : fields) {
          query.setDataBuffer(field.name(), direct(32 + random.nextInt(most * 16)));
          if (field.isVar()) {
            query.setOffsetsBuffer(field.name(), direct(16 + random.nextInt(most) * 8));
          }
          if (field.nullable()) {
            validities.put(field.name(), direct(1 + random.nextInt(most)));
            query.setValidityBuffer(field.name(), validities.get(field.name()));
          }
        }
      }
      query.submit();
      cells.addAll(answer(query, fields, format));
    }
    return cells;
  }

  private List<String> answer(Query query, List<QueryField> fields, OffsetFormat format)
      throws TileDBError {
    List<Map<String, Value>> rows = new ArrayList<>();
    for (QueryField field : fields) {
      Pair<ByteBuffer, ByteBuffer> buffers = query.getBufferNIO(field.name());
      ByteBuffer data = buffers.getSecond();
      Pair<Long, Long> counts = query.resultBufferElementsNIO(field.name(), field.valueSize());
      long[] offsets = field.isVar() ? query.getOffsetsBufferNIO(field.name()) : new long[0];
      int extra = format.extra() && offsets.length > 0 ? 1 : 0;
      assertThat(counts.getFirst()).isEqualTo(offsets.length);
      int count = field.isVar() ? offsets.length - extra : (int) (data.limit() / field.cellSize());
      for (int i = 0; i < count; i++) {
        long start = i * field.cellSize();
        long end = start + field.cellSize();
        if (field.isVar()) {
          int unit = format.elements() ? field.valueSize() : 1;
          start = offsets[i] * unit;
          end = i + 1 < offsets.length ? offsets[i + 1] * unit : data.limit();
        }
        byte[] bytes = new byte[(int) (end - start)];
        data.get((int) start, bytes);
        while (rows.size() <= i) {
          rows.add(new TreeMap<>());
        }
        boolean valid = !field.nullable() || validities.get(field.name()).get(i) != 0;
        rows.get(i).put(field.name(), new Value(bytes, valid));
      }
    }
    return texts(rows);
  }

  private static List<String> cells(Read read) {
    List<String> cells = new ArrayList<>();
    try (BatchReader reader = read.batches()) {
      for (Batch batch : reader) {
        for (int row = 0; row < batch.rows(); row++) {
          Map<String, Value> cell = new TreeMap<>();
          for (Column column : batch.columns()) {
            cell.put(column.name(), new Value(column.getBytes(row), !column.isNull(row)));
          }
          cells.add(cell.toString());
        }
      }
    }
    return cells;
  }

  private static List<String> texts(List<Map<String, Value>> cells) {
    return cells.stream().map(Map::toString).toList();
  }

  private static List<String> sorted(List<String> cells) {
    List<String> sorted = new ArrayList<>(cells);
    Collections.sort(sorted);
    return sorted;
  }
}
