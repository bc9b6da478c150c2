package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Selects the cells and fields of an array to read, and their order. Immutable. A request is not
 * bound to an array: names, types and ranges are checked when a read uses it.
 */
@CheckReturnValue
public final class ReadRequest {
  /** Name for selecting the timestamp of each cell: UINT64 milliseconds since 1970 UTC. */
  public static final String TIMESTAMPS = "__timestamps";

  /** All cells with all fields, in the natural order of the array (see {@link #layout(Layout)}). */
  public static final ReadRequest ALL = new ReadRequest(new Settings());

  /**
   * Selects the cells of a dense array that are rows of the result. A sparse array only has written
   * cells.
   */
  public enum Cells {
    /**
     * The default. With a condition: the written cells that meet it. Without a condition: all cells
     * of the ranges, with fill values for cells that were never written.
     */
    MATCHING,

    /**
     * All cells of the ranges, so that the result keeps its shape. Cells that do not meet the
     * condition have fill values in all attributes.
     */
    GRID,

    /** The written cells that meet the condition, if any. */
    WRITTEN,

    /**
     * The cells that meet the condition, if any. A cell that was never written counts as if it had
     * the fill values of all attributes.
     */
    ALL
  }

  private final Settings settings;

  private ReadRequest(Settings settings) {
    this.settings = settings;
    if (settings.points != null && !settings.subarray.isAll()) {
      throw new InvalidRequestException("the request has both points and ranges; use one of them");
    }
  }

  private ReadRequest with(Consumer<Settings> change) {
    Settings changed = new Settings(settings);
    change.accept(changed);
    return new ReadRequest(changed);
  }

  /** Returns the part of the array to read; {@link Subarray#ALL} if {@link #points} are given. */
  public Subarray subarray() {
    return settings.subarray;
  }

  /** Returns the single cells to read; empty if {@link #subarray} selects the cells. */
  public Optional<Points> points() {
    return Optional.ofNullable(settings.points);
  }

  /** Returns the tiles to read; empty for all tiles with cells of the request. */
  public Optional<List<TileRange>> tiles() {
    return Optional.ofNullable(settings.tiles);
  }

  /** Returns the fields, in order; empty for all dimensions, then all attributes. */
  public Optional<List<String>> fields() {
    return Optional.ofNullable(settings.fields);
  }

  /** Returns the order of the cells; empty for the natural order of the array. */
  public Optional<Layout> layout() {
    return Optional.ofNullable(settings.layout);
  }

  /** Returns the condition that cells have to meet; empty for all cells. */
  public Optional<Condition> condition() {
    return Optional.ofNullable(settings.condition);
  }

  /** Returns the selection of cells of a dense array; empty for the default. */
  public Optional<Cells> cells() {
    return Optional.ofNullable(settings.cells);
  }

  /** Returns the maximum number of cells to read; {@link Long#MAX_VALUE} for all. */
  public long limit() {
    return settings.limit;
  }

  /** Returns the time limit of the read; empty for no limit. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(settings.timeout);
  }

  /** Returns the listener for progress; {@link Progress#NONE} by default. */
  public Progress progress() {
    return settings.progress;
  }

  /** Sets the part of the array to read. Default: all of it. */
  public ReadRequest subarray(Subarray part) {
    Objects.requireNonNull(part, "part");
    return with(changed -> changed.subarray = part);
  }

  /**
   * Adds a range of a dimension or a label. Several ranges of one dimension are read one after
   * another.
   */
  public ReadRequest range(String dimension, Range range) {
    return subarray(settings.subarray.and(dimension, range));
  }

  /**
   * Sets single cells to read instead of a part of the array. A dense array returns all of these
   * cells, a sparse array only the written ones.
   */
  public ReadRequest points(Points cells) {
    Objects.requireNonNull(cells, "cells");
    return with(changed -> changed.points = cells);
  }

  /**
   * Restricts the read to the cells of some tiles of fragments; the rest of the request still
   * applies. Only for sparse arrays that allow duplicates, or whose fragments do not overlap. In
   * other arrays another tile could hold a newer cell at the same coordinates.
   */
  public ReadRequest tiles(List<TileRange> some) {
    return with(changed -> changed.tiles = List.copyOf(some));
  }

