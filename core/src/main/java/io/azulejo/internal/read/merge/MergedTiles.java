package io.azulejo.internal.read.merge;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.dense.DenseQuery;
import io.azulejo.internal.read.dense.DenseSource;
import io.azulejo.internal.read.dense.DenseTile;
import io.azulejo.internal.read.tile.FetchQueue;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The merged tiles of a box of a dense array. Each cell comes from the newest of the given
 * fragments that contains it, or else has the fill value. Tiles are numbered in tile order,
 * starting at 0 for the first tile of the box. Fields are numbered like the schema's attributes.
 *
 * <p>One thread must fetch the tiles in order. Any number of threads may decode fetched tiles.
 */
public final class MergedTiles implements AutoCloseable {
  private final DenseQuery query;
  private final TileBox box;
  private final ReadScope scope;
  private final Map<Integer, MergedTile> tiles = new HashMap<>();
  private final FetchQueue<TileSpan> fetches;

  /**
   * Prepares a merge and loads the metadata of its fragments.
   *
   * @param fragments the fragments to merge, oldest first
   * @param domain the box of the result
   */
  public MergedTiles(
      ArraySchema schema,
      List<Fragment> fragments,
      NDRange domain,
      Optional<EncryptionKey> key,
      ReadScope scope) {
    this.scope = scope;
    this.fetches = new FetchQueue<>(scope);
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
    this.query = DenseQuery.of(grid, fields, fields.size(), null, sources);
  }

  /**
   * Returns the estimated maximum memory in bytes that a tile needs while it is merged and encoded.
   * This includes the fetched parts and the fields that are decoded at the same time.
   */
  public long bytes(int tile) {
    return tile(tile).bytes(scope.tasks().width());
  }

  /** Returns the stored size of all tiles of all fragments, in bytes. */
  public long storedBytes() {
    long bytes = 0;
    for (DenseSource source : query.sources()) {
      for (int tile = 0; tile < source.fragment().tiles(); tile++) {
        bytes += source.storedBytes(tile);
      }
    }
    return bytes;
  }

  /** Returns the stored size of the dense fragments' tiles at the position of a tile, in bytes. */
  public long storedBytes(int tile) {
    return tile(tile).storedBytes();
  }

  /**
   * Fetches the tiles from {@code from} to {@code to} (exclusive), and releases all earlier tiles.
   */
  public void fetch(int from, int to) {
    tiles.keySet().removeIf(tile -> tile < from);
    fetches.fetch(new TileSpan(from, to), () -> wanted(from, to));
    for (int tile = from; tile < to; tile++) {
      tile(tile).load(scope);
    }
  }

  /**
   * Starts fetching the tiles from {@code from} to {@code to} (exclusive), if the memory budget
   * allows it.
   *
   * @param bytes estimated memory of these tiles, in bytes
   */
  public void fetchAhead(int from, int to, long bytes) {
    fetches.tryAdd(new TileSpan(from, to), bytes, () -> wanted(from, to));
  }

  private List<TilePart> wanted(int from, int to) {
    List<TilePart> wanted = new ArrayList<>();
    for (int tile = from; tile < to; tile++) {
      tile(tile).want(wanted);
    }
    return wanted;
  }

  /**
   * Returns the stored form of a field of a fetched tile. This is possible only if a single
   * fragment contains exactly the tile's cells within the box.
   *
   * @param field the index of an attribute
   * @return null if no such fragment exists or if it lacks the field
   */
  public StoredTile stored(int tile, int field) {
    DenseTile same = tiles.get(tile).same();
    return same == null || !same.has(field) ? null : same.stored(field);
  }

  /**
   * Returns all cells of a field in a fetched tile, including those outside the box. Cells outside
   * the box contain zeros, or a single zero value if the field has variable size.
   *
   * @param field the index of an attribute
   */
  public CellColumn cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    return tiles.get(tile).cells(field, buffers);
  }

  /** Stops the fetches that are under way. */
  @Override
  public void close() {
    fetches.close();
  }

  private MergedTile tile(int tile) {
    return tiles.computeIfAbsent(tile, t -> new MergedTile(query, box, t, scope.batchBytes()));
  }
}
