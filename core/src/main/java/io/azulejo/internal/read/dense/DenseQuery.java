package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.List;

/**
 * The resolved parameters of a dense read.
 *
 * @param grid the tile grid of the array
 * @param selection the requested cells and their order
 * @param coordinateType the datatype of the dimensions
 * @param fields the fields of the result, followed by other fields that the filter needs
 * @param outputs the number of fields in the result
 * @param filter decides which cells are part of the result; null for all cells
 * @param sources the fragments, the oldest first
 * @param tree a search tree over the fragments
 */
public record DenseQuery(
    TileGrid grid,
    DenseSelection selection,
    Datatype coordinateType,
    List<OutputField> fields,
    int outputs,
    DenseFilter filter,
    List<DenseSource> sources,
    SourceTree tree) {
  public DenseQuery(
      TileGrid grid,
      DenseSelection selection,
      Datatype coordinateType,
      List<OutputField> fields,
      int outputs,
      DenseFilter filter,
      List<DenseSource> sources) {
    this(
        grid, selection, coordinateType, fields, outputs, filter, sources, new SourceTree(sources));
  }

  /** Returns the fragments that may contain a cell of a region, the newest first. */
  public List<DenseSource> touching(TileRegion region) {
    List<DenseSource> touching = new ArrayList<>();
    SourceTree.Search search = tree.newestFirst(region::touches);
    for (DenseSource source = search.next(); source != null; source = search.next()) {
      touching.add(source);
    }
    return touching;
  }
}
