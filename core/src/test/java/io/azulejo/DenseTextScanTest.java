package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * How a scan of a dense array of texts is divided into batches, if the texts of some tiles are a
 * hundred times as long as those of others: 8 x 8 tiles of 16 x 16 cells.
 */
class DenseTextScanTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int SIDE = 128;
  private static final int TILE = 16;
  private static final int TILES = SIDE / TILE * SIDE / TILE;
  private static final int BUDGET = 1 << 20;

  /** The longest texts are in this row of tiles. */
  private static final int LONG = 3;

  /** What a scan costs, and the boxes of its batches. */
  private record Scan(ReadStats stats, List<NDRange> boxes) {}

  private static String[] texts(long seed) {
    Random random = new Random(seed);
    String[] texts = new String[SIDE * SIDE];
    for (int i = 0; i < texts.length; i++) {
      boolean isLong = i / SIDE / TILE == LONG;
      texts[i] = "x".repeat(random.nextInt(isLong ? 400 : 5)) + i;
    }
    return texts;
  }

  private static Scan scan(String[] texts, Layout layout) {
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", Storage.inMemory()).memoryBudget(BUDGET).build()) {
      azulejo.create(
          ARRAY,
          ArraySchema.dense()
              .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, SIDE - 1), TILE))
              .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, SIDE - 1), TILE))
              .attribute(Attribute.text("t"))
              .build());
      azulejo.array(ARRAY).append(Batch.of(Column.ofStrings("t", texts)));
      List<NDRange> boxes = new ArrayList<>();
      ReadRequest request = ReadRequest.ALL.layout(layout);
      try (BatchReader in = azulejo.open(ARRAY).read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          boxes.add(batch.box().orElseThrow());
          check(batch, texts);
        }
        return new Scan(in.stats(), boxes);
      }
    }
  }

  private static void check(Batch batch, String[] texts) {
    for (int row = 0; row < batch.rows(); row++) {
      long y = batch.column("y").getLong(row);
      long x = batch.column("x").getLong(row);
      String text = new String(batch.column("t").getBytes(row), StandardCharsets.UTF_8);
      assertThat(text).isEqualTo(texts[(int) (y * SIDE + x)]);
    }
  }

  @Test
  void aScanByTilesDecodesEachTileOnce() {
    for (long seed = 1; seed <= 3; seed++) {
      String[] texts = texts(seed);
      assertThat(scan(texts, Layout.UNORDERED).stats().tilesDecoded()).isEqualTo(TILES);
      assertThat(scan(texts, Layout.GLOBAL_ORDER).stats().tilesDecoded()).isEqualTo(TILES);
    }
  }

  @Test
  void longTextsMakeOnlyTheirOwnBatchesSmall() {
    for (Layout layout : List.of(Layout.ROW_MAJOR, Layout.UNORDERED)) {
      Scan scan = scan(texts(4), layout);
      int smallOnes = 0;
      for (NDRange box : scan.boxes()) {
        Range.Longs y = (Range.Longs) box.get(0);
        Range.Longs x = (Range.Longs) box.get(1);
        boolean isLong = y.low() / TILE <= LONG && y.high() / TILE >= LONG;
        boolean wholeRows = x.low() == 0 && x.high() == SIDE - 1 && y.high() - y.low() + 1 >= TILE;
        assertThat(isLong || wholeRows).as("%s %s", layout, box).isTrue();
        smallOnes += wholeRows ? 0 : 1;
      }
      assertThat(smallOnes).as("%s %s", layout, scan.boxes()).isGreaterThan(2);
    }
  }
}
