package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a scan of a dense array fetches whose tiles side by side are eight times as large as the
 * budget: two rows of 64 tiles of 64 x 64 numbers.
 */
class DenseScanTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int ROWS = 128;
  private static final int COLUMNS = 4096;
  private static final int TILE = 64;
  private static final int TILES = ROWS * COLUMNS / TILE / TILE;
  private static final long BUDGET = TILE * COLUMNS * Long.BYTES / 8;

  /** What a scan costs, and the boxes of its batches. */
  private record Scan(ReadStats stats, List<NDRange> boxes) {}

  private static Scan scan(Layout layout, Filter... filters) {
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(BUDGET).build()) {
      azulejo.create(
          ARRAY,
          ArraySchema.dense()
              .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, ROWS - 1), TILE))
              .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, COLUMNS - 1), TILE))
              .attribute(Attribute.builder("v", Datatype.INT64).filters(filters).build())
              .build());
      ByteBuffer values = ByteBuffer.allocate(ROWS * COLUMNS * Long.BYTES);
      for (long i = 0; i < ROWS * COLUMNS; i++) {
        values.order(ByteOrder.LITTLE_ENDIAN).putLong(i);
      }
      azulejo
          .array(ARRAY)
          .append(
              Batch.of(
                  new FixedColumn("v", Datatype.INT64, 1, ROWS * COLUMNS, values.array(), null)));
      List<NDRange> boxes = new ArrayList<>();
      ReadRequest request = ReadRequest.ALL.layout(layout).select("v");
      try (BatchReader in = azulejo.open(ARRAY).read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          NDRange box = batch.box().orElseThrow();
          boxes.add(box);
          check(batch, box, layout);
        }
        return new Scan(in.stats(), boxes);
      }
    }
  }

  /** Checks the values of a batch by its box, where their order follows from it. */
  private static void check(Batch batch, NDRange box, Layout layout) {
    long y = ((Range.Longs) box.get(0)).low();
    long x = ((Range.Longs) box.get(1)).low();
    long height = ((Range.Longs) box.get(0)).high() - y + 1;
    long width = ((Range.Longs) box.get(1)).high() - x + 1;
    assertThat(batch.rows()).isEqualTo((int) (height * width));
    boolean tiles = layout == Layout.GLOBAL_ORDER && (height > TILE || width > TILE);
    for (int row = 0; row < batch.rows() && !tiles; row++) {
      long down = layout == Layout.COL_MAJOR ? row % height : row / width;
      long along = layout == Layout.COL_MAJOR ? row / height : row % width;
      assertThat(batch.column(0).getLong(row)).isEqualTo((y + down) * COLUMNS + x + along);
    }
  }

  private static final long PLAIN = ROWS * COLUMNS * Long.BYTES + TILES * (8L + 12);

  @Test
  void anUnorderedScanFetchesEachStoredByteOnce() {
    Scan scan = scan(Layout.UNORDERED);
    assertThat(scan.stats().storedBytes()).isEqualTo(PLAIN);
    assertThat(scan.boxes()).hasSizeGreaterThan(TILES / 2);
    assertThat(scan(Layout.UNORDERED, Filter.md5()).stats().tilesDecoded()).isEqualTo(TILES);
  }

  @Test
  void aScanInGlobalOrderFetchesEachStoredByteOnce() {
    assertThat(scan(Layout.GLOBAL_ORDER).stats().storedBytes()).isEqualTo(PLAIN);
  }

  @Test
  void aScanByRowsFetchesEachValueOnceAndHeadersForEachBand() {
    Scan scan = scan(Layout.ROW_MAJOR);
    long bands = scan.boxes().size();
    assertThat(bands).isGreaterThan(16);
    assertThat(scan.stats().storedBytes())
        .isBetween(PLAIN, PLAIN + bands * (COLUMNS / TILE) * (20 + 4096));
  }
}
