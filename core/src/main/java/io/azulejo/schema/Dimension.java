package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An axis of an array. It has a name, a type, a domain of coordinates, and a tile length.
 * Immutable.
 */
public final class Dimension {
  private final String name;
  private final Datatype type;
  private final int cellValNum;
  private final FilterPipeline filters;
  private final Optional<Range> domain;
  private final Optional<Number> extent;

  private Dimension(
      String name,
      Datatype type,
      int cellValNum,
      FilterPipeline filters,
      Optional<Range> domain,
      Optional<Number> extent) {
    this.name = Objects.requireNonNull(name, "name");
    this.type = Objects.requireNonNull(type, "type");
    this.cellValNum = cellValNum;
    this.filters = Objects.requireNonNull(filters, "filters");
    this.domain = Objects.requireNonNull(domain, "domain");
    this.extent = Objects.requireNonNull(extent, "extent");
  }

  /**
   * Creates a dimension of a stored schema without validation. Each parameter corresponds to the
   * accessor of the same name. For new dimensions, use {@link #builder}.
   */
  public static Dimension asStored(
      String name,
      Datatype type,
      int cellValNum,
      FilterPipeline filters,
      Optional<Range> domain,
      Optional<Number> extent) {
    return new Dimension(name, type, cellValNum, filters, domain, extent);
  }

  /**
   * Returns a dimension of numbers, datetimes or times that uses the schema's coordinate filters.
   *
   * @param name name of the dimension
   * @param type type of the coordinates
   * @param domain the range of valid coordinates; rounded to float for FLOAT32
   * @param extent length of a tile along this dimension
   */
  public static Dimension of(String name, Datatype type, Range domain, Number extent) {
    return builder(name, type).domain(domain).extent(extent).build();
  }

  /**
   * Returns a dimension of variable-size strings (STRING_ASCII) that uses the schema's coordinate
   * filters.
   */
  public static Dimension text(String name) {
    return builder(name, Datatype.STRING_ASCII).build();
  }

  /**
   * Returns a builder for a dimension that uses the schema's coordinate filters. It has neither a
   * domain nor an extent.
   */
  public static Builder builder(String name, Datatype type) {
    return new Builder(name, type);
  }

  /** Returns the name, which may be empty. */
  public String name() {
    return name;
  }

  /** Returns the type of the coordinates. */
  public Datatype type() {
    return type;
  }

  /** Returns the number of values per coordinate: 1, or {@link Attribute#VAR} for strings. */
  public int cellValNum() {
    return cellValNum;
  }

  /** Returns the filters for the coordinates. If empty, the schema's coordinate filters apply. */
  public FilterPipeline filters() {
    return filters;
  }

  /** Returns the range of valid coordinates; empty for strings. */
  public Optional<Range> domain() {
    return domain;
  }

  /**
   * Returns the length of a tile along this dimension.
   *
   * @return a {@link Long} for integers (the same 64 bits for UINT64), a {@link Double} for
   *     floating-point types, or empty if the dimension has no tile length
   */
  public Optional<Number> extent() {
    return extent;
  }

  /**
   * Returns the tile length of an integer dimension as an unsigned 64-bit number. It differs from
   * the extent if the extent overflowed the type. For example, an INT8 tile of 255 values has the
   * extent -1.
   *
   * @throws InvalidRequestException if the dimension has no extent
   */
  public long tileLength() {
    int unused = Long.SIZE - Byte.SIZE * type.size();
    long length =
        extent
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        "dimension \"%s\" has no tile length; check extent() first"
                            .formatted(name)))
            .longValue();
    return length << unused >>> unused;
  }

  /** Returns whether coordinates have a variable size. */
  public boolean isVar() {
    return cellValNum == Attribute.VAR;
  }

  /** Returns a copy of this dimension with other filters. */
  Dimension withFilters(FilterPipeline others) {
    return new Dimension(name, type, cellValNum, others, domain, extent);
  }

  /** Returns a copy of this dimension with another domain and extent. */
  Dimension with(Optional<Range> otherDomain, Optional<Number> otherExtent) {
    return new Dimension(name, type, cellValNum, filters, otherDomain, otherExtent);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Dimension that
        && name.equals(that.name)
        && type == that.type
        && cellValNum == that.cellValNum
        && filters.equals(that.filters)
        && domain.equals(that.domain)
        && extent.equals(that.extent);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, type, cellValNum, filters, domain, extent);
  }

  /** Returns a one-line summary, such as {@code y INT32 [1, 12] tile 4}. */
  @Override
  public String toString() {
    return name
        + " "
        + type
        + domain.map(range -> " " + range).orElse("")
        + extent.map(length -> " tile " + length).orElse("")
        + filters.suffix();
  }

  /** Builds a dimension. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final Datatype type;
    private FilterPipeline filters = FilterPipeline.EMPTY;
    private @Nullable Range domain;
    private @Nullable Number extent;

    private Builder(String name, Datatype type) {
      this.name = Objects.requireNonNull(name, "name");
      this.type = Objects.requireNonNull(type, "type");
    }

    /**
     * Sets the range of valid coordinates. Floating-point dimensions also accept integers. For
     * FLOAT32, bounds are rounded to float.
     */
    public Builder domain(Range coordinates) {
      this.domain = Objects.requireNonNull(coordinates, "coordinates");
      return this;
    }

    /**
     * Sets the range of valid coordinates from text, such as {@code "2024-01-01", "2024-12-31"}.
     * The bounds are in the syntax of {@link Datetimes} or {@link Durations} and are inclusive.
     *
     * @throws InvalidRequestException if the type is neither a datetime nor a time type, or if a
     *     bound is not a value of the type
     */
    public Builder domain(String low, String high) {
      return domain(Range.of(TimeTexts.value(low, type), TimeTexts.value(high, type)));
    }

    /**
     * Sets the length of a tile along this dimension. By default, the whole domain is one tile,
     * except in arrays in Hilbert order.
     */
    public Builder extent(Number length) {
      this.extent = Objects.requireNonNull(length, "length");
      return this;
    }

    /**
     * Sets the length of a tile along a datetime or time dimension.
     *
     * @param duration a duration such as {@code PT1H} or {@code P7D}; {@code P3M} for months,
     *     {@code P1Y} for years
     * @throws InvalidRequestException if the type is neither a datetime nor a time type, or if the
     *     duration is not a whole number of its units
     */
    public Builder extent(String duration) {
      return extent(TimeTexts.length(duration, type));
    }

    /** Sets the filters for the coordinates. If empty, the schema's coordinate filters apply. */
    public Builder filters(FilterPipeline pipeline) {
      this.filters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** Sets the filters for the coordinates. If empty, the schema's coordinate filters apply. */
    public Builder filters(Filter... list) {
      return filters(FilterPipeline.of(list));
    }

    /** Returns the dimension. {@link ArraySchema.Builder#build} validates it. */
    public Dimension build() {
      return DimensionNumbers.fitted(
          new Dimension(
              name,
              type,
              type == Datatype.STRING_ASCII ? Attribute.VAR : 1,
              filters,
              Optional.ofNullable(domain),
              Optional.ofNullable(extent)));
    }
  }
}
