package io.azulejo.internal.workshop.repack;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.maintain.DenseRegions;
import io.azulejo.internal.maintain.GlobalOrders;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.object.StagedArray;
import io.azulejo.internal.write.CellWriter;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/** Copies all cells of an array to a new array, which remains unpublished. */
final class CellTransfer {
  /** Inverse of the share of the memory budget that a batch can use. */
  private static final int PARTS = 8;

  private final Snapshot from;
  private final StagedArray to;
  private final ArraySchema before;
  private final ArraySchema after;
  private final long time;
  private final Resources resources;
  private final List<FragmentName> fragments = new ArrayList<>();
  private long done;
  private long total;

  CellTransfer(Snapshot from, StagedArray to, long time, Resources resources) {
    this.from = from;
    this.to = to;
    this.before = from.schema().schema();
    this.after = to.writable().schema().schema();
    this.time = time;
    this.resources = resources;
  }

  /** Copies all cells and returns the names of the new fragments. */
  List<FragmentName> run() {
    if (before.isDense()) {
      dense();
    } else {
      sparse();
    }
    return fragments;
  }

  /** Returns the number of cells that were copied so far. */
  long cells() {
    return done;
  }

  private void sparse() {
    total = from.fragments().stream().mapToLong(Fragment::writtenCells).sum();
    Layout order = GlobalOrders.areSame(before, after) ? Layout.GLOBAL_ORDER : Layout.UNORDERED;
    transfer(ReadRequest.ALL.layout(order), WriteRequest.DEFAULT.layout(order), true);
  }

  /** Writes one fragment per box of written cells, so that empty cells remain empty. */
  private void dense() {
    DenseRegions regions = DenseRegions.of(before, from.fragments());
    total = regions.cells();
    for (NDRange box : regions.ranges()) {
      Subarray part = Subarray.of(before.dimensions(), box);
      Layout order = order(box);
      transfer(
          ReadRequest.ALL.subarray(part).layout(order),
          WriteRequest.DEFAULT.subarray(part).layout(order),
          false);
    }
  }

  /**
   * Chooses the order in which to copy a box: row-major or column-major. A writer must buffer a
   * band of incomplete tiles, so the order with the smaller band is chosen.
   */
  private Layout order(NDRange box) {
    int last = box.size() - 1;
    double byRows = bandOfTiles(0) / length(box, 0);
    double byColumns = bandOfTiles(last) / length(box, last);
    return byColumns < byRows ? Layout.COL_MAJOR : Layout.ROW_MAJOR;
  }

  private double bandOfTiles(int d) {
    return Math.max(extent(before, d), extent(after, d));
  }

  private static double extent(ArraySchema schema, int d) {
    Dimension dimension = schema.dimensions().get(d);
    return dimension.extent().isPresent()
        ? (double) (dimension.tileLength() >>> 1) * 2 + (dimension.tileLength() & 1)
        : Double.MAX_VALUE;
  }

  private static double length(NDRange box, int d) {
    Range.Longs range = (Range.Longs) box.get(d);
    return (double) range.high() - range.low() + 1;
  }

  private void transfer(ReadRequest reading, WriteRequest writing, boolean coordinates) {
    List<String> fields = new ArrayList<>();
    if (coordinates) {
      before.dimensions().forEach(d -> fields.add(d.name()));
    }
    before.attributes().stream().map(Attribute::name).forEach(fields::add);
    Resources quiet = resources.withProgress(Progress.NONE);
    CellWriter out = CellWriter.ofNew(to.writable(), writing, time, quiet);
    try (BatchReader in =
        ReadPlanner.read(
            from,
            reading.select(fields),
            new ReadScope(from.storage(), resources, resources.batchBytes(PARTS)))) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        out.append(batch);
        done += batch.rows();
        resources.progress().advanced(done, Math.max(done, total));
      }
      List<FragmentName> names = out.finish();
      to.add(names);
      fragments.addAll(names);
    } catch (RuntimeException | Error e) {
      discard(out, e);
      throw e;
    }
  }

  /** Deletes the written files even if the thread was interrupted. Keeps its interrupt flag. */
  private static void discard(CellWriter out, Throwable failure) {
    boolean interrupted = Thread.interrupted();
    try {
      out.close();
    } catch (AzulejoException e) {
      failure.addSuppressed(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
