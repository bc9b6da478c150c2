package io.azulejo.schema;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names for the coordinates of a dimension, stored in a separate array. Immutable. */
public final class DimensionLabel {
  /** The folder of an array that holds the arrays of its labels. */
  public static final String FOLDER = "__labels";

  private final int dimension;
  private final String name;
  private final boolean relative;
  private final String uri;
  private final String attribute;
  private final DataOrder order;
  private final Datatype type;
  private final int cellValNum;
  private final boolean external;
  private final FilterPipeline filters;
  private final Optional<Number> extent;

  private DimensionLabel(
      int dimension,
      String name,
      boolean relative,
      String uri,
      String attribute,
      DataOrder order,
      Datatype type,
      int cellValNum,
      boolean external,
      FilterPipeline filters,
      Optional<Number> extent) {
    this.dimension = dimension;
    this.name = Objects.requireNonNull(name, "name");
    this.relative = relative;
    this.uri = Objects.requireNonNull(uri, "uri");
    this.attribute = Objects.requireNonNull(attribute, "attribute");
    this.order = Objects.requireNonNull(order, "order");
    this.type = Objects.requireNonNull(type, "type");
    this.cellValNum = cellValNum;
    this.external = external;
    this.filters = Objects.requireNonNull(filters, "filters");
    this.extent = Objects.requireNonNull(extent, "extent");
  }

  /**
   * Returns a label of a stored schema, unchecked; use {@link #of} for new ones. Each parameter is
   * the result of the method with the same name.
   */
  public static DimensionLabel asStored(
      int dimension,
      String name,
      boolean relative,
      String uri,
      String attribute,
      DataOrder order,
      Datatype type,
      int cellValNum,
      boolean external) {
    return new DimensionLabel(
        dimension,
        name,
        relative,
        uri,
        attribute,
        order,
        type,
        cellValNum,
        external,
        FilterPipeline.EMPTY,
        Optional.empty());
  }

  /**
   * Returns a label whose array is created with the labelled array. It has no filters and the
   * dimension's tile length; adding it to a schema sets its URI.
   *
   * @param dimension the index of the labelled dimension, from 0
   * @param order {@link DataOrder#INCREASING} or {@link DataOrder#DECREASING}
   * @param type a numeric, datetime or time type, or STRING_ASCII
   */
  public static DimensionLabel of(int dimension, String name, DataOrder order, Datatype type) {
    int cellValNum = type == Datatype.STRING_ASCII ? Attribute.VAR : 1;
    return asStored(dimension, name, true, "", "label", order, type, cellValNum, false);
  }

  /**
   * Returns this label with filters for the array to be created. A checksum among them is applied
   * to everything that the array stores.
   */
  public DimensionLabel withFilters(FilterPipeline pipeline) {
    return new DimensionLabel(
        dimension,
        name,
        relative,
        uri,
        attribute,
        order,
        type,
        cellValNum,
        external,
        pipeline,
        extent);
  }

  /** Returns this label with filters, as {@link #withFilters(FilterPipeline)} does. */
  public DimensionLabel withFilters(Filter... list) {
    return withFilters(FilterPipeline.of(list));
  }

  /** Returns this label with a tile length for the array to be created. */
  public DimensionLabel withExtent(Number length) {
    return new DimensionLabel(
        dimension,
        name,
        relative,
        uri,
        attribute,
        order,
        type,
        cellValNum,
        external,
        filters,
        Optional.of(length));
  }

  /** Returns the index of the labelled dimension, from 0. */
  public int dimension() {
    return dimension;
  }

  /** Returns the label's name. */
  public String name() {
    return name;
  }

  /** Returns whether the URI is relative to the array. */
  public boolean relative() {
    return relative;
  }

  /** Returns the URI of the label's array; empty until the label is part of a schema. */
  public String uri() {
    return uri;
  }

  /** Returns the attribute of the label's array that holds the labels. */
  public String attribute() {
    return attribute;
  }

  /** Returns the order of the labels. */
  public DataOrder order() {
    return order;
  }

  /** Returns the type of a label. */
  public Datatype type() {
    return type;
  }

  /** Returns the number of values of a label: 1 or {@link Attribute#VAR}. */
  public int cellValNum() {
    return cellValNum;
  }

  /** Returns whether the label's array was created independently of this one. */
  public boolean external() {
    return external;
  }

  /**
   * Returns the filters for the label's array to be created. Empty for a schema that was read; the
   * label's array has the filters.
   */
  public FilterPipeline filters() {
    return filters;
  }

  /**
   * Returns the tile length for the label's array to be created, if it differs from the
   * dimension's. Empty for a schema that was read.
   */
  public Optional<Number> extent() {
    return extent;
  }

  /** Returns this label with the default URI with this number. */
  DimensionLabel at(int number) {
    return new DimensionLabel(
        dimension,
        name,
        true,
        FOLDER + "/l" + number,
        attribute,
        order,
        type,
        cellValNum,
        external,
        filters,
        extent);
  }

  /** Returns the schema of the label's array: dense, with the dimension's coordinates. */
  ArraySchema arraySchema(Dimension labelled) {
    Dimension index =
        Dimension.asStored(
            "index",
            labelled.type(),
            labelled.cellValNum(),
            FilterPipeline.EMPTY,
            labelled.domain(),
            extent.isPresent() ? extent : labelled.extent());
    ArraySchema.Builder schema =
        ArraySchema.dense()
            .dimension(index)
            .attribute(
                Attribute.builder(attribute, type)
                    .cellValNum(cellValNum)
                    .order(order)
                    .filters(filters)
                    .build());
    // Offsets of variable-size labels need the same protection as the labels.
    for (Filter filter : filters.filters()) {
      if (filter.type().isChecksum()) {
        schema.checksum(filter);
      }
    }
    return schema.build();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DimensionLabel that
        && dimension == that.dimension
        && name.equals(that.name)
        && relative == that.relative
        && uri.equals(that.uri)
        && attribute.equals(that.attribute)
        && order == that.order
        && type == that.type
        && cellValNum == that.cellValNum
        && external == that.external
        && filters.equals(that.filters)
        && extent.equals(that.extent);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        dimension,
        name,
        relative,
        uri,
        attribute,
        order,
        type,
        cellValNum,
        external,
        filters,
        extent);
  }

  /** Returns a one-line description, such as {@code lat FLOAT64 of dimension 0, increasing}. */
  @Override
  public String toString() {
    return "%s %s of dimension %d, %s"
        .formatted(name, type, dimension, order.name().toLowerCase(Locale.ROOT));
  }
}
