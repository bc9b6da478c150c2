package io.azulejo.internal.read;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Decides how to read the cells of a sparse array. */
final class SparsePlan {
  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final ReadRequest request;
  private final List<OutputField> fields;
  private final RequestedCells cells;
  private final ReadScope scope;

  /** A read to be planned. */
  SparsePlan(
      Snapshot snapshot,
      ReadRequest request,
      List<OutputField> fields,
      RequestedCells cells,
      ReadScope scope) {
    this.snapshot = snapshot;
    this.schema = snapshot.schema().schema();
    this.request = request;
    this.fields = fields;
    this.cells = cells;
    this.scope = scope;
  }

  /** The reader of the cells. */
  Batches reader() {
    refuseDeletes();
    List<Dimension> dimensions = schema.dimensions();
    DimensionRanges[] ranges = new DimensionRanges[dimensions.size()];
    boolean everything = true;
    boolean repeats = false;
    boolean sorts = request.layout() == Layout.ROW_MAJOR || request.layout() == Layout.COL_MAJOR;
    for (int d = 0; d < ranges.length; d++) {
      List<Range> wanted = cells.ranges().get(d);
      if (wanted == null && schema.currentDomain().isPresent()) {
        wanted = List.of(schema.currentDomain().get().get(d));
      }
      ranges[d] =
          wanted == null
              ? DimensionRanges.everything(dimensions.get(d))
              : DimensionRanges.of(dimensions.get(d), wanted);
      everything &= ranges[d].isEverything();
      repeats |= sorts && ranges[d].repeats();
      if (request.layout() == Layout.GLOBAL_ORDER && ranges[d].merged() > 1) {
        throw DimensionRanges.manyRanges(dimensions.get(d), ranges[d].merged());
      }
    }
    List<Fragment> fragments =
        snapshot.fragments().stream()
            .filter(f -> f.tiles() > 0 && DimensionRanges.touch(schema, f, ranges))
            .toList();
    boolean unique =
        !schema.allowsDuplicates()
            && (fragments.stream().anyMatch(f -> f.footer().timestamps())
                || !NonEmptyDomain.areApart(schema, fragments));
    CellKeys order =
        request.layout() == Layout.UNORDERED && !unique
            ? null
            : new CellKeys(schema, request.layout());
    SparseQuery query =
        new SparseQuery(
            dimensions, fields, fields.size(), ranges, snapshot.times(), order, unique, repeats);
    boolean all = everything;
    List<SparseFragment> ready =
        scope.io(
            fragments.size(),
            age ->
                new SparseFragment(
                    fragments.get(age),
                    age,
                    dimensions,
                    fields,
                    query.neededDimensions(),
                    query.order() != null,
                    query.needsTimes(fragments.get(age)),
                    !all,
                    snapshot.key()));
    List<SparseTile> tiles = new ArrayList<>();
    List<SparseFragment> newestFirst = new ArrayList<>(ready);
    if (order != null) {
      newestFirst.sort(Comparator.comparingInt(SparseFragment::age).reversed());
    }
    for (SparseFragment fragment : newestFirst) {
      tiles.addAll(fragment.tiles(ranges, all));
    }
    long candidates = snapshot.fragments().stream().mapToLong(Fragment::tiles).sum();
    scope.counters().candidates(candidates);
    scope.counters().outside(candidates - tiles.size());
    return new SparseReader(
        query,
        tiles,
        order == null ? scope.batchBytes() : slabBytes(tiles),
        request.limit(),
        scope);
  }

  /**
   * How large slabs may be: so large that a tile of each fragment fits, even if batches are
   * smaller, as less would mean to decode the same tiles again and again; but not beyond the
   * budget.
   */
  private long slabBytes(List<SparseTile> tiles) {
    Map<SparseFragment, Long> largest = new IdentityHashMap<>();
    for (SparseTile tile : tiles) {
      largest.merge(tile.owner, tile.bytes, Math::max);
    }
    long together = largest.values().stream().mapToLong(Long::longValue).sum();
    return Math.max(scope.batchBytes(), Math.min(2 * together, scope.budget() / 2));
  }

  /**
   * Conditions by which cells were deleted can't be applied yet; rows without them would be wrong.
   */
  private void refuseDeletes() {
    if (snapshot.deletes().isEmpty()) {
      return;
    }
    for (Fragment fragment : snapshot.fragments()) {
      List<String> processed = fragment.processedConditions();
      for (Snapshot.Delete delete : snapshot.deletes()) {
        boolean mayHit =
            Long.compareUnsigned(delete.name().t1(), fragment.name().t1()) >= 0
                && !processed.contains(delete.marker());
        if (mayHit) {
          throw new UnsupportedFormatException(
              "cells were deleted by delete conditions (%s), which cannot be applied yet: read at a time before %d"
                  .formatted(delete.marker(), delete.name().t1()),
              snapshot.location().toString());
        }
      }
    }
  }
}
