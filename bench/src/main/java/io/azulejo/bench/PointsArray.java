package io.azulejo.bench;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.util.List;

/** The sparse array {@code points}, with cells in row-major or Hilbert order. */
enum PointsArray implements GivenArray {
  ROW_MAJOR("points", Layout.ROW_MAJOR),
  HILBERT("points-hilbert", Layout.HILBERT);

  static final int COUNT = 4_000_000;
  private static final int SIDE = 1_000_000;

  /** The cells, shared by both orders; null before they are generated. */
  private static Batch cells;

  private final String folder;
  private final Layout order;

  PointsArray(String folder, Layout order) {
    this.folder = folder;
    this.order = order;
  }

  @Override
  public String folder() {
    return folder;
  }

  /** Returns the schema of the array. */
  ArraySchema schema() {
    Filter zstd = Filter.zstd(3);
    return ArraySchema.sparse()
        .capacity(100_000)
        .cellOrder(order)
        .dimension(dimension("x"))
        .dimension(dimension("y"))
        .attribute(
            Attribute.builder("v", Datatype.FLOAT64).filters(Filter.byteShuffle(), zstd).build())
        .attribute(Attribute.builder("id", Datatype.INT32).filters(zstd).build())
        .attribute(
            Attribute.builder("tag", Datatype.STRING_ASCII)
                .cellValNum(Attribute.VAR)
                .filters(zstd)
                .build())
        .offsetsFilters(FilterPipeline.of(Filter.positiveDelta(), Filter.bitWidthReduction(), zstd))
        .build();
  }

  private static Dimension dimension(String name) {
    return Dimension.builder(name, Datatype.INT64)
        .domain(Range.of(0, SIDE - 1))
        .extent(10_000)
        .filters(Filter.doubleDelta(), Filter.zstd(3))
        .build();
  }

  @Override
  public void prepare() {
    if (cells == null) {
      cells = draw(COUNT);
    }
  }

  /**
   * Generates the first cells of the array.
   *
   * @param count the number of cells
   */
  static Batch draw(int count) {
    SplitMix64 random = new SplitMix64(2);
    WorkloadCells.Numbers x = new WorkloadCells.Numbers("x", Datatype.INT64, count, false);
    WorkloadCells.Numbers y = new WorkloadCells.Numbers("y", Datatype.INT64, count, false);
    WorkloadCells.Numbers v = new WorkloadCells.Numbers("v", Datatype.FLOAT64, count, false);
    WorkloadCells.Numbers id = new WorkloadCells.Numbers("id", Datatype.INT32, count, false);
    WorkloadCells.Texts tag = new WorkloadCells.Texts("tag", count, 6);
    DistinctPoints points = new DistinctPoints(count);
    for (int i = 0; i < count; i++) {
      long pair;
      do {
        pair = random.below(SIDE) * SIDE;
        pair += random.below(SIDE);
      } while (!points.add(pair));
      x.add(pair / SIDE);
      y.add(pair % SIDE);
      v.add(random.below(1_000_000) / 1000.0);
      id.add(i);
      tag.add("t" + random.below(50_000));
    }
    return Batch.of(count, List.of(x.column(), y.column(), v.column(), id.column(), tag.column()));
  }

  /** A hash set of the generated coordinate pairs. */
  private static final class DistinctPoints {
    private final long[] slots;
    private final int shift;

    DistinctPoints(int count) {
      int bits = 33 - Integer.numberOfLeadingZeros(count);
      slots = new long[1 << bits];
      shift = Long.SIZE - bits;
    }

    boolean add(long pair) {
      int slot = (int) (pair * 0x9E3779B97F4A7C15L >>> shift);
      while (slots[slot] != 0) {
        if (slots[slot] == pair + 1) {
          return false;
        }
        slot = slot + 1 & slots.length - 1;
      }
      slots[slot] = pair + 1;
      return true;
    }
  }

  @Override
  public void write(Azulejo azulejo, Location location) {
    azulejo.create(location, schema());
    try (ArrayWriter out = azulejo.array(location).writer()) {
      out.append(cells);
      out.commit();
    }
  }

  @Override
  public ReadRequest everything() {
    return ReadRequest.ALL.layout(Layout.UNORDERED);
  }

  @Override
  public long bytes() {
    return cells.bytes();
  }
}
