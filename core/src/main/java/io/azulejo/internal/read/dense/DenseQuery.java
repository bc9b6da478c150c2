package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import java.util.ArrayList;
import java.util.List;

/** The fields, fragments and filter of a dense read. */
public final class DenseQuery {
  private final TileGrid grid;
  private final List<OutputField> fields;
  private final int outputs;
  private final DenseFilter filter;
  private final List<DenseSource> sources;
  private final BoxTree<DenseSource> tree;

  /** For each field, whether it is an attribute that some fragment lacks. */
  private final boolean[] lacking;

  /**
   * Creates a query.
   *
   * @param grid the tile grid of the array
   * @param fields the fields of the result, followed by other fields that the filter needs
   * @param outputs the number of fields in the result
   * @param filter decides which cells are part of the result; null for all cells
   * @param sources the fragments, the oldest first
   */
  public DenseQuery(
      TileGrid grid,
      List<OutputField> fields,
      int outputs,
      DenseFilter filter,
      List<DenseSource> sources) {
    this.grid = grid;
    this.fields = fields;
    this.outputs = outputs;
    this.filter = filter;
    this.sources = sources;
    this.tree = new BoxTree<>(sources, DenseSource::low, DenseSource::high);
    this.lacking = new boolean[fields.size()];
    for (int f = 0; f < lacking.length; f++) {
      for (int i = 0; i < sources.size() && !lacking[f] && !fields.get(f).isDimension(); i++) {
        lacking[f] = sources.get(i).output(f) == null;
      }
    }
  }

  /** Returns the tile grid of the array. */
  public TileGrid grid() {
    return grid;
  }

  /** Returns the fields of the result, followed by other fields that the filter needs. */
  public List<OutputField> fields() {
    return fields;
  }

  /** Returns the number of fields in the result. */
  int outputs() {
    return outputs;
  }

  /** Returns the filter of cells, or null if all cells are part of the result. */
  DenseFilter filter() {
    return filter;
  }

  /** Returns the fragments, the oldest first. */
  public List<DenseSource> sources() {
    return sources;
  }

  /** Returns a search tree over the fragments. */
  BoxTree<DenseSource> tree() {
    return tree;
  }

  /** Returns whether a field is an attribute that some fragment lacks. */
  boolean isLacking(int field) {
    return lacking[field];
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
