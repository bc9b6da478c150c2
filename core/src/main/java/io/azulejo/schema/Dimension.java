package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An axis of an array. Immutable. */
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
   * Returns a dimension of a stored schema, unchecked; use {@link #builder} for new ones. Each
   * parameter is the result of the method with the same name.
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
   * @param domain the coordinates that cells can have; rounded to float for FLOAT32
   * @param extent the length of a tile along this dimension
   */
  public static Dimension of(String name, Datatype type, Range domain, Number extent) {
    return builder(name, type).domain(domain).extent(extent).build();
  }

  /**
   * Returns a dimension of strings (STRING_ASCII) of any length that uses the schema's coordinate
   * filters.
   */
  public static Dimension text(String name) {
    return builder(name, Datatype.STRING_ASCII).build();
  }

  /** Returns a builder without domain and extent that uses the schema's coordinate filters. */
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

  /** Returns the filters of the coordinates; if empty, the schema's coordinate filters apply. */
  public FilterPipeline filters() {
    return filters;
  }

  /** Returns the coordinates that cells can have; empty for strings. */
  public Optional<Range> domain() {
    return domain;
  }

  /**
   * Returns the length of a tile along this dimension: a {@link Long} for integers (the 64 bits for
   * UINT64), a {@link Double} for floating-point types. Empty if there is none.
   */
  public Optional<Number> extent() {
    return extent;
  }

  /**
   * Returns the tile length of an integer dimension as an unsigned 64-bit number. It differs from
   * the extent if the extent overflowed its type: an INT8 tile of 255 values has the extent -1.
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

  /** Returns whether coordinates are of variable size. */
  public boolean isVar() {
    return cellValNum == Attribute.VAR;
  }

  /** Returns this dimension with other filters. */
  Dimension withFilters(FilterPipeline others) {
    return new Dimension(name, type, cellValNum, others, domain, extent);
  }

  /** Returns this dimension with another domain and extent. */
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

  /** Returns a one-line description, such as {@code y INT32 [1, 12] tile 4}. */
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
     * Sets the coordinates that cells can have. Floating-point dimensions accept integers, too;
     * bounds are rounded to float for FLOAT32.
     */
    public Builder domain(Range coordinates) {
      this.domain = Objects.requireNonNull(coordinates, "coordinates");
      return this;
    }

    /**
     * Sets the coordinates that cells can have, as {@link Datetimes} or {@link Durations} write
     * them: {@code "2024-01-01", "2024-12-31"}.
     *
     * @throws InvalidRequestException if the type is not a datetime or time type, or a text is not
     *     one of its values
     */
    public Builder domain(String low, String high) {
      return domain(Range.of(TimeTexts.value(low, type), TimeTexts.value(high, type)));
    }

    /**
     * Sets the length of a tile along this dimension. Without one, the whole domain is one tile,
     * except in arrays in Hilbert order.
     */
    public Builder extent(Number length) {
      this.extent = Objects.requireNonNull(length, "length");
      return this;
    }

    /**
     * Sets the length of a tile of a datetime or time dimension to a duration such as {@code PT1H}
     * or {@code P7D}; {@code P3M} for months, {@code P1Y} for years.
     *
     * @throws InvalidRequestException if the type is not a datetime or time type, or the duration
     *     is not a whole number of its units
     */
    public Builder extent(String duration) {
      return extent(TimeTexts.length(duration, type));
    }

    /** Sets the filters of the coordinates; if empty, the schema's coordinate filters apply. */
    public Builder filters(FilterPipeline pipeline) {
      this.filters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** Sets the filters as {@link #filters(FilterPipeline)} does. */
    public Builder filters(Filter... list) {
      return filters(FilterPipeline.of(list));
    }

    /** Returns the dimension. {@link ArraySchema.Builder#build} checks its validity. */
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
