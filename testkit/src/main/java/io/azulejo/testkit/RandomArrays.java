package io.azulejo.testkit;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A generator of small random arrays with various types, nulls, several fragments, deletions and
 * schema evolution. Not safe for use by several threads.
 */
public final class RandomArrays {
  private static final List<byte[]> TEXTS = new ArrayList<>();
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1,
    -1,
    1.5,
    0.1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    16777217,
    9007199254740993.0
  };

  static {
    for (String text :
        new String[] {
          "",
          "a",
          "ab",
          "abc",
          "b",
          " ",
          "a ",
          "ab ",
          "A",
          "ä",
          "aé",
          "\ufffd",
          "a\ufffd",
          "\ue000",
          "\ud83d\ude00",
          "a\ud83d\ude00b",
          "日本",
          "\0",
          "a\0",
          "a\t",
          "%",
          "a_"
        }) {
      TEXTS.add(text.getBytes(StandardCharsets.UTF_8));
    }
    TEXTS.add(new byte[] {(byte) 0x80});
    TEXTS.add(new byte[] {(byte) 0xc3});
    TEXTS.add(new byte[] {'a', (byte) 0xff});
    TEXTS.add(new byte[] {(byte) 0xff, (byte) 0xff});
    TEXTS.add(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80});
    TEXTS.add(new byte[] {(byte) 0xef, (byte) 0xbf});
  }

  private static final Datatype[] NUMBERS = {
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
    Datatype.BOOL,
    Datatype.DATETIME_YEAR,
    Datatype.DATETIME_MONTH,
    Datatype.DATETIME_WEEK,
    Datatype.DATETIME_DAY,
    Datatype.DATETIME_HR,
    Datatype.DATETIME_SEC,
    Datatype.DATETIME_MS,
    Datatype.DATETIME_US,
    Datatype.DATETIME_NS,
    Datatype.DATETIME_PS,
    Datatype.DATETIME_AS,
    Datatype.TIME_NS
  };

  private final Azulejo engine;
  private final Random random;
  private final Map<String, Enumeration> enumerations = new LinkedHashMap<>();
  private long time = 1_000;

  /**
   * Creates a generator.
   *
   * @param engine creates and writes the arrays
   * @param random the source of random numbers
   */
  public RandomArrays(Azulejo engine, Random random) {
    this.engine = engine;
    this.random = random;
  }

  /**
   * Creates a random array at an empty location, writes to it and opens it. The timestamps of a
   * generator start at 1,000 milliseconds after 1970. Each change of an array advances them by 10.
   */
  public Array make(Location location) {
    enumerations.clear();
    boolean dense = random.nextInt(3) == 0;
    ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
    int dimensions = 1 + random.nextInt(dense ? 2 : 3);
    List<Dimension> dims = new ArrayList<>();
    int denseKind = random.nextInt(4); // all dimensions of a dense array have the same type
    for (int d = 0; d < dimensions; d++) {
      dims.add(dense ? denseDimension("d" + d, denseKind) : sparseDimension("d" + d));
      schema.dimension(dims.get(d));
    }
    if (!dense) {
      schema.allowsDuplicates(random.nextBoolean()).capacity(1 + random.nextInt(8));
      schema.cellOrder(random.nextInt(5) == 0 ? Layout.HILBERT : Layout.ROW_MAJOR);
    }
    int attributes = 3 + random.nextInt(4);
    for (int a = 0; a < attributes; a++) {
      schema.attribute(attribute(dense, "a" + a));
    }
    enumerations.values().forEach(schema::enumeration);
    engine.create(location, schema.build(), CreateOptions.DEFAULT.at(time));
    int fragments = 1 + random.nextInt(3);
    for (int f = 0; f < fragments; f++) {
      write(location);
      if (f == 0 && random.nextInt(3) == 0) {
        enumerations.clear();
        SchemaEvolution.Builder more = SchemaEvolution.builder();
        Attribute added = attribute(dense, "later");
        enumerations.values().forEach(more::addEnumeration);
        engine.array(location).evolve(more.addAttribute(added).build(), at());
      }
      if (!dense && random.nextInt(4) == 0) {
        delete(location);
      }
    }
    return engine.open(location);
  }

  private ChangeOptions at() {
    return ChangeOptions.DEFAULT.at(time += 10);
  }

  private static Dimension denseDimension(String name, int kind) {
    return switch (kind) {
      case 0 -> Dimension.of(name, Datatype.INT32, Range.of(-3, 8), 3);
      case 1 -> Dimension.of(name, Datatype.UINT16, Range.of(0, 9), 4);
      case 2 -> Dimension.of(name, Datatype.DATETIME_DAY, Range.of(-4, 5), 2);
      default ->
          Dimension.of(name, Datatype.UINT64, Range.of(Long.MAX_VALUE - 4, Long.MIN_VALUE + 4), 2);
    };
  }

  private Dimension sparseDimension(String name) {
    return switch (random.nextInt(11)) {
      case 0 -> Dimension.of(name, Datatype.INT32, Range.of(-100, 100), 7);
      case 1 -> Dimension.of(name, Datatype.UINT8, Range.of(0, 250), 5);
      case 2 ->
          Dimension.of(name, Datatype.UINT64, Range.of(Long.MAX_VALUE - 4, Long.MIN_VALUE + 4), 3);
      case 3 -> Dimension.of(name, Datatype.INT64, Range.of(Long.MIN_VALUE, Long.MIN_VALUE + 9), 4);
      case 4 -> Dimension.of(name, Datatype.FLOAT64, Range.of(-1e3, 1e3), 10.0);
      case 5 -> Dimension.of(name, Datatype.FLOAT32, Range.of(-4.0, 4.0), 1.0f);
      case 6 -> Dimension.of(name, Datatype.DATETIME_DAY, Range.of(-40, 50), 9);
      case 7 -> Dimension.of(name, Datatype.DATETIME_NS, Range.of(-4000, 5000), 900);
      case 8 ->
          Dimension.of(
              name, Datatype.DATETIME_US, Range.of(Long.MIN_VALUE, Long.MIN_VALUE + 20), 5);
      default -> Dimension.text(name);
    };
  }

  private Attribute attribute(boolean dense, String name) {
    Attribute.Builder builder;
    switch (random.nextInt(14)) {
      case 0 -> builder = Attribute.builder(name, Datatype.STRING_ASCII).var();
      case 1, 2 -> builder = Attribute.builder(name, Datatype.STRING_UTF8).var();
      case 3 -> builder = Attribute.builder(name, Datatype.CHAR);
      case 4 -> builder = Attribute.builder(name, Datatype.CHAR).var();
      case 5 -> {
        Datatype type = random.nextBoolean() ? Datatype.STRING_UTF16 : Datatype.BLOB;
        builder = Attribute.builder(name, type).var();
      }
      case 6 ->
          builder =
              random.nextBoolean()
                  ? Attribute.builder(name, Datatype.INT32).cellValNum(2)
                  : Attribute.builder(name, Datatype.FLOAT64).var();
      case 7, 8 -> {
        enumerations.put(name, enumeration("of " + name));
        Datatype[] types = {Datatype.INT8, Datatype.UINT8, Datatype.UINT32, Datatype.INT64};
        builder =
            Attribute.builder(name, types[random.nextInt(types.length)]).enumeration("of " + name);
      }
      default -> builder = Attribute.builder(name, NUMBERS[random.nextInt(NUMBERS.length)]);
    }
    if (random.nextInt(5) < 2) {
      builder.nullable();
    }
    return builder.build();
  }

  private Enumeration enumeration(String name) {
    boolean ordered = random.nextBoolean();
    return switch (random.nextInt(4)) {
      case 0 ->
          Enumeration.ofDoubles(
              name, Datatype.FLOAT64, ordered, 1, -0.0, 0.0, Double.NaN, Double.POSITIVE_INFINITY);
      case 1 ->
          Enumeration.ofLongs(name, Datatype.DATETIME_MS, ordered, 5, Long.MIN_VALUE, -5, 86400000);
      case 2 -> Enumeration.ofLongs(name, Datatype.UINT64, ordered, -1, 0, Long.MIN_VALUE, 7);
      default -> {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        List<Long> offsets = new ArrayList<>();
        for (byte[] text : TEXTS) {
          if (random.nextInt(3) == 0) {
            offsets.add((long) data.size());
            data.writeBytes(text);
          }
        }
        yield Enumeration.var(
            name,
            Datatype.STRING_UTF8,
            ordered,
            data.toByteArray(),
            offsets.stream().mapToLong(Long::longValue).toArray());
      }
    };
  }

  private void delete(Location location) {
    Array array = engine.open(location);
    for (Dimension dimension : array.schema().dimensions()) {
      if (dimension.type() == Datatype.INT32) {
        Condition some = Condition.field(dimension.name()).greaterThan(random.nextInt(10));
        engine.array(location).delete(DeleteRequest.where(some), at());
        return;
      }
    }
  }

  private void write(Location location) {
    Array array = engine.open(location);
    ArraySchema schema = array.schema();
    Map<String, Enumeration> stored = new LinkedHashMap<>();
    for (Attribute attribute : schema.attributes()) {
      attribute
          .enumeration()
          .ifPresent(name -> stored.put(attribute.name(), array.enumeration(name)));
    }
    List<Column> columns = new ArrayList<>();
    int rows = 1 + random.nextInt(25);
    WriteRequest request = WriteRequest.DEFAULT;
    if (schema.isDense()) {
      Subarray box = Subarray.ALL;
      rows = 1;
      for (Dimension dimension : schema.dimensions()) {
        Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
        long length = domain.high() - domain.low() + 1;
        long low = random.nextInt((int) length);
        long high = low + random.nextInt((int) Math.min(6, length - low));
        box = box.and(dimension.name(), domain.low() + low, domain.low() + high);
        rows *= (int) (high - low + 1);
      }
      request = request.layout(Layout.ROW_MAJOR).subarray(box);
    } else {
      request =
          request.layout(Layout.UNORDERED).duplicates(io.azulejo.query.DuplicatePolicy.KEEP_LAST);
      if (schema.allowsDuplicates()) {
        request = WriteRequest.DEFAULT.layout(Layout.UNORDERED);
      }
      for (Dimension dimension : schema.dimensions()) {
        columns.add(coordinates(dimension, rows));
      }
    }
    for (Attribute attribute : schema.attributes()) {
      columns.add(cells(attribute, stored.get(attribute.name()), rows));
    }
    try (ArrayWriter writer = engine.array(location).writer(request, at())) {
      writer.append(Batch.of(rows, columns));
      writer.commit();
    }
  }

  private Column coordinates(Dimension dimension, int rows) {
    List<byte[]> cells = new ArrayList<>();
    String[] texts = {"", "a", "ab", "b", "ba", "~"};
    for (int i = 0; i < rows; i++) {
      if (dimension.isVar()) {
        cells.add(texts[random.nextInt(texts.length)].getBytes(StandardCharsets.US_ASCII));
      } else if (dimension.type().isFloatingPoint()) {
        double[] some = {0.0, -0.0, 1, -1, 0.1, 3.5, -4};
        cells.add(bytes(dimension.type(), some[random.nextInt(some.length)]));
      } else {
        Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
        long length = domain.high() - domain.low() + 1;
        long middle = domain.low() + length / 2;
        long value =
            switch (random.nextInt(4)) {
              case 0 -> domain.low();
              case 1 -> domain.high();
              case 2 -> middle + random.nextInt(4);
              default -> domain.low() + random.nextInt((int) length);
            };
        cells.add(bytes(dimension.type(), value));
      }
    }
    return column(
        dimension.name(), dimension.type(), dimension.isVar() ? Attribute.VAR : 1, cells, null);
  }

  private Column cells(Attribute attribute, Enumeration enumeration, int rows) {
    List<byte[]> cells = new ArrayList<>();
    byte[] validity = attribute.nullable() ? new byte[rows] : null;
    for (int i = 0; i < rows; i++) {
      if (validity != null) {
        validity[i] = (byte) (random.nextInt(4) == 0 ? 0 : 1);
      }
      cells.add(cell(attribute, enumeration));
    }
    return column(attribute.name(), attribute.type(), attribute.cellValNum(), cells, validity);
  }

  private byte[] cell(Attribute attribute, Enumeration enumeration) {
    Datatype type = attribute.type();
    if (enumeration != null) {
      return bytes(type, enumeration.size() == 0 ? 0 : random.nextInt(enumeration.size()));
    }
    if (type == Datatype.STRING_UTF16) {
      return new String(text(random), StandardCharsets.UTF_8).getBytes(type.charset());
    }
    if (type == Datatype.CHAR && !attribute.isVar()) {
      return new byte[] {(byte) random.nextInt(256)};
    }
    if (type.isString() || type == Datatype.CHAR || type.isBytes()) {
      return text(random);
    }
    int count = attribute.isVar() ? random.nextInt(3) : attribute.cellValNum();
    ByteArrayOutputStream cell = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      cell.writeBytes(
          type.isFloatingPoint() ? bytes(type, floating(random)) : bytes(type, number(type)));
    }
    return cell.toByteArray();
  }

  /**
   * Returns the bytes of a random string from those that cells contain. They may be invalid UTF-8.
   * The array is shared: do not modify it.
   */
  public static byte[] text(Random random) {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  /** Returns a random floating-point number from those that cells contain. */
  public static double floating(Random random) {
    return DOUBLES[random.nextInt(DOUBLES.length)];
  }

  private long number(Datatype type) {
    if (type == Datatype.BOOL) {
      return random.nextInt(3);
    }
    int bits = Byte.SIZE * type.size();
    long[] some = {
      0,
      1,
      2,
      -1,
      -2,
      3,
      99,
      1000,
      -1000,
      1L << (bits - 1),
      (1L << (bits - 1)) - 1,
      (1L << (bits - 1)) + 1,
      9007199254740993L,
      86400000,
      31
    };
    return some[random.nextInt(some.length)];
  }

  private static byte[] bytes(Datatype type, long value) {
    byte[] all =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    return java.util.Arrays.copyOf(all, type.size());
  }

  private static byte[] bytes(Datatype type, double value) {
    return type == Datatype.FLOAT32
        ? bytes(type, Float.floatToRawIntBits((float) value))
        : bytes(type, Double.doubleToRawLongBits(value));
  }

  private static Column column(
      String name, Datatype type, int values, List<byte[]> cells, byte[] validity) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    int[] offsets = new int[cells.size() + 1];
    for (int i = 0; i < cells.size(); i++) {
      data.writeBytes(cells.get(i));
      offsets[i + 1] = data.size();
    }
    return values == Attribute.VAR
        ? new VarColumn(name, type, cells.size(), offsets, data.toByteArray(), validity)
        : new FixedColumn(name, type, values, cells.size(), data.toByteArray(), validity);
  }
}
