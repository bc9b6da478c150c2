package io.azulejo.internal.read.sparse;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.condition.FragmentCondition;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.tile.CoordinateReader;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.SizeBounds;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.PlannedRead;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A sparse fragment that is prepared for one read. */
public final class SparseFragment {
  /** Memory per cell for the time and the condition of its deletion, each held twice, in bytes. */
  private static final long MARK_BYTES = 4L * Long.BYTES;

  /** Memory per cell for its place in the result: the tile index and the row, in bytes. */
  private static final long PLACE_BYTES = 2 * Integer.BYTES;

  /**
   * Temporary memory that sorting needs per cell, in bytes: two copies of the key and of three
   * ints.
   */
  private static final long SORT_BYTES = 2 * (Long.BYTES + 3 * Integer.BYTES);

  private final Fragment fragment;
  private final int age;
  private final Needs needs;
  private final CoordinateReader coordinates;
  private final FieldReader times;
  private final FieldReader deletions;
  private final FieldReader deletionConditions;
  private final FieldReader[] columns;

  /** All readers of columns and special fields. */
  private final List<FieldReader> readers;

  /**
   * Describes which parts of a sparse fragment a read needs.
   *
   * @param dimensions the dimensions of the array
   * @param coordinates whether the read may need the coordinates of each dimension
   * @param columns the columns of the query
   * @param outputs the number of columns in the result; the columns after them are for conditions
   * @param conditions the conditions that cells must meet
   * @param ordered whether cells are sorted
   * @param times whether the read needs cell times, if the fragment has them
   * @param boxes whether the read needs the bounding boxes of tiles
   * @param merging whether the read also needs the conditions of deletions
   */
  public record Needs(
      List<Dimension> dimensions,
      boolean[] coordinates,
      List<OutputField> columns,
      int outputs,
      List<FragmentCondition> conditions,
      boolean ordered,
      boolean times,
      boolean boxes,
      boolean merging) {

    /** Returns whether a column is an attribute that the read needs. */
    boolean needsAttribute(int column) {
      OutputField field = columns.get(column);
      return !field.isDimension()
          && !field.isTimestamps()
          && (column < outputs || conditions.stream().anyMatch(c -> c.looksAt(column)));
    }
  }

  /**
   * Prepares a fragment and loads the metadata that the read needs.
   *
   * @param age index of the fragment in the order of age; higher is newer
   * @param needs the parts of the fragment that the read needs
   * @param key the array's encryption key, if it is encrypted
   */
  public SparseFragment(Fragment fragment, int age, Needs needs, Optional<EncryptionKey> key) {
    this.fragment = fragment;
    this.age = age;
    this.needs = needs;
    List<FieldStorage> needed = new ArrayList<>();
    boolean withCoordinates = false;
    for (int d = 0; d < needs.coordinates().length; d++) {
      if (needs.coordinates()[d]) {
        needed.add(fragment.field(needs.dimensions().get(d).name()).orElseThrow());
        withCoordinates = true;
      }
    }
    FieldStorage[] storages = new FieldStorage[needs.columns().size()];
    for (int i = 0; i < storages.length; i++) {
      if (needs.needsAttribute(i)) {
        storages[i] = fragment.field(needs.columns().get(i).name()).orElse(null);
      }
    }
    boolean deletes = fragment.footer().deleteMetadata();
    boolean cellTimes = fragment.footer().timestamps();
    FieldStorage[] specials = {
      deletes && needs.merging() ? special(FieldStorage.DELETE_CONDITION_INDEX) : null,
      cellTimes && needs.times() ? special(FieldStorage.TIMESTAMPS) : null,
      deletes ? special(FieldStorage.DELETE_TIMESTAMPS) : null
    };
    Stream.of(storages, specials).flatMap(Stream::of).filter(Objects::nonNull).forEach(needed::add);
    // The R-tree is stored next to the other metadata. Loading it also checks that it matches the
    // footer.
    fragment.load(needed, withStatistics(), needs.boxes() || !needed.isEmpty());
    coordinates =
        withCoordinates
            ? new CoordinateReader(fragment, needs.dimensions(), needs.coordinates(), key)
            : null;
    columns = readers(storages, key);
    FieldReader[] others = readers(specials, key);
    deletionConditions = others[0];
    times = others[1];
    deletions = others[2];
    readers = Stream.of(columns, others).flatMap(Stream::of).filter(Objects::nonNull).toList();
  }

  private FieldStorage special(String name) {
    return fragment.field(name).orElseThrow();
  }

  private FieldReader[] readers(FieldStorage[] storages, Optional<EncryptionKey> key) {
    return Stream.of(storages)
        .map(storage -> storage == null ? null : new FieldReader(fragment, storage, key))
        .toArray(FieldReader[]::new);
  }

  private List<FieldStorage> withStatistics() {
    return needs.conditions().stream()
        .flatMap(condition -> condition.fields().stream())
        .flatMap(field -> fragment.field(field.name()).stream())
        .toList();
  }

  public Fragment fragment() {
    return fragment;
  }

  /** Returns the index of the fragment in the order of age; higher is newer. */
  public int age() {
    return age;
  }

  public CoordinateReader coordinates() {
    return coordinates;
  }

  /** Returns the reader of cell times, or null if they are not needed or the same for all cells. */
  public FieldReader times() {
    return times;
  }

  /** Returns the reader of deletion times, or null if the fragment has none. */
  public FieldReader deletions() {
    return deletions;
  }

  /**
   * Returns the reader of deletion conditions, or null if they are not needed or the fragment has
   * none.
   */
  public FieldReader deletionConditions() {
    return deletionConditions;
  }