  /**
   * Sets the fields, in order: dimensions, attributes, dimension labels, {@link #TIMESTAMPS}.
   * Default: all dimensions and attributes.
   *
   * <p>A label is the label of the cell's coordinate, or its fill value if none was written. If
   * only labels of one dimension are selected, each index has one row. The indexes are those in the
   * ranges of the dimension, else all with a label. With a condition or points, each cell has one
   * row.
   */
  public ReadRequest select(String... names) {
    return select(List.of(names));
  }

  /** Sets the fields as {@link #select(String...)} does. */
  public ReadRequest select(List<String> names) {
    return with(changed -> changed.fields = List.copyOf(names));
  }

  /**
   * Sets the order of the cells. Default: the natural order, which is row-major for a dense array
   * and {@link Layout#UNORDERED} for a sparse array. Unordered cells are the fastest to read. In a
   * sparse array they come fragment by fragment, in global order within each. In a dense array they
   * come in boxes of tiles, in row-major order within each.
   *
   * @throws InvalidRequestException for {@link Layout#HILBERT}
   */
  public ReadRequest layout(Layout order) {
    if (order == Layout.HILBERT) {
      throw new InvalidRequestException(
          "cells cannot be read in Hilbert order; use GLOBAL_ORDER, which follows the curve if the"
              + " array does");
    }
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.layout = order);
  }

  /**
   * Sets the condition that cells have to meet. {@link #cells} selects among the other cells of a
   * dense array.
   */
  public ReadRequest where(Condition condition) {
    Objects.requireNonNull(condition, "condition");
    return with(changed -> changed.condition = condition);
  }

  /**
   * Sets the condition that cells have to meet, as text.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text is not a condition, see {@link
   *     Condition#parse}
   */
  public ReadRequest where(String condition) {
    return where(Condition.parse(condition));
  }

  /**
   * Selects the cells of a dense array that are rows of the result; {@code aggregate} counts these
   * rows, too. Default: {@link Cells#MATCHING} for rows and batches, {@link Cells#GRID} for results
   * with a shape.
   */
  public ReadRequest cells(Cells rows) {
    Objects.requireNonNull(rows, "rows");
    return with(changed -> changed.cells = rows);
  }

  /**
   * Sets the maximum number of cells. The read fetches only as much as these cells need.
   *
   * @throws InvalidRequestException if the number is negative
   */
  public ReadRequest limit(long cells) {
    if (cells < 0) {
      throw new InvalidRequestException("limit of " + cells + " cells is negative (minimum: 0)");
    }
    return with(changed -> changed.limit = cells);
  }

  /**
   * Sets the time limit of the read, from its start to its last batch. A read that exceeds it fails
   * with a {@link io.azulejo.error.ReadTimeoutException}. Default: no limit.
   *
   * @throws InvalidRequestException if the time is not positive
   */
  public ReadRequest timeout(Duration max) {
    if (max.isNegative() || max.isZero()) {
      throw new InvalidRequestException("timeout " + max + " is not positive");
    }
    return with(changed -> changed.timeout = max);
  }

  /** Sets the listener for progress. Default: {@link Progress#NONE}. */
  public ReadRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** The settings of a request; they change only until the request is created. */
  private static final class Settings {
    Subarray subarray = Subarray.ALL;
    @Nullable Points points;
    @Nullable List<TileRange> tiles;
    @Nullable List<String> fields;
    @Nullable Layout layout;
    @Nullable Condition condition;
    @Nullable Cells cells;
    long limit = Long.MAX_VALUE;
    @Nullable Duration timeout;
    Progress progress = Progress.NONE;

    Settings() {}

    Settings(Settings other) {
      subarray = other.subarray;
      points = other.points;
      tiles = other.tiles;
      fields = other.fields;
      layout = other.layout;
      condition = other.condition;
      cells = other.cells;
      limit = other.limit;
      timeout = other.timeout;
      progress = other.progress;
    }
  }
}
