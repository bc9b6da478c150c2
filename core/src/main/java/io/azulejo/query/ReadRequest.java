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
 * A request that selects the cells and fields of an array to read, and their order. Immutable. A
 * request is not bound to an array: names, types and ranges are checked when a read uses it.
 *
 * <p>Each setter returns a changed copy.
 */
@CheckReturnValue
public final class ReadRequest {
  /**
   * The field name that selects the timestamp of each cell: UINT64 milliseconds since 1970-01-01
   * UTC.
   */
  public static final String TIMESTAMPS = "__timestamps";

  /**
   * Reads all cells with all fields, in the array's natural order (see {@link #layout(Layout)}).
   */
  public static final ReadRequest ALL = new ReadRequest(new Settings());

  /**
   * The cells of a dense array that become rows of the result. For a sparse array, only written
   * cells exist.
   */
  public enum Cells {
    /**
     * The default. With a condition: the written cells that meet it. Without a condition: all cells
     * in the ranges; cells that were never written have fill values.
     */
    MATCHING,

    /**
     * All cells in the ranges, so that the result keeps its shape. Cells that do not meet the
     * condition have fill values in all attributes.
     */
    GRID,

    /** The written cells in the ranges. With a condition: only cells that meet it. */
    WRITTEN,

    /**
     * All cells in the ranges. With a condition: only cells that meet it. A cell that was never
     * written is tested as if it had the fill values of all attributes.
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

  /**
   * Returns the part of the array to read. {@link Subarray#ALL} if {@link #points} select the
   * cells.
   */
  public Subarray subarray() {
    return settings.subarray;
  }

  /** Returns whether ranges are cropped to the domain; see {@link #cropRanges}. */
  public boolean cropsRanges() {
    return settings.cropsRanges;
  }

  /** Returns the single cells to read. Empty if {@link #subarray} selects the cells. */
  public Optional<Points> points() {
    return Optional.ofNullable(settings.points);
  }

  /** Returns the tiles to which the read is restricted; empty for no restriction. */
  public Optional<List<TileRange>> tiles() {
    return Optional.ofNullable(settings.tiles);
  }

  /**
   * Returns the names of the fields to read, in order. Empty for all dimensions, followed by all
   * attributes.
   */
  public Optional<List<String>> fields() {
    return Optional.ofNullable(settings.fields);
  }

  /** Returns the order of the cells; empty for the array's natural order. */
  public Optional<Layout> layout() {
    return Optional.ofNullable(settings.layout);
  }

  /** Returns the condition that cells must meet; empty if there is none. */
  public Optional<Condition> condition() {
    return Optional.ofNullable(settings.condition);
  }

  /** Returns which cells of a dense array become rows; empty for the default. */
  public Optional<Cells> cells() {
    return Optional.ofNullable(settings.cells);
  }

  /** Returns the maximum number of cells to read; {@link Long#MAX_VALUE} for all cells. */
  public long limit() {
    return settings.limit;
  }

  /** Returns the timeout of the read; empty for no timeout. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(settings.timeout);
  }

  /** Returns the listener for progress (default: {@link Progress#NONE}). */
  public Progress progress() {
    return settings.progress;
  }

  /** Sets the part of the array to read (default: the whole array). */
  public ReadRequest subarray(Subarray part) {
    Objects.requireNonNull(part, "part");
    return with(changed -> changed.subarray = part);
  }

  /**
   * Adds a range of a dimension or a dimension label. If a dimension has several ranges, they are
   * read in the order in which they were added.
   *
   * @param dimension the name of the dimension or label
   * @throws InvalidRequestException if the request has points
   */
  public ReadRequest range(String dimension, Range range) {
    return subarray(settings.subarray.and(dimension, range));
  }

  /**
   * Sets whether ranges of dimensions are cropped to the domain, or to the current domain if there
   * is one (default: false). By default, a range must lie within it. A range that has no coordinate
   * in the domain is an error in both cases. If a read crops a range, it logs a warning.
   */
  public ReadRequest cropRanges(boolean crop) {
    return with(changed -> changed.cropsRanges = crop);
  }

