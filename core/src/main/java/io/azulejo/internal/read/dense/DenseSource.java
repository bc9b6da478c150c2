package io.azulejo.internal.read.dense;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fragment of a dense array, with the metadata that one read needs. The fragment is dense, or
 * sparse if an old release wrote it.
 */
public final class DenseSource {
  private final Fragment fragment;
  private final int age;
  private final FieldReader[] outputs;
  private final TileStatistics[] statistics;
  private final SparseFragment.@Nullable Needs needs;
  private final @Nullable SparseFragment sparse;
  private final long[] low;
  private final long[] high;

  /** Tiles that were counted. */
  private final BitSet counted = new BitSet();

  /** Tiles that were aggregated from their statistics and need not be read. */
  private final BitSet answered = new BitSet();

  /**
   * Creates a source and loads the fragment metadata that the read needs.
   *
   * @param age the fragment's position in the list of fragments; newer fragments have greater
   *     positions
   * @param fields the fields of the query
   * @param tested the indexes of the fields that the condition needs
   */
  public DenseSource(
      Fragment fragment,
      int age,
      ArraySchema schema,
      TileGrid grid,
      List<OutputField> fields,
      int[] tested,
      Optional<EncryptionKey> key) {
    this.fragment = fragment;
    this.age = age;
    int dimensions = grid.dimensions();
    low = new long[dimensions];
    high = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      Range.Longs range = (Range.Longs) fragment.nonEmptyDomain().orElseThrow().get(d);
      low[d] = grid.key(range.low());
      high[d] = grid.key(range.high());
    }
    outputs = new FieldReader[fields.size()];
    statistics = new TileStatistics[tested.length];
    if (fragment.dense()) {
      needs = null;
      sparse = null;
      List<FieldStorage> needed = new ArrayList<>();
      FieldStorage[] storages = new FieldStorage[fields.size()];
      for (int i = 0; i < storages.length; i++) {
        if (!fields.get(i).isDimension()) {
          storages[i] = fragment.field(fields.get(i).name()).orElse(null);
          if (storages[i] != null) {
            needed.add(storages[i]);
          }
        }
      }
      List<FieldStorage> described = new ArrayList<>();
      for (int i : tested) {
        if (storages[i] != null) {
          described.add(storages[i]);
        }
      }
      fragment.load(needed, described, false);
      for (int i = 0; i < storages.length; i++) {
        outputs[i] = storages[i] == null ? null : new FieldReader(fragment, storages[i], key);
      }
      for (int i = 0; i < tested.length; i++) {
        FieldStorage storage = storages[tested[i]];
        statistics[i] = storage == null ? null : fragment.statistics(storage);
      }
    } else {
      boolean[] all = new boolean[dimensions];
      Arrays.fill(all, true);
      needs =
          new SparseFragment.Needs(
              schema.dimensions(),
              all,
              fields,
              fields.size(),
              List.of(),
              false,
              false,
              true,
              false);
      sparse = new SparseFragment(fragment, age, needs, key);
      for (int i = 0; i < outputs.length; i++) {
        outputs[i] = sparse.column(i);
      }
    }
  }

  /**
   * Returns the fragment's position in the list of fragments; newer fragments have greater
   * positions.
   */
  int age() {
    return age;
  }

  /** Returns the smallest key of the fragment's cells in each dimension. */
  long[] low() {
    return low;
  }

  /** Returns the largest key of the fragment's cells in each dimension. */
  long[] high() {
    return high;
  }

  public Fragment fragment() {
    return fragment;
  }

  public boolean dense() {
    return sparse == null;
  }

  /** Returns what the read needs of a sparse fragment, or null if the fragment is dense. */
  SparseFragment.@Nullable Needs needs() {
    return needs;
  }

  /** Returns the sparse fragment, or null if the fragment is dense. */
  @Nullable SparseFragment sparse() {
    return sparse;
  }

  /**
   * Returns the reader of each field of the query, or null if the fragment lacks the field. The
   * array must not be modified.
   */
  FieldReader[] outputs() {
    return outputs;
  }

  /** Returns the reader of a field of the query, or null if the fragment lacks the field. */
  public FieldReader output(int field) {
    return outputs[field];
  }

  /**
   * Returns the bounds of a field in the tile that contains a region, or null if nothing is known.
   *
   * @param index the field's index among the fields of the condition
   * @param column the field's index among the fields of the query
   */
  FieldBounds bounds(int index, int column, TileRegion region, OutputField field) {
    if (outputs[column] == null) {
      return FieldBounds.LACKING;
    }
    return statistics[index] == null
        ? null
        : FieldBounds.of(statistics[index], position(region), field);
  }

  /** Marks a tile as counted. Returns whether it was not counted before. Not thread-safe. */
  boolean count(int tile) {
    boolean first = !counted.get(tile);
    counted.set(tile);
    return first;
  }

  /**
   * Records that a tile need not be read. The caller must ensure that no other fragment contributes
   * cells of the same grid tile to the result.
   */
  void answered(int tile) {
    answered.set(tile);
  }

  /** Returns whether all tiles are aggregated from their statistics. */
  boolean isAnswered() {
    return dense() && answered.cardinality() == fragment.tiles();
  }

  /**
   * Returns whether the tile that contains a region need not be read. The region must overlap this
   * fragment.
   */
  boolean hasAnswered(TileRegion region) {
    return !answered.isEmpty() && answered.get(position(region));
  }

  /** Returns whether this is a dense fragment with all cells of a box of keys. */
  boolean contains(long[] boxLow, long[] boxHigh) {
    boolean contains = dense();
    for (int d = 0; d < low.length && contains; d++) {
      contains = low[d] <= boxLow[d] && boxHigh[d] <= high[d];
    }
    return contains;
  }

  /**
   * Returns whether this fragment may have cells that lie in one box of keys but not in another.
   */
  boolean hasOutside(long[] boxLow, long[] boxHigh, long[] innerLow, long[] innerHigh) {
    boolean outside = false;
    for (int d = 0; d < low.length; d++) {
      long from = Math.max(low[d], boxLow[d]);
      long to = Math.min(high[d], boxHigh[d]);
      if (from > to) {
        return false;
      }
      outside |= from < innerLow[d] || to > innerHigh[d];
    }
    return outside;
  }

  /** Returns the number of tiles that were not counted. */
  long uncounted() {
    return fragment.tiles() - counted.cardinality();
  }

  /** Returns the stored size in bytes of the needed fields of a tile. */
  public long storedBytes(int tile) {
    long bytes = sparse == null ? 0 : sparse.coordinates().storedBytes(tile);
    for (FieldReader reader : outputs) {
      bytes += reader == null ? 0 : reader.storedBytes(tile);
    }
    return bytes;
  }

  /** Returns the index of the tile that contains a region. Only for dense fragments. */
  public int position(TileRegion region) {
    return fragment.box().position(region.tile);
  }

  /** Returns whether this is a dense fragment that contains all cells of a region. */
  public boolean covers(TileRegion region) {
    return dense() && region.isWithin(low, high);
  }

  /**
   * Returns whether this fragment and a region contain exactly the same cells of the region's tile.
   */
  public boolean endsWith(TileRegion region) {
    boolean same = covers(region);
    for (int d = 0; d < low.length && same; d++) {
      long tile = region.tile[d];
      same =
          region.low(d) == fragment.box().low(d, tile)
              && region.high(d) == fragment.box().high(d, tile);
    }
    return same;
  }

  /** Returns the cells of a region that this fragment contains. */
  public TileRegion within(TileRegion region) {
    return region.within(low, high);
  }
}
