package io.azulejo.query;

import io.azulejo.schema.Layout;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What is to be read of an array. Immutable; a request can be used again, on other arrays too. */
public final class ReadRequest {
  /** The name under which the time of each cell can be selected: UINT64 milliseconds. */
  public static final String TIMESTAMPS = "__timestamps";

  private final Subarray subarray;
  private final List<String> fields;
  private final Layout layout;

  private ReadRequest(Builder builder) {
    subarray = builder.subarray;
    fields = builder.fields;
    layout = builder.layout;
  }

  /** Everything, in row-major order. */
  public static ReadRequest all() {
    return builder().build();
  }

  /** A request to be described. */
  public static Builder builder() {
    return new Builder();
  }

  /** The part of the array. */
  public Subarray subarray() {
    return subarray;
  }

  /** The fields, in order; empty for all: the dimensions, then the attributes. */
  public Optional<List<String>> fields() {
    return Optional.ofNullable(fields);
  }

  /** The order in which the cells come. */
  public Layout layout() {
    return layout;
  }

  /** Describes a request. */
  public static final class Builder {
    private Subarray subarray = Subarray.ALL;
    private List<String> fields;
    private Layout layout = Layout.ROW_MAJOR;

    private Builder() {}

    /** The part of the array; everything when it is not said. */
    public Builder subarray(Subarray part) {
      this.subarray = Objects.requireNonNull(part, "part");
      return this;
    }

    /**
     * The fields, in order: dimensions, attributes, dimension labels, {@link #TIMESTAMPS}. All
     * dimensions and attributes when it is not said.
     *
     * <p>A label is that of the cell's coordinate; the fill value where none was written. Labels of
     * one dimension and nothing else come once for each index: of the ranges of the dimension, or
     * else of all that have a label.
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
     * The order in which the cells come: row-major when it is not said. {@link Layout#UNORDERED} is
     * the fastest for sparse arrays; for dense ones it is row-major.
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

    /** The request. */
    public ReadRequest build() {
      return new ReadRequest(this);
    }
  }
}
