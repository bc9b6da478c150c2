package io.azulejo.bench;

import io.azulejo.query.Aggregation;
import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The engine itself, through the doors for those who want all values at once. */
final class AzulejoPeer implements DensePeer, PointsPeer {
  /** Two threads work: the caller's is one of them. */
  private final Azulejo azulejo = Azulejo.builder().computeThreads(1).ioThreads(2).build();

  @Override
  public boolean has(String variant) {
    return true;
  }

  @Override
  public void write(Path file, String variant, int side, double[] values) {
    Location location = Location.of(file);
    Filter[] filters =
        switch (variant) {
          case "none" -> new Filter[0];
          case "lz4" -> new Filter[] {Filter.lz4()};
          default -> new Filter[] {Filter.zstd(3)};
        };
    azulejo.create(location, FieldArray.schema(side, filters));
    azulejo.array(location).write(Subarray.ALL, "t", values);
  }

  @Override
  public Windows open(Path file, String variant, int side) {
    Array array = azulejo.open(Location.of(file));
    return (y, x, height, width) -> {
      Subarray window = Subarray.of("y", y, y + height - 1).and("x", x, x + width - 1);
      return new double[][] {array.read().subarray(window).doubles("t").values()};
    };
  }

  @Override
  public void write(Path file, PointCells cells) {
    Location location = Location.of(file);
    azulejo.create(location, PointsArray.ROW_MAJOR.schema());
    try (ArrayWriter out = azulejo.array(location).writer()) {
      out.append(batch(cells));
      out.commit();
    }
  }

  private static Batch batch(PointCells cells) {
    int rows = cells.count();
    WorkloadCells.Numbers x = new WorkloadCells.Numbers("x", Datatype.INT64, rows, false);
    WorkloadCells.Numbers y = new WorkloadCells.Numbers("y", Datatype.INT64, rows, false);
    WorkloadCells.Numbers v = new WorkloadCells.Numbers("v", Datatype.FLOAT64, rows, false);
    WorkloadCells.Numbers id = new WorkloadCells.Numbers("id", Datatype.INT32, rows, false);
    int[] offsets = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      x.add(cells.x(i));
      y.add(cells.y(i));
      v.add(cells.v(i));
      id.add(cells.id(i));
      offsets[i + 1] = cells.end(i);
    }
    Column tag = new VarColumn("tag", Datatype.STRING_ASCII, rows, offsets, cells.tags(), null);
    return Batch.of(rows, List.of(x.column(), y.column(), v.column(), id.column(), tag));
  }

  @Override
  public boolean wantsSorted() {
    return false;
  }

  @Override
  public Points open(Path file) {
    return new OpenPoints(azulejo.open(Location.of(file)));
  }

  private record OpenPoints(Array array) implements Points {
    @Override
    public LongSupplier scan() {
      return read(ReadRequest.ALL.layout(Layout.UNORDERED));
    }

    @Override
    public LongSupplier box(long x, long y, long side) {
      return read(
          ReadRequest.ALL
              .subarray(Subarray.of("x", x, x + side - 1).and("y", y, y + side - 1))
              .layout(Layout.UNORDERED));
    }

    @Override
    public LongSupplier filter(double v) {
      return read(
          ReadRequest.ALL
              .select("x", "y", "v")
              .where(Condition.field("v").greaterThan(v))
              .layout(Layout.UNORDERED));
    }

    private LongSupplier read(ReadRequest request) {
      List<Batch> batches = new ArrayList<>();
      try (BatchReader in = array.read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          batches.add(batch);
        }
      }
      return () -> batches.stream().mapToLong(ValueChecksum::of).sum();
    }

    @Override
    public LongSupplier sum() {
      Batch answer =
          array.read().aggregate(Aggregation.of(List.of(Aggregate.sum("v"), Aggregate.count())));
      return () ->
          (long) Math.floor(answer.column(0).getDouble(0)) + answer.column(1).getLong(0);
    }
  }
}
