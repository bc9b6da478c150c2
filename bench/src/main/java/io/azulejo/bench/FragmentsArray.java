package io.azulejo.bench;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.WriteRequest;
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

/** The sparse array {@code fragments}, written as many small fragments. */
enum FragmentsArray implements GivenArray {
  /** 500 fragments of 2000 cells. */
  MANY(500, 2000),
  /** 200 fragments of 100 cells. The time of appending them is measured. */
  APPENDED(200, 100);

  /** Size of a cell in bytes. */
  private static final int CELL = 2 * Long.BYTES;

  private final int fragments;
  private final int cells;

  FragmentsArray(int fragments, int cells) {
    this.fragments = fragments;
    this.cells = cells;
  }

  @Override
  public String folder() {
    return "fragments";
  }

  @Override
  public void prepare() {
    // Cells are generated on the fly.
  }

  /** Creates the array without cells. */
  void create(Azulejo azulejo, Location location) {
    FilterPipeline filters = FilterPipeline.of(Filter.zstd(3));
    azulejo.create(
        location,
        ArraySchema.sparse()
            .capacity(10_000)
            .dimension(
                Dimension.builder("k", Datatype.INT64)
                    .domain(Range.of(0, 1_000_000_000))
                    .extent(1_000_000)
                    .filters(filters)
                    .build())
            .attribute(Attribute.builder("v", Datatype.INT64).filters(filters).build())
            .build());
  }

  @Override
  public void write(Azulejo azulejo, Location location) {
    create(azulejo, location);
    append(azulejo, location);
  }

  /** Writes all fragments to the array, which must exist. */
  void append(Azulejo azulejo, Location location) {
    for (int f = 0; f < fragments; f++) {
      WorkloadCells.Numbers k = new WorkloadCells.Numbers("k", Datatype.INT64, cells, false);
      WorkloadCells.Numbers v = new WorkloadCells.Numbers("v", Datatype.INT64, cells, false);
      for (int i = 0; i < cells; i++) {
        long number = (long) f * cells + i;
        k.add(number * 7919 % 1_000_000_000);
        v.add(number);
      }
      ChangeOptions time = ChangeOptions.DEFAULT.at(f + 1);
      try (ArrayWriter out = azulejo.array(location).writer(WriteRequest.DEFAULT, time)) {
        out.append(Batch.of(cells, List.of(k.column(), v.column())));
        out.commit();
      }
    }
  }

  int fragments() {
    return fragments;
  }

  @Override
  public ReadRequest everything() {
    return ReadRequest.ALL.layout(Layout.UNORDERED);
  }

  @Override
  public long bytes() {
    return (long) fragments * cells * CELL;
  }
}
