package io.azulejo.internal.read.merge;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.dense.DenseAxis;
import io.azulejo.internal.read.dense.DenseQuery;
import io.azulejo.internal.read.dense.DenseSource;
import io.azulejo.internal.read.dense.DenseTile;
import io.azulejo.internal.read.dense.GridSelection;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.StepFetches;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tiles of a box of a dense array as some of its fragments have them, each cell as in the
 * newest fragment that has it, or the fill value. Tiles are numbered in tile order, as those of a
 * fragment of that box would be; fields are the attributes.
 *
 * <p>One thread fetches tiles, in order; many may decode what was fetched.
 */
public final class MergedTiles implements AutoCloseable {
  private final DenseQuery query;
  private final TileBox box;
  private final ReadScope scope;
  private final Map<Integer, MergedTile> tiles = new HashMap<>();
  private final StepFetches fetches;

  /**
   * Makes fragments ready; loads their tables.
   *
   * @param fragments the fragments, the oldest first; others are not looked at
   * @param domain the box
   */
  public MergedTiles(
      ArraySchema schema,
      List<Fragment> fragments,
      NDRange domain,
      Optional<EncryptionKey> key,
      ReadScope scope) {
    this.scope = scope;
    this.fetches = new StepFetches(scope);
    TileGrid grid = TileGrid.of(schema);
    this.box = TileBox.of(grid, domain);
    List<OutputField> fields = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      fields.add(OutputField.of(attribute));
    }
    List<Fragment> written =
        fragments.stream().filter(fragment -> fragment.nonEmptyDomain().isPresent()).toList();
    List<DenseSource> sources =
        scope.io(
            written.size(),
            age -> new DenseSource(written.get(age), age, schema, grid, fields, new int[0], key));
    List<DenseAxis> axes = new ArrayList<>();
    for (int d = 0; d < domain.size(); d++) {
      axes.add(new DenseAxis(grid, d, List.<Range>of(domain.get(d))));
    }
    this.query =
        new DenseQuery(
            grid,
            new GridSelection(grid, axes, grid.tileOrder()),
            schema.dimensions().get(0).type(),
            fields,
            fields.size(),
            null,
            sources);
  }

  /**
   * About how many bytes a tile takes at the most, while it is put together and encoded: what is
   * fetched for it, and the fields at hand, as many as are decoded at a time.
   */
  public long bytes(int tile) {
    return tile(tile).bytes(scope.tasks().width());
  }

  /** The bytes of all tiles of all fragments, as they are stored. */
  public long storedBytes() {
    long bytes = 0;
    for (DenseSource source : query.sources()) {
      for (int tile = 0; tile < source.fragment().tiles(); tile++) {
        bytes += source.storedBytes(tile);
      }
    }
    return bytes;
  }

  /** The bytes of the tiles of dense fragments, as they are stored, where a tile is. */
  public long storedBytes(int tile) {
    return tile(tile).storedBytes();
  }

  /** Fetches what some tiles need, and forgets all tiles before. */
  public void fetch(int from, int to) {
    tiles.keySet().removeIf(tile -> tile < from);
    fetches.fetch(from, to, () -> wanted(from, to));
    for (int tile = from; tile < to; tile++) {
      tile(tile).load(scope);
    }
  }

  /** Begins to fetch what will be asked for next, if the memory has room for it. */
  public void fetchAhead(int from, int to, long bytes) {
    fetches.begin(from, to, bytes, () -> wanted(from, to));
  }

  private List<TilePart> wanted(int from, int to) {
    List<TilePart> wanted = new ArrayList<>();
    for (int tile = from; tile < to; tile++) {
      tile(tile).want(wanted);
    }
    return wanted;
  }

  /**
   * A field of a tile that was fetched, as it is stored in the fragment that has all of its cells
   * and around them none; null if no fragment has, or not that field.
   *
   * @param field the position of an attribute
   */
  public StoredTile stored(int tile, int field) {
    DenseTile same = tiles.get(tile).same();
    return same == null || !same.has(field) ? null : same.stored(field);
  }

  /**
   * The cells of a tile that was fetched, all that the tile has place for. Around the cells of the
   * box lie zeros: in fields of variable size one zero value a cell.
   *
   * @param field the position of an attribute
   */
  public CellColumn cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    return tiles.get(tile).cells(field, buffers);
  }

  /** Ends what is being fetched. */
  @Override
  public void close() {
    fetches.close();
  }

  private MergedTile tile(int tile) {
    return tiles.computeIfAbsent(tile, t -> new MergedTile(query, box, t, scope.batchBytes()));
  }
}
