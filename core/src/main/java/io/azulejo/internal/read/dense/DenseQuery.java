package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.List;

/**
 * What a dense read wants.
 *
 * @param grid the tiles of the array
 * @param selection the cells and their order
 * @param coordinateType the type of coordinates
 * @param fields the columns of the answer, then other fields that the filter looks at
 * @param outputs how many columns the answer has
 * @param filter which cells are wanted; null for all
 * @param sources the fragments, the oldest first
 * @param tree the fragments by the places of their cells
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

  /** Returns the fragments that may have a cell of a region, the newest first. */
  public List<DenseSource> touching(TileRegion region) {
    List<DenseSource> touching = new ArrayList<>();
    SourceTree.Search search = tree.newestFirst(region::touches);
    for (DenseSource source = search.next(); source != null; source = search.next()) {
      touching.add(source);
    }
    return touching;
  }
}
