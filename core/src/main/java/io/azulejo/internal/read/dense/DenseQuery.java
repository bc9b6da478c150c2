package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.tile.BoxTree;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.List;

/** The resolved parameters of a dense read. */
public final class DenseQuery {
  private final TileGrid grid;
  private final DenseSelection selection;
  private final DimensionRanges[] ranges;
  private final Datatype coordinateType;
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
   * @param selection the requested cells and their order
   * @param ranges the requested ranges of each dimension; if points are requested, their bounding
   *     ranges
   * @param coordinateType the datatype of the dimensions
   * @param fields the fields of the result, followed by other fields that the filter needs
   * @param outputs the number of fields in the result
   * @param filter decides which cells are part of the result; null for all cells
   * @param sources the fragments, the oldest first
   */
  public DenseQuery(
      TileGrid grid,
      DenseSelection selection,
      DimensionRanges[] ranges,
      Datatype coordinateType,
      List<OutputField> fields,
      int outputs,
      DenseFilter filter,
      List<DenseSource> sources) {
    this.grid = grid;
    this.selection = selection;
    this.ranges = ranges;
    this.coordinateType = coordinateType;
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

  /** Returns the requested cells and their order. */
  DenseSelection selection() {
    return selection;
  }

  /** Returns the requested ranges of each dimension. */
  DimensionRanges[] ranges() {
    return ranges;
  }

  /** Returns the datatype of the dimensions. */
  Datatype coordinateType() {
    return coordinateType;
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

  /** Returns the tiles of each fragment that overlap the ranges. */
  List<TouchedTiles> touched() {
    return sources.stream().map(source -> new TouchedTiles(grid, ranges, source)).toList();
  }

  /**
   * Returns the number of tiles without any requested cell. The read must be complete, because
   * tiles of sparse fragments, and of reads of points, are outside if no step has counted them.
   */
  long tilesOutside() {
    long tiles = 0;
    for (DenseSource source : sources) {
      tiles +=
          source.dense() && selection instanceof GridSelection
              ? source.fragment().tiles() - new TouchedTiles(grid, ranges, source).count()
              : source.uncounted();
    }
    return tiles;
  }
}
