package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields, fragments and filter of a dense read.
 *
 * @param grid the tile grid of the array
 * @param fields the fields of the result, followed by other fields that the filter needs
 * @param outputs the number of fields in the result
 * @param filter decides which cells are part of the result; null for all cells
 * @param sources the fragments, the oldest first
 * @param tree a search tree over the fragments
 * @param lacking for each field, whether it is an attribute that some fragment lacks
 */
public record DenseQuery(
    TileGrid grid,
    List<OutputField> fields,
    int outputs,
    DenseFilter filter,
    List<DenseSource> sources,
    BoxTree<DenseSource> tree,
    boolean[] lacking) {
  /** Creates a query. See the components for the parameters. */
  public static DenseQuery of(
      TileGrid grid,
      List<OutputField> fields,
      int outputs,
      DenseFilter filter,
      List<DenseSource> sources) {
    boolean[] lacking = new boolean[fields.size()];
    for (int f = 0; f < lacking.length; f++) {
      for (int i = 0; i < sources.size() && !lacking[f] && !fields.get(f).isDimension(); i++) {
        lacking[f] = sources.get(i).output(f) == null;
      }
    }
    BoxTree<DenseSource> tree = new BoxTree<>(sources, DenseSource::low, DenseSource::high);
    return new DenseQuery(grid, fields, outputs, filter, sources, tree, lacking);
  }

  /** Returns the fragments that may contain a cell of a region, the newest first. */
  public List<DenseSource> touching(TileRegion region) {
    List<DenseSource> touching = new ArrayList<>();
    BoxTree<DenseSource>.Search search = tree.newestFirst(region::touches);
    for (DenseSource source = search.next(); source != null; source = search.next()) {
      touching.add(source);
    }
    return touching;
  }

  /**
   * Returns how many of the cells that a region and a fragment have in common pass the filter, as
   * far as statistics show.
   */
  Coverage outcome(DenseSource source, TileRegion region) {
    if (filter == null || filter.condition() == null) {
      return Coverage.ALL;
    }
    FieldBounds[] bounds = new FieldBounds[filter.columns().length];
    for (int i = 0; i < bounds.length; i++) {
      OutputField field = filter.condition().fields().get(i);
      bounds[i] =
          field.isDimension()
              ? region.bounds(field.dimension())
              : source.bounds(i, filter.columns()[i], region, field);
    }
    return filter.condition().outcome(bounds);
  }

  /**
   * Returns how many of the cells in a region that no fragment contains pass the filter, as far as
   * this is known without a test.
   */
  Coverage gapOutcome(TileRegion region) {
    if (filter == null || filter.fills() == null || filter.condition() == null) {
      return filter != null && filter.fills() == null ? Coverage.NONE : Coverage.ALL;
    }
    FieldBounds[] bounds = filter.fills().clone();
    for (int i = 0; i < bounds.length; i++) {
      OutputField field = filter.condition().fields().get(i);
      if (field.isDimension()) {
        bounds[i] = region.bounds(field.dimension());
      }
    }
    return filter.condition().outcome(bounds);
  }
}
