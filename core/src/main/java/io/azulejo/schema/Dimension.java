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
   * Returns a dimension with the values of a stored schema; {@link #builder} is for new ones. The
   * parameters are those that the methods of the same names return.
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
   * A dimension of numbers, datetimes or times, with the filters of all coordinates.
   *
   * @param domain the coordinates that cells can have; of FLOAT32 the nearest such values
   * @param extent the length of a tile along this axis
   */
  public static Dimension of(String name, Datatype type, Range domain, Number extent) {
    return builder(name, type).domain(domain).extent(extent).build();
  }

  /** A dimension of texts (STRING_ASCII) of any length, with the filters of all coordinates. */
  public static Dimension text(String name) {
    return builder(name, Datatype.STRING_ASCII).build();
  }

  /** A builder that begins without domain and extent, and with the filters of all coordinates. */
  public static Builder builder(String name, Datatype type) {
    return new Builder(name, type);
  }

  /** Returns the name; may be empty. */
  public String name() {
    return name;
  }

  /** Returns the type of coordinates. */
  public Datatype type() {
    return type;
  }

  /** Returns the number of values of a coordinate: 1, or {@link Attribute#VAR} for strings. */
  public int cellValNum() {
    return cellValNum;
  }

  /**
   * Returns the filters of its coordinates, as stored: an empty list stands for the filters of all
   * coordinates.
   */
  public FilterPipeline filters() {
    return filters;
  }

  /** Returns the coordinates that cells can have; empty for strings. */
  public Optional<Range> domain() {
    return domain;
  }

  /**
   * Returns the length of a tile along this axis: a {@link Long} for integers (as 64 bits for
   * UINT64), a {@link Double} for floating-point types; empty if there is none.
   */
  public Optional<Number> extent() {
    return extent;
  }

  /**
   * The length of a tile along this axis of integers as an unsigned number of 64 bits: the extent
   * without the sign that the width of its type gives it (a tile of all but one values of INT8 has
   * the extent -1).
   *
   * @throws InvalidRequestException if there is none
   */
  public long tileLength() {
    int unused = Long.SIZE - Byte.SIZE * type.size();
    long length =
        extent
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        "dimension \"%s\" does not have a tile length: ask extent() first"
                            .formatted(name)))
            .longValue();
    return length << unused >>> unused;
  }

  /** Whether coordinates are of variable size. */
  public boolean isVar() {
    return cellValNum == Attribute.VAR;
  }

  /** This dimension with other filters. */
  Dimension withFilters(FilterPipeline others) {
    return new Dimension(name, type, cellValNum, others, domain, extent);
  }

  /** This dimension with other coordinates and tiles. */
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

  /** The dimension in a line, such as {@code y INT32 [1, 12] tile 4}. */
  @Override
  public String toString() {
    return name
        + " "
        + type
        + domain.map(range -> " " + range).orElse("")
        + extent.map(length -> " tile " + length).orElse("")
        + filters.suffix();
  }

  /** Builds a dimension, step by step. Not for use by several threads. */
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
     * The coordinates that cells can have. Integers may be given for floating-point dimensions,
     * too; of FLOAT32 the nearest such values are taken.
     */
    public Builder domain(Range coordinates) {
      this.domain = Objects.requireNonNull(coordinates, "coordinates");
      return this;
    }

    /**
     * The coordinates that cells can have, as {@link Datetimes} or {@link Durations} write them:
     * {@code "2024-01-01", "2024-12-31"}.
     *
     * @throws InvalidRequestException if the type is no datetime and no time, or the texts are none
     *     of its values
     */
    public Builder domain(String low, String high) {
      return domain(Range.of(TimeTexts.value(low, type), TimeTexts.value(high, type)));
    }

    /**
     * The length of a tile along this axis. Without one, the whole domain is one tile, but in
     * arrays in Hilbert order.
     */
    public Builder extent(Number length) {
      this.extent = Objects.requireNonNull(length, "length");
      return this;
    }

    /**
     * The length of a tile along this axis of datetimes or times, as a duration such as {@code
     * PT1H} or {@code P7D}; {@code P3M} for months, {@code P1Y} for years.
     *
     * @throws InvalidRequestException if the type is no datetime and no time, or the text is no
     *     whole number of its units
     */
    public Builder extent(String duration) {
      return extent(TimeTexts.length(duration, type));
    }

    /** The filters of its coordinates; none stands for the filters of all coordinates. */
    public Builder filters(FilterPipeline pipeline) {
      this.filters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** As {@link #filters(FilterPipeline)}. */
    public Builder filters(Filter... list) {
      return filters(FilterPipeline.of(list));
    }

    /** The dimension. Whether it is valid is checked when the schema is built. */
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