  /**
   * Sets the single cells to read, instead of a part of the array. In a dense array, all these
   * cells are returned. In a sparse array, only those that were written are returned.
   *
   * @throws InvalidRequestException if the request has a subarray
   */
  public ReadRequest points(Points cells) {
    Objects.requireNonNull(cells, "cells");
    return with(changed -> changed.points = cells);
  }

  /**
   * Restricts the read to cells in certain tiles of fragments. The rest of the request still
   * applies. This is possible only for sparse arrays that allow duplicates or whose fragments do
   * not overlap. In other arrays, another tile could hold a newer cell at the same coordinates.
   */
  public ReadRequest tiles(List<TileRange> some) {
    return with(changed -> changed.tiles = List.copyOf(some));
  }

  /**
   * Sets the fields to read, in order (default: all dimensions, then all attributes).
   *
   * <p>A dimension label returns the label of the cell's coordinate, or the label's fill value if
   * no label was written. If the request selects only labels of one dimension, the result has one
   * row for each index of that dimension. These are the indexes in the dimension's ranges; without
   * ranges, all indexes that have a label. With a condition or points, the result has one row for
   * each cell.
   *
   * @param names names of dimensions, attributes and dimension labels, or {@link #TIMESTAMPS}
   */
  public ReadRequest select(String... names) {
    return select(List.of(names));
  }

  /** Sets the fields to read, in order; see {@link #select(String...)}. */
  public ReadRequest select(List<String> names) {
    return with(changed -> changed.fields = List.copyOf(names));
  }

  /**
   * Sets the order of the cells. The default is the array's natural order: row-major for a dense
   * array, {@link Layout#UNORDERED} for a sparse array. Unordered cells are the fastest to read. In
   * a sparse array, they are returned fragment by fragment, each in global order. In a dense array,
   * they are returned in boxes of tiles, each in row-major order.
   *
   * @throws InvalidRequestException if the order is {@link Layout#HILBERT}
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
   * Sets the condition that cells must meet. For a dense array, {@link #cells(Cells)} determines
   * whether other cells are returned, too.
   */
  public ReadRequest where(Condition condition) {
    Objects.requireNonNull(condition, "condition");
    return with(changed -> changed.condition = condition);
  }

  /**
   * Parses and sets the condition that cells must meet.
   *
   * @param condition the text form of a condition; see {@link Condition#parse}
   * @throws io.azulejo.error.InvalidRequestException if the text is not a condition
   */
  public ReadRequest where(String condition) {
    return where(Condition.parse(condition));
  }

  /**
   * Sets which cells of a dense array become rows of the result. Aggregates count these rows, too.
   * The default is {@link Cells#MATCHING} for rows and batches, and {@link Cells#GRID} for results
   * with a shape.
   */
  public ReadRequest cells(Cells rows) {
    Objects.requireNonNull(rows, "rows");
    return with(changed -> changed.cells = rows);
  }

  /**
   * Sets the maximum number of cells to read (default: all cells). The read starts with small
   * steps, so that it fetches little more data than these cells need.
   *
   * @param cells the maximum number of cells, at least 0
   * @throws InvalidRequestException if the number is negative
   */
  public ReadRequest limit(long cells) {
    if (cells < 0) {
      throw new InvalidRequestException("limit of " + cells + " cells is negative (minimum: 0)");
    }
    return with(changed -> changed.limit = cells);
  }

  /**
   * Sets the maximum time from the start of the read to its last batch (default: no timeout). A
   * read that exceeds it fails with a {@link io.azulejo.error.ReadTimeoutException}.
   *
   * @throws InvalidRequestException if the timeout is not positive
   */
  public ReadRequest timeout(Duration max) {
    if (max.isNegative() || max.isZero()) {
      throw new InvalidRequestException("timeout " + max + " is not positive");
    }
    return with(changed -> changed.timeout = max);
  }

  /** Sets the listener for progress (default: {@link Progress#NONE}). */
  public ReadRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** The settings of a request. They do not change after the request's constructor. */
  private static final class Settings {
    Subarray subarray = Subarray.ALL;
    boolean cropsRanges;
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
      cropsRanges = other.cropsRanges;
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
