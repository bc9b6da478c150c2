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
 * Which cells and fields of an array to read, and in which order. Immutable. A request is not bound
 * to an array: names, types and ranges are checked when a read uses it.
 */
@CheckReturnValue
public final class ReadRequest {
  /** The name under which the time of each cell can be selected: UINT64 milliseconds. */
  public static final String TIMESTAMPS = "__timestamps";

  /** All cells with all fields, in the natural order of the array (see {@link #layout(Layout)}). */
  public static final ReadRequest ALL = new ReadRequest(new Settings());

  /** Which cells of a dense array are rows of the result. A sparse array has written cells only. */
  public enum Cells {
    /**
     * With a condition the cells that were written and meet it; without a condition all cells of
     * the ranges, with fill values where nothing was written. The default.
     */
    MATCHING,

    /**
     * All cells of the ranges, so that the result keeps its shape. Cells that do not meet the
     * condition have fill values in all attributes.
     */
    GRID,

    /** The cells that were written and meet the condition, if there is one. */
    WRITTEN,

    /**
     * The cells that meet the condition, if there is one. A cell that was never written counts as
     * if it were written with the fill values of all attributes.
     */
    ALL
  }

  private final Settings settings;

  private ReadRequest(Settings settings) {
    this.settings = settings;
    if (settings.points != null && !settings.subarray.isAll()) {
      throw new InvalidRequestException("points and ranges: give one of them");
    }
  }

  private ReadRequest with(Consumer<Settings> change) {
    Settings changed = new Settings(settings);
    change.accept(changed);
    return new ReadRequest(changed);
  }

  /** The part of the array that is read; {@link Subarray#ALL} if {@link #points} are. */
  public Subarray subarray() {
    return settings.subarray;
  }

  /** The single cells that are read; empty where {@link #subarray} says the part. */
  public Optional<Points> points() {
    return Optional.ofNullable(settings.points);
  }

  /** The tiles that are read; empty for all that have cells of the rest of the request. */
  public Optional<List<TileRange>> tiles() {
    return Optional.ofNullable(settings.tiles);
  }

  /** The fields, in order; empty for all: the dimensions, then the attributes. */
  public Optional<List<String>> fields() {
    return Optional.ofNullable(settings.fields);
  }

  /** The order of the cells; empty for the natural order of the array. */
  public Optional<Layout> layout() {
    return Optional.ofNullable(settings.layout);
  }

  /** What cells have to meet; empty where all are wanted. */
  public Optional<Condition> condition() {
    return Optional.ofNullable(settings.condition);
  }

  /** Which cells of a dense array are rows of the result; empty for the default. */
  public Optional<Cells> cells() {
    return Optional.ofNullable(settings.cells);
  }

  /** The maximum number of cells to read; {@link Long#MAX_VALUE} for all. */
  public long limit() {
    return settings.limit;
  }

  /** The time after which the read is cancelled; empty for none. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(settings.timeout);
  }

  /** Called with how much is done; {@link Progress#NONE} by default. */
  public Progress progress() {
    return settings.progress;
  }

  /** Sets the part of the array. Default: all of it. */
  public ReadRequest subarray(Subarray part) {
    Objects.requireNonNull(part, "part");
    return with(changed -> changed.subarray = part);
  }

  /**
   * Adds a range of a dimension or a label; several ranges of one dimension are read one after
   * another.
   */
  public ReadRequest range(String dimension, Range range) {
    return subarray(settings.subarray.and(dimension, range));
  }

  /**
   * Single cells, in place of a part of the array: of a dense array all of them come, of a sparse
   * one those that were written.
   */
  public ReadRequest points(Points cells) {
    Objects.requireNonNull(cells, "cells");
    return with(changed -> changed.points = cells);
  }

  /**
   * Some tiles of fragments alone: of the cells that the rest of the request asks for those that
   * lie in them. Sparse arrays alone have this, and only where no cell of another tile can be a
   * newer one at the same coordinates: where duplicates are allowed, or fragments are apart.
   */
  public ReadRequest tiles(List<TileRange> some) {
    return with(changed -> changed.tiles = List.copyOf(some));
  }

  /**
   * The fields, in order: dimensions, attributes, dimension labels, {@link #TIMESTAMPS}. All
   * dimensions and attributes by default.
   *
   * <p>A label is that of the cell's coordinate; the fill value where none was written. Labels of
   * one dimension and nothing else come once for each index: of the ranges of the dimension, or
   * else of all that have a label; with a condition or points once for each cell.
   */
  public ReadRequest select(String... names) {
    return select(List.of(names));
  }

  /** As {@link #select(String...)}. */
  public ReadRequest select(List<String> names) {
    return with(changed -> changed.fields = List.copyOf(names));
  }

  /**
   * Sets the order of the cells. Default: the natural order of the array, which is row-major for a
   * dense array and {@link Layout#UNORDERED} for a sparse one. Unordered cells are the fastest to
   * read: those of a sparse array come fragment by fragment, in global order within each; those of
   * a dense array in boxes of tiles, row-major within each.
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
   * Sets the condition that cells have to meet. {@link #cells} decides about the other cells of a
   * dense array.
   */
  public ReadRequest where(Condition wanted) {
    Objects.requireNonNull(wanted, "wanted");
    return with(changed -> changed.condition = wanted);
  }

  /**
   * Sets the condition that cells have to meet, by its text.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text is not a condition, see {@link
   *     Condition#parse}
   */
  public ReadRequest where(String wanted) {
    return where(Condition.parse(wanted));
  }

  /**
   * Sets which cells of a dense array are rows of the result; {@code aggregate} counts these rows,
   * too. Default: {@link Cells#MATCHING} for rows and batches, {@link Cells#GRID} for results with
   * a shape.
   */
  public ReadRequest cells(Cells rows) {
    Objects.requireNonNull(rows, "rows");
    return with(changed -> changed.cells = rows);
  }

  /**
   * The maximum number of cells; the read fetches no more than these need.
   *
   * @throws InvalidRequestException if it is negative
   */
  public ReadRequest limit(long cells) {
    if (cells < 0) {
      throw new InvalidRequestException("a limit of " + cells + " cells: the least is 0");
    }
    return with(changed -> changed.limit = cells);
  }

  /**
   * Sets how long the read may take, from its beginning to its last batch. A read that takes longer
   * fails with a {@link io.azulejo.error.ReadTimeoutException}. Default: no limit.
   *
   * @throws InvalidRequestException if it is not greater than 0
   */
  public ReadRequest timeout(Duration max) {
    if (max.isNegative() || max.isZero()) {
      throw new InvalidRequestException("a timeout of " + max + ": the timeout must be positive");
    }
    return with(changed -> changed.timeout = max);
  }

  /** Called with how much is done; {@link Progress#NONE} by default. */
  public ReadRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** Changed only before the request that holds it is made. */
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
