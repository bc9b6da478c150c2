package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which cells and fields of an array to read, and in which order. Immutable. A request is not bound
 * to an array: names, types and ranges are checked when a read uses it.
 */
public final class ReadRequest {
  /** The name under which the time of each cell can be selected: UINT64 milliseconds. */
  public static final String TIMESTAMPS = "__timestamps";

  private final Subarray subarray;
  private final @Nullable Points points;
  private final @Nullable List<TileRange> tiles;
  private final @Nullable List<String> fields;
  private final @Nullable Layout layout;
  private final @Nullable Condition condition;
  private final @Nullable Cells cells;
  private final long limit;
  private final @Nullable Duration timeout;
  private final Progress progress;

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

  private ReadRequest(Builder builder) {
    subarray = builder.subarray;
    points = builder.points;
    tiles = builder.tiles;
    fields = builder.fields;
    layout = builder.layout;
    condition = builder.condition;
    cells = builder.cells;
    limit = builder.limit;
    timeout = builder.timeout;
    progress = builder.progress;
  }

  /** All cells with all fields, in the natural order of the array (see {@link Builder#layout}). */
  public static ReadRequest all() {
    return builder().build();
  }

  /** A builder that begins with {@link #all}. */
  public static Builder builder() {
    return new Builder();
  }

  /** The part of the array that is read; {@link Subarray#ALL} if {@link #points} are. */
  public Subarray subarray() {
    return subarray;
  }

  /** The single cells that are read; empty where {@link #subarray} says the part. */
  public Optional<Points> points() {
    return Optional.ofNullable(points);
  }

  /** The tiles that are read; empty for all that have cells of the rest of the request. */
  public Optional<List<TileRange>> tiles() {
    return Optional.ofNullable(tiles);
  }

  /** The fields, in order; empty for all: the dimensions, then the attributes. */
  public Optional<List<String>> fields() {
    return Optional.ofNullable(fields);
  }

  /** The order of the cells; empty for the natural order of the array. */
  public Optional<Layout> layout() {
    return Optional.ofNullable(layout);
  }

  /** What cells have to meet; empty where all are wanted. */
  public Optional<Condition> condition() {
    return Optional.ofNullable(condition);
  }

  /** Which cells of a dense array are rows of the result; empty for the default. */
  public Optional<Cells> cells() {
    return Optional.ofNullable(cells);
  }

  /** The maximum number of cells to read; {@link Long#MAX_VALUE} for all. */
  public long limit() {
    return limit;
  }

  /** The time after which the read is cancelled; empty for none. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(timeout);
  }

  /** Called with how much is done; {@link Progress#NONE} by default. */
  public Progress progress() {
    return progress;
  }

  /** A builder that begins with this request. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.subarray = subarray;
    builder.points = points;
    builder.tiles = tiles;
    builder.fields = fields;
    builder.layout = layout;
    builder.condition = condition;
    builder.cells = cells;
    builder.limit = limit;
    builder.timeout = timeout;
    builder.progress = progress;
    return builder;
  }

  /** Builds a request, step by step. Not for use by several threads. */
  public static final class Builder {
    private Subarray subarray = Subarray.ALL;
    private @Nullable Points points;
    private @Nullable List<TileRange> tiles;
    private @Nullable List<String> fields;
    private @Nullable Layout layout;
    private @Nullable Condition condition;
    private @Nullable Cells cells;
    private long limit = Long.MAX_VALUE;
    private @Nullable Duration timeout;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** Sets the part of the array. Default: all of it. */
    public Builder subarray(Subarray part) {
      this.subarray = Objects.requireNonNull(part, "part");
      return this;
    }

    /**
     * Adds a range of a dimension or a label; several ranges of one dimension are read one after
     * another.
     */
    public Builder range(String dimension, Range range) {
      return subarray(subarray.and(dimension, range));
    }

