package io.azulejo.bench;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The sparse array {@code expression}: a matrix of 98,304 x 20,480 with 100 million counts, in the
 * layout of single-cell data (SOMA). Each row has 1,024 cells. The array has 12 fragments of
 * consecutive rows, with 2,016 tiles in total.
 */
enum ExpressionArray implements GivenArray {
  ONE;

  private static final int ROWS = 98_304;
  private static final int WIDTH = 20_480;
  private static final int FRAGMENTS = 12;
  private static final int EXTENT = 2048;

  /** A row has one cell in each group of this number of columns. */
  private static final int STEP = 20;

  private static final int CELLS_PER_ROW = WIDTH / STEP;

  /** Bytes of a cell: two coordinates and a value. */
  private static final int CELL_BYTES = 2 * Long.BYTES + Float.BYTES;

  @Override
  public String folder() {
    return "expression";
  }

  @Override
  public void prepare() {
    // Cells are generated on the fly.
  }

  private static ArraySchema schema() {
    Filter zstd = Filter.zstd(3);
    return ArraySchema.sparse()
        .capacity(50_000)
        .dimension(dimension("soma_dim_0", ROWS, zstd))
        .dimension(dimension("soma_dim_1", WIDTH, Filter.byteShuffle(), zstd))
        .attribute(Attribute.builder("soma_data", Datatype.FLOAT32).filters(zstd).build())
        .offsetsFilters(FilterPipeline.of(Filter.doubleDelta(), Filter.bitWidthReduction(), zstd))
        .build();
  }

  private static Dimension dimension(String name, int length, Filter... filters) {
    return Dimension.builder(name, Datatype.INT64)
        .domain(Range.of(0, length - 1))
        .extent(EXTENT)
        .filters(filters)
        .build();
  }

  @Override
  public void write(Azulejo azulejo, Location location) {
    azulejo.create(location, schema());
    SplitMix64 random = new SplitMix64(4);
    int rows = ROWS / FRAGMENTS;
    for (int first = 0; first < ROWS; first += rows) {
      try (ArrayWriter out = azulejo.array(location).writer()) {
        out.append(draw(random, first, rows));
        out.commit();
      }
    }
  }

  /** Generates the cells of some rows. Rows must be generated in order with one generator. */
  private static Batch draw(SplitMix64 random, int first, int rows) {
    int cells = rows * CELLS_PER_ROW;
    WorkloadCells.Numbers row =
        new WorkloadCells.Numbers("soma_dim_0", Datatype.INT64, cells, false);
    WorkloadCells.Numbers gene =
        new WorkloadCells.Numbers("soma_dim_1", Datatype.INT64, cells, false);
    WorkloadCells.Numbers count =
        new WorkloadCells.Numbers("soma_data", Datatype.FLOAT32, cells, false);
    for (long r = first; r < first + rows; r++) {
      for (long i = 0; i < CELLS_PER_ROW; i++) {
        row.add(r);
        gene.add(STEP * i + random.below(STEP));
        count.add((float) (1 + Long.numberOfTrailingZeros(random.next())));
      }
    }
    return Batch.of(cells, List.of(row.column(), gene.column(), count.column()));
  }

  /** Returns a request for distinct random rows. */
  static ReadRequest rows(int count, SplitMix64 random) {
    Set<Long> rows = new LinkedHashSet<>();
    while (rows.size() < count) {
      rows.add(random.below(ROWS));
    }
    List<Range> ranges = rows.stream().map(row -> Range.of(row, row)).toList();
    return unordered(Subarray.ALL.and("soma_dim_0", ranges));
  }

  /** Returns a request for consecutive rows. */
  static ReadRequest consecutiveRows(int count, SplitMix64 random) {
    long first = random.below(ROWS - count + 1);
    return unordered(Subarray.of("soma_dim_0", first, first + count - 1));
  }

  private static ReadRequest unordered(Subarray subarray) {
    return ReadRequest.ALL.subarray(subarray).layout(Layout.UNORDERED);
  }

  @Override
  public ReadRequest everything() {
    return ReadRequest.ALL.layout(Layout.UNORDERED);
  }

  @Override
  public long bytes() {
    return (long) ROWS * CELLS_PER_ROW * CELL_BYTES;
  }
}
