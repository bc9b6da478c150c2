package io.azulejo.bench;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleConsumer;

/** The dense array {@code field}, with various filters. */
enum FieldArray implements GivenArray {
  NONE,
  ZSTD(Filter.zstd(3)),
  SHUFFLE(Filter.byteShuffle(), Filter.zstd(3)),
  LZ4(Filter.byteShuffle(), Filter.lz4()),
  SCALE(Filter.scaleFloat(0.001, 0, Integer.BYTES), Filter.bitWidthReduction(), Filter.zstd(3));

  /** The length of both sides in cells. */
  static final int SIDE = 8192;

  private static final int TILE = 256;

  /** The cells, shared by all filters. */
  private static Batch cells;

  /** The target of reads, which is allocated once, as a caller would. */
  private static double[] values = new double[0];

  private final Filter[] filters;

  FieldArray(Filter... filters) {
    this.filters = filters;
  }

  /** Returns the name of the filters. */
  String variant() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String folder() {
    return "field-" + variant();
  }

  /** Returns an array for a number of values, with arbitrary content. */
  static double[] values(int count) {
    if (values.length < count) {
      values = new double[count];
    }
    return values;
  }

  /** Returns the schema of a square of any side. */
  static ArraySchema schema(int side, Filter... filters) {
    Range domain = Range.of(0, side - 1);
    return ArraySchema.dense()
        .dimension(Dimension.of("y", Datatype.INT32, domain, TILE))
        .dimension(Dimension.of("x", Datatype.INT32, domain, TILE))
        .attribute(Attribute.builder("t", Datatype.FLOAT64).filters(filters).build())
        .build();
  }

  @Override
  public void prepare() {
    if (cells == null) {
      cells = Batch.of(SIDE * SIDE, List.of(column()));
    }
  }

  private static Column column() {
    byte[] data = new byte[SIDE * SIDE * Double.BYTES];
    ByteBuffer values = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    draw(SIDE, values::putDouble);
    return new FixedColumn("t", Datatype.FLOAT64, 1, SIDE * SIDE, data, null);
  }

  /** Generates the values of a square of any side, in row-major order. */
  static void draw(int side, DoubleConsumer values) {
    SplitMix64 random = new SplitMix64(1);
    double[] waves = new double[side];
    Arrays.setAll(waves, x -> 5 * Math.cos(x / 61.0));
    for (int y = 0; y < side; y++) {
      double base = 20 + 10 * Math.sin(y / 97.0);
      for (int x = 0; x < side; x++) {
        double value = Math.floor(1000 * (base + waves[x])) / 1000 + random.below(16) / 1000.0;
        values.accept(value);
      }
    }
  }

  @Override
  public void write(Azulejo azulejo, Location location) {
    azulejo.create(location, schema(SIDE, filters));
    try (ArrayWriter out = azulejo.array(location).writer()) {
      out.append(cells);
      out.commit();
    }
  }

  @Override
  public ReadRequest everything() {
    return ReadRequest.ALL.select("t");
  }

  @Override
  public long bytes() {
    return cells.bytes();
  }
}
