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

/** The sparse array {@code genes}, most of whose fields are strings. */
final class GenesArray implements GivenArray {
  static final GenesArray ONE = new GenesArray();

  private static final int COUNT = 2_000_000;
  private static final Filter ZSTD = Filter.zstd(3);

  private Batch cells;

  private GenesArray() {}

  @Override
  public String folder() {
    return "genes";
  }

  private static ArraySchema schema() {
    return ArraySchema.sparse()
        .allowsDuplicates(true)
        .capacity(10_000)
        .dimension(text("contig"))
        .dimension(
            Dimension.builder("pos", Datatype.UINT32)
                .domain(Range.of(0, 1L << 31))
                .extent(1L << 20)
                .filters(Filter.doubleDelta(), ZSTD)
                .build())
        .dimension(text("sample"))
        .attribute(letters("ref"))
        .attribute(letters("alt"))
        .attribute(Attribute.builder("qual", Datatype.FLOAT32).nullable(true).filters(ZSTD).build())
        .attribute(Attribute.builder("dp", Datatype.INT32).filters(ZSTD).build())
        .build();
  }

  private static Dimension text(String name) {
    return Dimension.builder(name, Datatype.STRING_ASCII)
        .filters(FilterPipeline.of(Filter.rle()))
        .build();
  }

  private static Attribute letters(String name) {
    return Attribute.builder(name, Datatype.STRING_ASCII)
        .cellValNum(Attribute.VAR)
        .filters(ZSTD)
        .build();
  }

  @Override
  public void prepare() {
    if (cells == null) {
      cells = draw();
    }
  }

  private static Batch draw() {
    SplitMix64 random = new SplitMix64(3);
    WorkloadCells.Texts contig = new WorkloadCells.Texts("contig", COUNT, 5);
    WorkloadCells.Numbers pos = new WorkloadCells.Numbers("pos", Datatype.UINT32, COUNT, false);
    WorkloadCells.Texts sample = new WorkloadCells.Texts("sample", COUNT, 4);
    WorkloadCells.Texts ref = new WorkloadCells.Texts("ref", COUNT, 1);
    WorkloadCells.Texts alt = new WorkloadCells.Texts("alt", COUNT, 3);
    WorkloadCells.Numbers qual = new WorkloadCells.Numbers("qual", Datatype.FLOAT32, COUNT, true);
    WorkloadCells.Numbers dp = new WorkloadCells.Numbers("dp", Datatype.INT32, COUNT, false);
    for (int i = 0; i < COUNT; i++) {
      contig.add("chr" + (1 + random.below(22)));
      pos.add((int) random.below(200_000_000));
      sample.add("S" + random.below(500));
      ref.add(letters(random, 1));
      alt.add(letters(random, 1 + (int) random.below(3)));
      qual.add(random.below(10) == 0 ? null : (Float) (random.below(1000) / 10f));
      dp.add((int) random.below(200));
    }
    return Batch.of(
        COUNT,
        List.of(
            contig.column(),
            pos.column(),
            sample.column(),
            ref.column(),
            alt.column(),
            qual.column(),
            dp.column()));
  }

  private static String letters(SplitMix64 random, int count) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < count; i++) {
      letters.append("ACGT".charAt((int) random.below(4)));
    }
    return letters.toString();
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
