package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestLayer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads of BYTESHUFFLE to Java arrays, whose cells are restored from their planes, compared with
 * reads to buffers, whose chunks are decoded first. The tiles have chunks of any size.
 */
class RestoredCellsTest {
  private static final FilterPipeline SHUFFLED = FilterPipeline.of(Filter.byteShuffle());
  private static final List<Datatype> TYPES =
      List.of(
          Datatype.UINT8,
          Datatype.INT16,
          Datatype.INT32,
          Datatype.FLOAT32,
          Datatype.INT64,
          Datatype.FLOAT64);

  private final Random random = new Random(38);
  private final Scratch scratch = new Scratch();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().build();
  @TempDir private Path folder;

  @Test
  void arraysGetTheSameCellsAsBuffersWhateverTheChunks() throws IOException {
    for (int i = 0; i < TestLayer.cases(300, 40); i++) {
      Datatype type = TYPES.get(random.nextInt(TYPES.size()));
      int values = random.nextBoolean() ? 1 : 1 + random.nextInt(5);
      int[] length = {1 + random.nextInt(300), 1 + random.nextInt(300)};
      boolean columns = random.nextInt(4) == 0;
      Location location = Location.of(folder.resolve("array" + i));
      azulejo.create(location, schema(type, values, length, columns));
      byte[] cells = new byte[length[0] * length[1] * values * type.size()];
      random.nextBytes(cells);
      int count = length[0] * length[1];
      try (ArrayWriter out = azulejo.array(location).writer()) {
        out.append(
            Batch.of(count, List.of(new FixedColumn("v", type, values, count, cells, null))));
        out.commit();
      }
      compare(location, type, values, length);
      boolean cut = random.nextBoolean();
      divide(folder.resolve("array" + i), type, cut ? 1 : values * type.size());
      compare(location, type, values, length);
    }
  }

  private static ArraySchema schema(Datatype type, int values, int[] length, boolean columns) {
    return ArraySchema.dense()
        .cellOrder(columns ? Layout.COL_MAJOR : Layout.ROW_MAJOR)
        .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, length[0] - 1), length[0]))
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, length[1] - 1), length[1]))
        .attribute(Attribute.builder("v", type).cellValNum(values).filters(SHUFFLED).build())
        .build();
  }

  /** Compares reads of random boxes to an array and to a buffer. */
  private void compare(Location location, Datatype type, int values, int[] length) {
    for (int i = 0; i < 4; i++) {
      int[] low = {random.nextInt(length[0]), random.nextInt(length[1])};
      int[] high = {
        low[0] + random.nextInt(length[0] - low[0]), low[1] + random.nextInt(length[1] - low[1])
      };
      if (i == 0) {
        low = new int[] {0, 0};
        high = new int[] {length[0] - 1, length[1] - 1};
      }
      Subarray box = Subarray.of("y", low[0], high[0]).and("x", low[1], high[1]);
      int count = (high[0] - low[0] + 1) * (high[1] - low[1] + 1) * values;
      ByteBuffer buffer = ByteBuffer.allocateDirect(count * type.size());
      read(location, box, ReadTarget.of("v", buffer));
      byte[] expected = new byte[count * type.size()];
      buffer.get(0, expected);
      String what = "%s, %d values, box %s".formatted(type, values, box);
      byte[] bytes = new byte[expected.length];
      read(location, box, ReadTarget.of("v", bytes));
      assertThat(bytes).as(what).isEqualTo(expected);
      assertThat(typed(location, box, type, count)).as(what).isEqualTo(expected);
    }
  }

  private void read(Location location, Subarray box, ReadTarget target) {
    azulejo.open(location).read().subarray(box).layout(Layout.ROW_MAJOR).into(target);
  }

  /** Reads a box to an array of the type's Java type, and returns its bytes. */
  private byte[] typed(Location location, Subarray box, Datatype type, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(count * type.size()).order(ByteOrder.LITTLE_ENDIAN);
    switch (type) {
      case INT16 -> {
        short[] values = new short[count];
        read(location, box, ReadTarget.of("v", values));
        bytes.asShortBuffer().put(values);
      }
      case INT32 -> {
        int[] values = new int[count];
        read(location, box, ReadTarget.of("v", values));
        bytes.asIntBuffer().put(values);
      }
      case FLOAT32 -> {
        float[] values = new float[count];
        read(location, box, ReadTarget.of("v", values));
        bytes.asFloatBuffer().put(values);
      }
      case INT64 -> {
        long[] values = new long[count];
        read(location, box, ReadTarget.of("v", values));
        bytes.asLongBuffer().put(values);
      }
      case FLOAT64 -> {
        double[] values = new double[count];
        read(location, box, ReadTarget.of("v", values));
        bytes.asDoubleBuffer().put(values);
      }
      default -> read(location, box, ReadTarget.of("v", bytes.array()));
    }
    return bytes.array();
  }

  /**
   * Replaces the chunks of the only tile with as many others, whose sizes are random multiples of
   * {@code unit} bytes. The size of the file stays the same.
   */
  private void divide(Path array, Datatype type, int unit) throws IOException {
    Path file;
    try (Stream<Path> files = Files.walk(array)) {
      file = files.filter(path -> path.endsWith("a0.tdb")).findFirst().orElseThrow();
    }
    // Cells of one byte, so that chunks may end anywhere.
    TileSpec spec = new TileSpec(SHUFFLED, type, 1, false);
    TileCodec codec = TileCodec.of(spec, Optional.empty());
    Slice stored = Slice.of(Files.readAllBytes(file));
    Chunks chunks = codec.chunks(stored);
    byte[] tile = new byte[(int) chunks.start(chunks.count())];
    codec.decode(chunks, tile, 0, scratch);
    byte[] count = new byte[Long.BYTES];
    LittleEndian.putLong(count, 0, chunks.count());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(count);
    int start = 0;
    for (int left = chunks.count(); left > 0; left--) {
      int rest = tile.length - start;
      int most = (1 << 16) / unit;
      int max = Math.min(rest / unit - left + 1, most);
      int min = Math.max(1, (rest - 1) / unit + 1 - (left - 1) * most);
      int size = left == 1 ? rest : unit * (min + random.nextInt(Math.max(1, max - min + 1)));
      byte[] chunk = codec.encode(Slice.of(tile, start, size), scratch).toBytes();
      out.write(chunk, Long.BYTES, chunk.length - Long.BYTES);
      start += size;
    }
    assertThat((long) out.size()).isEqualTo(Files.size(file));
    Files.write(file, out.toByteArray());
  }
}
