package io.azulejo.internal.read.dense;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Datatype;
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
 */
public record DenseQuery(
    TileGrid grid,
    DenseSelection selection,
    Datatype coordinateType,
    List<OutputField> fields,
    int outputs,
    DenseFilter filter,
    List<DenseSource> sources) {}