  /**
   * Returns the reader of a query column, or null if it is not an attribute that the read needs or
   * the fragment lacks it.
   */
  public FieldReader column(int index) {
    return columns[index];
  }

  /** Returns the number of columns of the query. */
  int columns() {
    return columns.length;
  }

  /** Returns a column of the query. */
  OutputField field(int index) {
    return needs.columns().get(index);
  }

  /** Returns whether a column of the query is an attribute that the fragment lacks. */
  boolean lacks(int index) {
    return columns[index] == null && !field(index).isDimension() && !field(index).isTimestamps();
  }

  /** Returns the number of dimensions. */
  public int dimensions() {
    return needs.dimensions().size();
  }

  /** Returns the conditions that cells must meet. */
  public List<FragmentCondition> conditions() {
    return needs.conditions();
  }

  /**
   * Returns the estimated memory of a tile in bytes after everything that the read needs is
   * decoded, including memory for sorting.
   */
  long decodedBytes(int tile, int cells) {
    long bytes = 0;
    if (coordinates != null) {
      bytes += coordinates.decodedBytes(tile, cells, needs.coordinates());
      bytes += (long) Long.BYTES * dimensions() * cells;
    }
    for (FieldReader reader : columns) {
      bytes += reader == null ? 0 : reader.decodedBytes(tile, cells) + reader.codeBytes(cells);
    }
    bytes += times == null ? 0 : (long) Long.BYTES * cells;
    bytes += deletions == null ? 0 : (long) Long.BYTES * cells;
    bytes += deletions == null && conditions().isEmpty() ? 0 : (1L + Integer.BYTES) * cells;
    bytes += isMarked() ? MARK_BYTES * cells : 0;
    return bytes + (needs.ordered() ? SORT_BYTES : PLACE_BYTES) * cells;
  }

  /**
   * Returns the decoded size of a tile's first {@code outputs} query columns in bytes, including
   * dimensions.
   */
  long projectedBytes(int tile, int cells, int outputs) {
    long bytes = 0;
    boolean[] wanted = new boolean[dimensions()];
    for (int i = 0; i < outputs; i++) {
      int d = needs.columns().get(i).dimension();
      if (d >= 0) {
        wanted[d] = true;
      } else if (columns[i] != null) {
        bytes += columns[i].decodedBytes(tile, cells);
      } else {
        bytes += needs.columns().get(i).fixedBytes() * cells;
      }
    }
    return bytes + (coordinates == null ? 0 : coordinates.decodedBytes(tile, cells, wanted));
  }

  /**
   * Adds upper bounds of the sizes of a tile's variable-size columns.
   *
   * @param times how often each cell may be returned
   */
  void addSizes(int tile, int cells, long times, SizeBounds bounds, List<OutputField> outputs) {
    for (int i = 0; i < outputs.size(); i++) {
      OutputField output = outputs.get(i);
      if (output.isVar()) {
        Optional<FieldStorage> storage = fragment.field(output.name());
        if (storage.isPresent()) {
          bounds.add(i, fragment.varSizes(storage.get())[tile], times);
        } else {
          bounds.add(i, output.fill().length, SizeBounds.product(cells, times));
        }
      }
    }
  }

  /**
   * Checks the stored size of all fields that the read needs; see {@link FieldReader#checkSizes}.
   */
  public void checkSizes(int tile, int cells, ReadScope scope) {
    if (coordinates != null) {
      coordinates.checkSizes(tile, cells, scope);
    }
    readers.forEach(reader -> reader.checkSizes(tile, cells, scope));
  }

  /** Returns whether a merge must record deletions of this fragment's cells. */
  private boolean isMarked() {
    return needs.merging() && (deletions != null || !conditions().isEmpty());
  }

  /** Returns a single range of a dimension. */
  public DimensionRanges ranges(int d, Range range) {
    return DimensionRanges.of(needs.dimensions().get(d), List.of(range));
  }

  /** Returns the stored size in bytes of all fields of a tile that the read needs. */
  long storedBytes(int tile) {
    long bytes = coordinates == null ? 0 : coordinates.storedBytes(tile);
    for (FieldReader reader : readers) {
      bytes += reader.storedBytes(tile);
    }
    return bytes;
  }

  /**
   * Adds the stored size of a tile to the sizes by field, in bytes. All coordinates are added to
   * one entry.
   */
  void addStoredBytes(int tile, Map<String, Long> byField) {
    if (coordinates != null) {
      byField.merge(PlannedRead.COORDINATES, coordinates.storedBytes(tile), Long::sum);
    }
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] != null) {
        byField.merge(needs.columns().get(i).name(), columns[i].storedBytes(tile), Long::sum);
      }
    }
    if (times != null) {
      byField.merge(FieldStorage.TIMESTAMPS, times.storedBytes(tile), Long::sum);
    }
    if (deletions != null) {
      byField.merge(FieldStorage.DELETE_TIMESTAMPS, deletions.storedBytes(tile), Long::sum);
    }
  }

  /** Returns the type of a dimension. */
  public Datatype type(int d) {
    return needs.dimensions().get(d).type();
  }

  /** Returns the size of a coordinate in a numeric dimension, in bytes. */
  int coordinateSize(int d) {
    return needs.dimensions().get(d).type().size();
  }

  /** Returns whether a dimension has strings as coordinates. */
  public boolean isText(int d) {
    return needs.dimensions().get(d).isVar();
  }

  /**
   * Normalizes the key of a floating-point number if cells are merged, because merges sort both
   * zeros as equal.
   */
  long place(Datatype type, long key) {
    return needs.merging() ? CoordinateKeys.place(type, key) : key;
  }
}
