package io.azulejo.internal.read.dense;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparseNeeds;
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
import java.util.Objects;
import java.util.Optional;

/** A fragment of a dense array, dense or (in old ones) sparse, made ready for one read. */
public final class DenseSource {
  private final Fragment fragment;
  private final int age;
  private final FieldReader[] outputs;
  private final TileStatistics[] statistics;
  private final SparseFragment sparse;
  private final long[] low;
  private final long[] high;

  /** The tiles that were counted. */
  private final BitSet counted = new BitSet();

  /** The tiles that need no reading. */
  private final BitSet answered = new BitSet();

  /**
   * Makes a fragment ready; loads the tables that the read needs.
   *
   * @param age its position among the fragments: greater is newer
   * @param fields the columns of the query
   * @param tested which of them a condition looks at
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
      List<FieldStorage> described =
          Arrays.stream(tested).mapToObj(i -> storages[i]).filter(Objects::nonNull).toList();
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
      sparse =
          new SparseFragment(
              fragment,
              age,
              new SparseNeeds(
                  schema.dimensions(),
                  all,
                  fields,
                  fields.size(),
                  List.of(),
                  false,
                  false,
                  true,
                  false),
              key);
      for (int i = 0; i < outputs.length; i++) {
        outputs[i] = sparse.column(i);
      }
    }
  }

  /** Its position among the fragments: greater is newer. */
  int age() {
    return age;
  }

  /** The smallest keys of its cells, by dimension. */
  long[] low() {
    return low;
  }

  /** The largest keys of its cells, by dimension. */
  long[] high() {
    return high;
  }

  public Fragment fragment() {
    return fragment;
  }

  public boolean dense() {
    return sparse == null;
  }

  /** The fragment as a sparse one. */
  SparseFragment sparse() {
    return sparse;
  }

  /** Reads a column of the query; null where the fragment has none of it. */
  public FieldReader output(int field) {
    return outputs[field];
  }

  /**
   * What is known of a field that a condition looks at in the cells of a region that it has; null
   * for nothing.
   *
   * @param index the field's place among those that are looked at
   * @param column its place among the columns of the query
   */
  FieldBounds bounds(int index, int column, TileRegion region, OutputField field) {
    if (outputs[column] == null) {
      return FieldBounds.LACKING;
    }
    return statistics[index] == null
        ? null
        : FieldBounds.of(statistics[index], position(region), field);
  }

  /** Whether a tile is counted for the first time; for one thread at a time. */
  boolean count(int tile) {
    boolean first = !counted.get(tile);
    counted.set(tile);
    return first;
  }

  /** Says that a tile needs no reading, and nothing else does that is in its place. */
  void answered(int tile) {
    answered.set(tile);
  }

  /** Whether no tile needs reading. */
  boolean isAnswered() {
    return dense() && answered.cardinality() == fragment.tiles();
  }

  /** Whether the tile that a region is in, of which this has cells, needs no reading. */
  boolean hasAnswered(TileRegion region) {
    return !answered.isEmpty() && answered.get(position(region));
  }

  /**
   * Whether it may have cells in a box of keys that are not in another one.
   *
   * @param innerLow where the other one begins; null if there is none
   */
  boolean hasOutside(long[] boxLow, long[] boxHigh, long[] innerLow, long[] innerHigh) {
    boolean outside = innerLow == null;
    for (int d = 0; d < low.length; d++) {
      long from = Math.max(low[d], boxLow[d]);
      long to = Math.min(high[d], boxHigh[d]);
      if (from > to) {
        return false;
      }
      outside |= innerLow != null && (from < innerLow[d] || to > innerHigh[d]);
    }
    return outside;
  }

  /** The tiles that were not counted. */
  long uncounted() {
    return fragment.tiles() - counted.cardinality();
  }

  /** The bytes of a tile, as it is stored. */
  public long storedBytes(int tile) {
    long bytes = 0;
    for (FieldReader reader : outputs) {
      bytes += reader == null ? 0 : reader.storedBytes(tile);
    }
    if (sparse != null) {
      boolean[] all = new boolean[low.length];
      Arrays.fill(all, true);
      bytes += sparse.coordinates().storedBytes(tile, all);
    }
    return bytes;
  }

  /** The position of the tile of a dense fragment that a region is in. */
  public int position(TileRegion region) {
    return fragment.box().position(region.tile);
  }

  /** Whether it has all cells of a region. */
  public boolean covers(TileRegion region) {
    return dense() && region.isWithin(low, high);
  }

  /** Whether its cells in the tile of a region are those of the region, no less and no more. */
  public boolean endsWith(TileRegion region) {
    TileGrid grid = region.grid;
    boolean same = covers(region);
    for (int d = 0; d < low.length && same; d++) {
      // Distances from where the tile begins: the tile may reach beyond the domain's type.
      long first = grid.first(d, region.tile[d]);
      long from = grid.tile(d, low[d]) == region.tile[d] ? low[d] - first : 0;
      long until = grid.tile(d, high[d]) == region.tile[d] ? high[d] - first : grid.extent(d) - 1L;
      same = region.low(d) - first == from && region.high(d) - first == until;
    }
    return same;
  }

  /** The cells of a region that it has. */
  public TileRegion within(TileRegion region) {
    return region.within(low, high);
  }
}
