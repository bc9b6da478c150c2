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

/** The dense array {@code field}, in one variant for each filter pipeline. */
enum FieldArray implements GivenArray {
  NONE,
  ZSTD(Filter.zstd(3)),
  SHUFFLE(Filter.byteShuffle(), Filter.zstd(3)),
  LZ4(Filter.byteShuffle(), Filter.lz4()),
  SCALE(Filter.scaleFloat(0.001, 0, Integer.BYTES), Filter.bitWidthReduction(), Filter.zstd(3));

  /** The length of each side in cells. */
  static final int SIDE = 8192;

  private static final int TILE = 256;

  /** The cells, shared by all variants; null before they are generated. */
  private static Batch cells;

  /** The target of reads. It is allocated once, because callers would reuse their arrays too. */
  private static double[] values = new double[0];

  private final Filter[] filters;

  FieldArray(Filter... filters) {
    this.filters = filters;
  }

  /** Returns the name of the filter pipeline. */
  String variant() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String folder() {
    return "field-" + variant();
  }

  /** Returns a shared array for at least {@code count} values. Its content is arbitrary. */
  static double[] values(int count) {
    if (values.length < count) {
      values = new double[count];
    }
    return values;
  }

  /**
   * Returns the schema of a square array.
   *
   * @param side the length of each side in cells
   * @param filters the filters of the attribute
   */
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

  /**
   * Generates the values of a square array in row-major order.
   *
   * @param side the length of each side in cells
   * @param values receives the values
   */
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
