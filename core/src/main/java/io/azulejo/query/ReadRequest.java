package io.azulejo.query;

import io.azulejo.schema.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is to be read of an array. Immutable; a request can be used again, on other arrays too. */
public final class ReadRequest {
  /** The name under which the time of each cell can be selected: UINT64 milliseconds. */
  public static final String TIMESTAMPS = "__timestamps";

  private final Subarray subarray;
  private final @Nullable Points points;
  private final @Nullable List<TileRange> tiles;
  private final @Nullable List<String> fields;
  private final Layout layout;
  private final @Nullable Condition condition;
  private final @Nullable Boolean onlyMatching;
  private final @Nullable Cells cells;
  private final long limit;
  private final @Nullable Duration timeout;
  private final Progress progress;

  /** Which cells of a dense array there are for an answer of rows; of sparse ones all that are. */
  public enum Cells {
    /** Those that were written. */
    WRITTEN,

    /**
     * All: those that were never written are as if they were written with the fill values of all
     * attributes.
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
    onlyMatching = builder.onlyMatching;
    cells = builder.cells;
    limit = builder.limit;
    timeout = builder.timeout;
    progress = builder.progress;
  }

  /** Everything, in row-major order. */
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

  /** The order in which the cells come. */
  public Layout layout() {
    return layout;
  }

  /** What cells have to meet; empty where all are wanted. */
  public Optional<Condition> condition() {
    return Optional.ofNullable(condition);
  }

  /** Whether cells of dense arrays that do not meet the condition are left out. */
  public boolean onlyMatching() {
    return onlyMatching != null && onlyMatching;
  }

  /** Which cells of a dense array are rows of the answer; empty where that was not said. */
  public Optional<Cells> cells() {
    return Optional.ofNullable(cells);
  }

  /**
   * The same request for an answer of rows rather than of a shape: cells of dense arrays that do
   * not meet the condition are left out, unless {@link Builder#onlyMatching} or {@link
   * Builder#cells} was set.
   */
  public ReadRequest forRows() {
    return onlyMatching != null || cells != null ? this : toBuilder().onlyMatching(true).build();
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
    builder.onlyMatching = onlyMatching;
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
    private Layout layout = Layout.ROW_MAJOR;
    private @Nullable Condition condition;
    private @Nullable Boolean onlyMatching;
    private @Nullable Cells cells;
    private long limit = Long.MAX_VALUE;
    private @Nullable Duration timeout;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** The part of the array; everything by default. */
    public Builder subarray(Subarray part) {
      this.subarray = Objects.requireNonNull(part, "part");
      return this;
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
     * The order in which the cells come: row-major by default. {@link Layout#UNORDERED} is the
     * fastest; cells of dense arrays come in boxes of tiles then, each row-major.
     *
     * @throws IllegalArgumentException for {@link Layout#HILBERT}
     */
    public Builder layout(Layout order) {
      if (order == Layout.HILBERT) {
        throw new IllegalArgumentException(
            "HILBERT is no order to read in: ask for GLOBAL_ORDER, which follows the curve where the"
                + " array does");
      }
      this.layout = Objects.requireNonNull(order, "order");
      return this;
    }

    /**
     * What cells have to meet. Of a sparse array the others are left out. Of a dense array all
     * cells of the ranges are in the answer, so that it keeps its shape, and those that do not meet
     * the condition have fill values in all attributes; but see {@link #onlyMatching}.
     */
    public Builder where(Condition wanted) {
      this.condition = Objects.requireNonNull(wanted, "wanted");
      return this;
    }

    /**
     * Whether cells of a dense array that do not meet the condition are left out, as are those that
     * were never written; without a condition all cells come.
     */
    public Builder onlyMatching(boolean only) {
      this.onlyMatching = only;
      return this;
    }

    /**
     * Which cells of a dense array are the rows of the answer, so that they do not depend on
     * whether there is a condition: those of them come that meet it, and the others are left out.
     * {@code aggregate} counts these rows, too. Of sparse arrays always those that were written.
     */
    public Builder cells(Cells rows) {
      this.cells = Objects.requireNonNull(rows, "rows");
      return this;
    }

    /**
     * The maximum number of cells; the read fetches no more than these need.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder limit(long cells) {
      if (cells < 0) {
        throw new IllegalArgumentException("a limit of " + cells + " cells: the least is 0");
      }
      this.limit = cells;
      return this;
    }

    /**
     * How long the read may take, from its beginning to the last batch. When it takes longer, it
     * ends with a {@link java.util.concurrent.CancellationException}. None by default.
     *
     * @throws IllegalArgumentException if it is not greater than 0
     */
    public Builder timeout(Duration max) {
      if (max.isNegative() || max.isZero()) {
        throw new IllegalArgumentException("a timeout of " + max + ": give more than no time");
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
     * @throws IllegalArgumentException if it has both points and a subarray, or says which cells
     *     are rows of the answer but is to keep those that do not meet the condition
     */
    public ReadRequest build() {
      if (points != null && !subarray.isAll()) {
        throw new IllegalArgumentException("points and ranges: give one of them");
      }
      if (cells != null && Boolean.FALSE.equals(onlyMatching)) {
        throw new IllegalArgumentException(
            "onlyMatching(false) keeps a shape, cells(" + cells + ") asks for rows: set one");
      }
      return new ReadRequest(this);
    }
  }
}
