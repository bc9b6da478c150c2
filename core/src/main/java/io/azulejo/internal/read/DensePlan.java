package io.azulejo.internal.read;

import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.TileGrid;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides how to read the cells of a dense array. */
final class DensePlan {
  private final Snapshot snapshot;
  private final ArraySchema schema;
  private final ReadRequest request;
  private final List<OutputField> fields;
  private final List<List<Range>> given;
  private final ReadScope scope;

  /**
   * A read to be planned.
   *
   * @param given the ranges of each dimension; null where it has none
   */
  DensePlan(
      Snapshot snapshot,
      ReadRequest request,
      List<OutputField> fields,
      List<List<Range>> given,
      ReadScope scope) {
    this.snapshot = snapshot;
    this.schema = snapshot.schema().schema();
    this.request = request;
    this.fields = fields;
    this.given = given;
    this.scope = scope;
  }

  /** The reader of the cells. */
  BatchReader reader() {
    TileGrid grid = TileGrid.of(schema);
    Layout layout = request.layout() == Layout.UNORDERED ? Layout.ROW_MAJOR : request.layout();
    List<Fragment> written =
        snapshot.fragments().stream().filter(f -> f.nonEmptyDomain().isPresent()).toList();
    List<DenseAxis> axes = new ArrayList<>();
    DimensionRanges[] wantedRanges = new DimensionRanges[grid.dimensions()];
    Optional<NDRange> everything = NonEmptyDomain.of(schema, written);
    for (int d = 0; d < grid.dimensions(); d++) {
      List<Range> wanted = given.get(d);
      if (request.subarray().isAll()) {
        wanted = everything.isPresent() ? List.of(everything.get().get(d)) : List.of();
      } else if (wanted == null) {
        wanted = List.of(schema.dimensions().get(d).domain().orElseThrow());
      } else if (layout == Layout.GLOBAL_ORDER) {
        wanted = List.of(DimensionRanges.oneRange(schema.dimensions().get(d), wanted));
      }
      axes.add(new DenseAxis(grid, d, wanted));
      wantedRanges[d] = DimensionRanges.of(schema.dimensions().get(d), wanted);
    }
    List<Fragment> fragments =
        written.stream().filter(f -> DimensionRanges.touch(schema, f, wantedRanges)).toList();
    List<DenseSource> sources =
        scope.io(
            fragments.size(),
            age -> new DenseSource(fragments.get(age), age, schema, grid, fields, snapshot.key()));
    DenseQuery query =
        new DenseQuery(grid, axes, schema.dimensions().get(0).type(), layout, fields, sources);
    return new DenseReader(query, scope);
  }
}
