package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Layout;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How cells are going to be written: which part of the array, in which order, into how large
 * fragments. Immutable; it can be used again, on other arrays too.
 */
public final class WriteRequest {
  /**
   * Cells as they come: a dense array's in row-major order of its domain, a sparse one's in any.
   */
  public static final WriteRequest DEFAULT = builder().build();

  private final @Nullable Layout layout;
  private final Subarray subarray;
  private final DuplicatePolicy duplicates;
  private final @Nullable MissingCells missing;
  private final long maxFragmentSize;
  private final Progress progress;

  private WriteRequest(Builder builder) {
    layout = builder.layout;
    subarray = builder.subarray;
    duplicates = builder.duplicates;
    missing = builder.missing;
    maxFragmentSize = builder.maxFragmentSize;
    progress = builder.progress;
  }

  /** A builder that begins with {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** The order in which the cells come; empty for the default of the array's type. */
  public Optional<Layout> layout() {
    return Optional.ofNullable(layout);
  }

  /** The part of a dense array that is written; {@link Subarray#ALL} for its whole domain. */
  public Subarray subarray() {
    return subarray;
  }

  /**
   * What is done with cells of the same coordinates in a sparse array without duplicates, or in a
   * dense one whose cells come in any order.
   */
  public DuplicatePolicy duplicates() {
    return duplicates;
  }

  /**
   * Where the cells of a dense array come in any order, with their coordinates: what becomes of
   * those that do not come. Empty where cells come in an order, without coordinates.
   */
  public Optional<MissingCells> missing() {
    return Optional.ofNullable(missing);
  }

  /**
   * The bytes of data files that a fragment does not exceed, unless one tile does; {@link
   * Long#MAX_VALUE} for one fragment.
   */
  public long maxFragmentSize() {
    return maxFragmentSize;
  }

  /** Called with the bytes of data files written so far; {@link Progress#NONE} by default. */
  public Progress progress() {
    return progress;
  }

  /** A builder that begins with this request. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.layout = layout;
    builder.subarray = subarray;
    builder.duplicates = duplicates;
    builder.missing = missing;
    builder.maxFragmentSize = maxFragmentSize;
    builder.progress = progress;
    return builder;
  }

  /** Builds a write, step by step. Not for use by several threads. */
  public static final class Builder {
    private @Nullable Layout layout;
    private Subarray subarray = Subarray.ALL;
    private DuplicatePolicy duplicates = DuplicatePolicy.REFUSE;
    private @Nullable MissingCells missing;
    private long maxFragmentSize = Long.MAX_VALUE;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /**
     * The order in which the cells come. Dense arrays: row-major (the default) or column-major of
     * the subarray, or the array's global order, whose subarray must be of whole tiles. Sparse
     * arrays: unordered (the default), or the array's global order, which is checked. Dense arrays
     * whose cells come with their coordinates ({@link #missing}): unordered.
     */
    public Builder layout(Layout order) {
      this.layout = Objects.requireNonNull(order, "order");
      return this;
    }

    /**
     * The part of a dense array that is written: one range for each dimension, or none for all of
     * its domain. Every cell of it has to come, unless cells come in any order ({@link #missing}).
     */
    public Builder subarray(Subarray part) {
      this.subarray = Objects.requireNonNull(part, "part");
      return this;
    }

    /**
     * What is done with cells of the same coordinates in a sparse array without duplicates, or in a
     * dense one whose cells come in any order; {@link DuplicatePolicy#REFUSE} by default.
     */
    public Builder duplicates(DuplicatePolicy rule) {
      this.duplicates = Objects.requireNonNull(rule, "rule");
      return this;
    }

    /**
     * Lets the cells of a dense array come in any order: batches have a column for each attribute
     * and each dimension. The tiles that some cells come of are written as a whole, as far as they
     * lie in the subarray, with one fragment for each box that such tiles make. The layout is
     * unset, or {@link Layout#UNORDERED}.
     *
     * @param rule what becomes of the cells of these tiles that do not come
     */
    public Builder missing(MissingCells rule) {
      this.missing = Objects.requireNonNull(rule, "rule");
      return this;
    }

    /**
     * A new fragment begins at the tile with which the data files would exceed these bytes. All
     * fragments of a write become part of the array at once. By default there is one fragment.
     *
     * @throws InvalidRequestException if the number is less than 1
     */
    public Builder maxFragmentSize(long bytes) {
      if (bytes < 1) {
        throw new InvalidRequestException(
            "fragments of at most " + bytes + " bytes: give 1 or more");
      }
      this.maxFragmentSize = bytes;
      return this;
    }

    /** Called with the bytes of data files written so far; {@link Progress#NONE} by default. */
    public Builder progress(Progress listener) {
      this.progress = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /** The request; whether it fits an array is checked when that is written. */
    public WriteRequest build() {
      return new WriteRequest(this);
    }
  }
}