    /**
     * Single cells, in place of a part of the array: of a dense array all of them come, of a sparse
     * one those that were written.
     */
    public Builder points(Points cells) {
      this.points = Objects.requireNonNull(cells, "cells");
      return this;
    }

    /**
     * Some tiles of fragments alone: of the cells that the rest of the request asks for those that
     * lie in them. Sparse arrays alone have this, and only where no cell of another tile can be a
     * newer one at the same coordinates: where duplicates are allowed, or fragments are apart.
     */
    public Builder tiles(List<TileRange> some) {
      this.tiles = List.copyOf(some);
      return this;
    }

    /**
     * The fields, in order: dimensions, attributes, dimension labels, {@link #TIMESTAMPS}. All
     * dimensions and attributes by default.
     *
     * <p>A label is that of the cell's coordinate; the fill value where none was written. Labels of
     * one dimension and nothing else come once for each index: of the ranges of the dimension, or
     * else of all that have a label; with a condition or points once for each cell.
     */
    public Builder select(String... names) {
      return select(List.of(names));
    }

    /** As {@link #select(String...)}. */
    public Builder select(List<String> names) {
      this.fields = List.copyOf(names);
      return this;
    }

    /**
     * Sets the order of the cells. Default: the natural order of the array, which is row-major for
     * a dense array and {@link Layout#UNORDERED} for a sparse one. Unordered cells are the fastest
     * to read: those of a sparse array come fragment by fragment, in global order within each;
     * those of a dense array in boxes of tiles, row-major within each.
     *
     * @throws InvalidRequestException for {@link Layout#HILBERT}
     */
    public Builder layout(Layout order) {
      if (order == Layout.HILBERT) {
        throw new InvalidRequestException(
            "cells cannot be read in Hilbert order; use GLOBAL_ORDER, which follows the curve if the"
                + " array does");
      }
      this.layout = Objects.requireNonNull(order, "order");
      return this;
    }

    /**
     * Sets the condition that cells have to meet. {@link #cells} says what becomes of the other
     * cells of a dense array.
     */
    public Builder where(Condition wanted) {
      this.condition = Objects.requireNonNull(wanted, "wanted");
      return this;
    }

    /**
     * Sets the condition that cells have to meet, by its text.
     *
     * @throws io.azulejo.error.InvalidRequestException if the text is not a condition, see {@link
     *     Condition#parse}
     */
    public Builder where(String wanted) {
      return where(Condition.parse(wanted));
    }

    /**
     * Sets which cells of a dense array are rows of the result; {@code aggregate} counts these
     * rows, too. Default: {@link Cells#MATCHING} for rows and batches, {@link Cells#GRID} for
     * results with a shape.
     */
    public Builder cells(Cells rows) {
      this.cells = Objects.requireNonNull(rows, "rows");
      return this;
    }

    /**
     * The maximum number of cells; the read fetches no more than these need.
     *
     * @throws InvalidRequestException if it is negative
     */
    public Builder limit(long cells) {
      if (cells < 0) {
        throw new InvalidRequestException("a limit of " + cells + " cells: the least is 0");
      }
      this.limit = cells;
      return this;
    }

    /**
     * Sets how long the read may take, from its beginning to its last batch. A read that takes
     * longer fails with a {@link io.azulejo.error.ReadTimeoutException}. Default: no limit.
     *
     * @throws InvalidRequestException if it is not greater than 0
     */
    public Builder timeout(Duration max) {
      if (max.isNegative() || max.isZero()) {
        throw new InvalidRequestException("a timeout of " + max + ": the timeout must be positive");
      }
      this.timeout = max;
      return this;
    }

    /** Called with how much is done; {@link Progress#NONE} by default. */
    public Builder progress(Progress listener) {
      this.progress = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * The request.
     *
     * @throws InvalidRequestException if it has both points and a subarray
     */
    public ReadRequest build() {
      if (points != null && !subarray.isAll()) {
        throw new InvalidRequestException("points and ranges: give one of them");
      }
      return new ReadRequest(this);
    }
  }
}
