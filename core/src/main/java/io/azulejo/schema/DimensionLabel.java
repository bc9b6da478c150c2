package io.azulejo.schema;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Labels for the coordinates of a dimension, stored in a separate label array. Immutable. */
public final class DimensionLabel {
  /** Name of the folder within an array that contains its label arrays. */
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
   * Creates a label of a stored schema without validation. Each parameter corresponds to the
   * accessor of the same name. For new labels, use {@link #of}.
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
   * Creates a label whose label array is created together with the labeled array. It has no filters
   * and the dimension's tile length. Adding it to a schema sets its URI.
   *
   * @param dimension zero-based index of the labeled dimension
   * @param name name of the label
   * @param order {@link DataOrder#INCREASING} or {@link DataOrder#DECREASING}
   * @param type a numeric, datetime or time type, or STRING_ASCII
   */
  public static DimensionLabel of(int dimension, String name, DataOrder order, Datatype type) {
    int cellValNum = type == Datatype.STRING_ASCII ? Attribute.VAR : 1;
    return asStored(dimension, name, true, "", "label", order, type, cellValNum, false);
  }

  /**
   * Returns a copy of this label with filters for the new label array. If the filters include a
   * checksum, it protects all data of the label array.
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

  /**
   * Returns a copy of this label with filters for the new label array. If the filters include a
   * checksum, it protects all data of the label array.
   */
  public DimensionLabel withFilters(Filter... list) {
    return withFilters(FilterPipeline.of(list));
  }

  /** Returns a copy of this label with a tile length for the new label array. */
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

  /** Returns the zero-based index of the labeled dimension. */
  public int dimension() {
    return dimension;
  }

  /** Returns the label's name. */
  public String name() {
    return name;
  }

  /** Returns whether the URI is relative to the labeled array. */
  public boolean relative() {
    return relative;
  }

  /** Returns the URI of the label array; empty until the label is added to a schema. */
  public String uri() {
    return uri;
  }

  /** Returns the name of the attribute that stores the labels in the label array. */
  public String attribute() {
    return attribute;
  }

  /** Returns the order of the labels along the dimension. */
  public DataOrder order() {
    return order;
  }

  /** Returns the type of the labels. */
  public Datatype type() {
    return type;
  }

  /** Returns the number of values per label: 1, or {@link Attribute#VAR} for strings. */
  public int cellValNum() {
    return cellValNum;
  }

  /** Returns whether the label array was created independently of the labeled array. */
  public boolean external() {
    return external;
  }

  /**
   * Returns the filters for a label array that is yet to be created. Empty for a schema that was
   * read, because the label array itself stores its filters.
   */
  public FilterPipeline filters() {
    return filters;
  }

  /**
   * Returns the tile length for a label array that is yet to be created. If empty, the label array
   * gets the dimension's tile length. Always empty for a schema that was read.
   */
  public Optional<Number> extent() {
    return extent;
  }

  /** Returns a copy of this label with the default URI for a number. */
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

  /**
   * Returns the schema of the label array. It is dense and has the coordinates of the labeled
   * dimension.
   */
  ArraySchema arraySchema(Dimension labeled) {
    Dimension index =
        Dimension.asStored(
            "index",
            labeled.type(),
            labeled.cellValNum(),
            FilterPipeline.EMPTY,
            labeled.domain(),
            extent.isPresent() ? extent : labeled.extent());
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

  /** Returns a one-line summary, such as {@code lat FLOAT64 of dimension 0, increasing}. */
  @Override
  public String toString() {
    return "%s %s of dimension %d, %s"
        .formatted(name, type, dimension, order.name().toLowerCase(Locale.ROOT));
  }
}
