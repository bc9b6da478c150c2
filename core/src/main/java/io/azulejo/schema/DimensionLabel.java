package io.azulejo.schema;

import java.util.Objects;
import java.util.Optional;

/**
 * Names for the coordinates of a dimension, kept in an array of their own.
 *
 * @param dimension the index of the labelled dimension
 * @param name the label's name
 * @param relative whether the URI is relative to the array
 * @param uri where the label's array is; empty until the label has become part of a schema
 * @param attribute the attribute of the label's array that holds the labels
 * @param order the order of the labels
 * @param type the type of a label
 * @param cellValNum values a label: 1 or {@link Attribute#VAR}
 * @param external whether the label's array was made by others
 * @param filters the filters of the labels in an array that is to be created; a schema that was
 *     read has none here, they are in the label's array
 * @param extent the length of a tile of the label's array that is to be created, if it is not that
 *     of the dimension; a schema that was read has none here
 */
public record DimensionLabel(
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
  /** The folder of an array in which the arrays of its labels are. */
  public static final String FOLDER = "__labels";

  /** Checks that nothing is null. */
  public DimensionLabel {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(attribute, "attribute");
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(filters, "filters");
    Objects.requireNonNull(extent, "extent");
  }

  /** A label as it is stored in the schema of an array. */
  public DimensionLabel(
      int dimension,
      String name,
      boolean relative,
      String uri,
      String attribute,
      DataOrder order,
      Datatype type,
      int cellValNum,
      boolean external) {
    this(
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
   * A label whose array is to be created with the labelled one: without filters, with tiles as long
   * as those of the dimension. Its place is given when it is added to a schema.
   *
   * @param dimension the index of the labelled dimension, counted from 0
   * @param order {@link DataOrder#INCREASING} or {@link DataOrder#DECREASING}
   * @param type a type of numbers, datetimes or times, or STRING_ASCII
   */
  public static DimensionLabel of(int dimension, String name, DataOrder order, Datatype type) {
    int cellValNum = type == Datatype.STRING_ASCII ? Attribute.VAR : 1;
    return new DimensionLabel(dimension, name, true, "", "label", order, type, cellValNum, false);
  }

  /**
   * This label, whose array is to be created with these filters of the labels; if there is a
   * checksum among them, all that the array stores gets it.
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

  /** As {@link #withFilters(FilterPipeline)}. */
  public DimensionLabel withFilters(Filter... list) {
    return withFilters(FilterPipeline.of(list));
  }

  /** This label, whose array is to be created with tiles of this length. */
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

  /** This label with its array at that place within the labelled array. */
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
   * The schema of an array that holds the labels of a dimension: dense, with the dimension's
   * coordinates.
   */
  ArraySchema arraySchema(Dimension labelled) {
    Dimension index =
        new Dimension(
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
    // Labels of variable size have offsets, which are not to be trusted more than the labels.
    for (Filter filter : filters.filters()) {
      if (filter.type().isChecksum()) {
        schema.checksum(filter);
      }
    }
    return schema.build();
  }
}
