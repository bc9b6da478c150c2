package io.azulejo.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The schema of an array: its dimensions, attributes, labels, enumerations, orders and filters, and
 * whether it is dense or sparse. Immutable.
 */
public final class ArraySchema {
  private final boolean dense;
  private final boolean allowsDuplicates;
  private final Layout tileOrder;
  private final Layout cellOrder;
  private final long capacity;
  private final FilterPipeline coordsFilters;
  private final FilterPipeline offsetsFilters;
  private final FilterPipeline validityFilters;
  private final List<Dimension> dimensions;
  private final List<Attribute> attributes;
  private final List<DimensionLabel> labels;
  private final Map<String, String> enumerationFiles;
  private final List<Enumeration> enumerations;
  private final @Nullable NDRange currentDomain;

  private ArraySchema(Builder builder) {
    dense = builder.dense;
    allowsDuplicates = builder.allowsDuplicates;
    tileOrder = builder.tileOrder;
    cellOrder = builder.cellOrder;
    capacity = builder.capacity;
    coordsFilters = builder.coordsFilters;
    offsetsFilters = builder.offsetsFilters;
    validityFilters = builder.validityFilters;
    dimensions = List.copyOf(builder.dimensions);
    attributes = List.copyOf(builder.attributes);
    labels = List.copyOf(builder.labels);
    enumerationFiles = Collections.unmodifiableMap(new LinkedHashMap<>(builder.enumerationFiles));
    enumerations = List.copyOf(builder.enumerations);
    currentDomain = builder.currentDomain;
  }

  /** Returns a builder for a dense array, in which every cell of the domain has a value. */
  public static Builder dense() {
    return new Builder(true);
  }

  /** Returns a builder for a sparse array, in which only written cells exist. */
  public static Builder sparse() {
    return new Builder(false);
  }

  /** Returns whether the array is dense rather than sparse. */
  public boolean isDense() {
    return dense;
  }

  /** Returns whether several cells can have the same coordinates. */
  public boolean allowsDuplicates() {
    return allowsDuplicates;
  }

  /** Returns the order of the tiles: {@link Layout#ROW_MAJOR} or {@link Layout#COL_MAJOR}. */
  public Layout tileOrder() {
    return tileOrder;
  }

  /** Returns the order of the cells within a tile. */
  public Layout cellOrder() {
    return cellOrder;
  }

  /** Returns the maximum number of cells per tile of a sparse array. */
  public long capacity() {
    return capacity;
  }

  /**
   * Returns the default filter pipeline for coordinates. It applies to dimensions that have no
   * filters of their own.
   */
  public FilterPipeline coordsFilters() {
    return coordsFilters;
  }

  /** Returns the filter pipeline for the offsets of variable-size cells. */
  public FilterPipeline offsetsFilters() {
    return offsetsFilters;
  }

  /** Returns the filter pipeline for the validity bytes of nullable attributes. */
  public FilterPipeline validityFilters() {
    return validityFilters;
  }

  /** Returns the dimensions, in order. */
  public List<Dimension> dimensions() {
    return dimensions;
  }

  /** Returns the attributes, in order. */
  public List<Attribute> attributes() {
    return attributes;
  }

  /** Returns the dimension labels, in order. */
  public List<DimensionLabel> labels() {
    return labels;
  }

  /** Returns the file names of the stored enumerations by enumeration name, in stored order. */
  public Map<String, String> enumerationFiles() {
    return enumerationFiles;
  }

  /**
   * Returns the enumerations that this schema holds by value. They are stored together with the
   * schema. Empty for a schema that was read from an array.
   */
  public List<Enumeration> enumerations() {
    return enumerations;
  }

  /** Returns the enumeration with this name, or empty if the schema does not hold it by value. */
  public Optional<Enumeration> enumeration(String name) {
    return enumerations.stream().filter(e -> e.name().equals(name)).findFirst();
  }

  /**
   * Returns the schema of the label array for a dimension label. It is dense and has the
   * coordinates of the labeled dimension and one attribute.
   *
   * @throws io.azulejo.error.InvalidRequestException if the label array's schema would break a rule
   */
  public ArraySchema labelSchema(DimensionLabel label) {
    return label.arraySchema(dimensions.get(label.dimension()));
  }

  /**
   * Returns the names of the fields that are stored without a checksum: first dimensions of a
   * sparse array, then attributes. The result ends with {@code offsets} if variable-size cells have
   * offsets without a checksum, and {@code validity} if nullable attributes have validity bytes
   * without one.
   */
  public List<String> fieldsWithoutChecksum() {
    return Checksums.missing(this);
  }

  /**
   * Returns the current domain, which is the part of the domain in use, or empty if none was set.
   */
  public Optional<NDRange> currentDomain() {
    return Optional.ofNullable(currentDomain);
  }

  /** Returns the dimension with this name, or empty if there is none. */
  public Optional<Dimension> dimension(String name) {
    for (Dimension dimension : dimensions) {
      if (dimension.name().equals(name)) {
        return Optional.of(dimension);
      }
    }
    return Optional.empty();
  }

  /** Returns the attribute with this name, or empty if there is none. */
  public Optional<Attribute> attribute(String name) {
    for (Attribute attribute : attributes) {
      if (attribute.name().equals(name)) {
        return Optional.of(attribute);
      }
    }
    return Optional.empty();
  }

  /** Returns a builder with all values of this schema. */
  public Builder toBuilder() {
    Builder builder =
        new Builder(dense)
            .allowsDuplicates(allowsDuplicates)
            .tileOrder(tileOrder)
            .cellOrder(cellOrder)
            .capacity(capacity)
            .coordsFilters(coordsFilters)
            .offsetsFilters(offsetsFilters)
            .validityFilters(validityFilters)
            .currentDomain(currentDomain);
    builder.dimensions.addAll(dimensions);
    builder.attributes.addAll(attributes);
    builder.labels.addAll(labels);
    builder.enumerationFiles.putAll(enumerationFiles);
    builder.enumerations.addAll(enumerations);
    return builder;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArraySchema that
        && dense == that.dense
        && allowsDuplicates == that.allowsDuplicates
        && tileOrder == that.tileOrder
        && cellOrder == that.cellOrder
        && capacity == that.capacity
        && coordsFilters.equals(that.coordsFilters)
        && offsetsFilters.equals(that.offsetsFilters)
        && validityFilters.equals(that.validityFilters)
        && dimensions.equals(that.dimensions)
        && attributes.equals(that.attributes)
        && labels.equals(that.labels)
        && enumerationFiles.equals(that.enumerationFiles)
        && enumerations.equals(that.enumerations)
        && Objects.equals(currentDomain, that.currentDomain);
  }

  @Override
  public int hashCode() {
    return Objects.hash(dense, tileOrder, cellOrder, capacity, dimensions, attributes);
  }

  /** Returns a one-line summary of the array's kind, dimensions and attributes. */
  @Override
  public String toString() {
    return "%s, dimensions %s, attributes %s"
        .formatted(dense ? "dense" : "sparse", dimensions, attributes);
  }

  /**
   * Builds a schema. Not thread-safe. The defaults match the reference engine: row-major orders,
   * 10,000 cells per sparse tile, ZSTD for coordinates and offsets, and RLE for validity.
   */
  public static final class Builder {
    private final boolean dense;
    private boolean allowsDuplicates;
    private Layout tileOrder = Layout.ROW_MAJOR;
    private Layout cellOrder = Layout.ROW_MAJOR;
    private long capacity = 10_000;
    private FilterPipeline coordsFilters = FilterPipeline.of(Filter.zstd(-1));
    private FilterPipeline offsetsFilters = FilterPipeline.of(Filter.zstd(-1));
    private FilterPipeline validityFilters = FilterPipeline.of(Filter.rle());
    private final List<Dimension> dimensions = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private final List<DimensionLabel> labels = new ArrayList<>();
    private final Map<String, String> enumerationFiles = new LinkedHashMap<>();
    private final List<Enumeration> enumerations = new ArrayList<>();
    private @Nullable NDRange currentDomain;
    private @Nullable Filter checksum;

    private Builder(boolean dense) {
      this.dense = dense;
    }

    /** Sets whether several cells can have the same coordinates (default: no). */
    public Builder allowsDuplicates(boolean allowed) {
      this.allowsDuplicates = allowed;
      return this;
    }

    /** Sets the order of the tiles: row-major (default) or column-major. */
    public Builder tileOrder(Layout order) {
      this.tileOrder = Objects.requireNonNull(order, "order");
      return this;
    }

    /**
     * Sets the order of the cells within a tile: row-major (default), column-major, or {@link
     * Layout#HILBERT} for sparse arrays.
     */
    public Builder cellOrder(Layout order) {
      this.cellOrder = Objects.requireNonNull(order, "order");
      return this;
    }

    /** Sets the maximum number of cells per tile of a sparse array (default: 10,000). */
    public Builder capacity(long cells) {
      this.capacity = cells;
      return this;
    }

    /**
     * Sets the filters for the coordinates of dimensions that have no filters of their own
     * (default: ZSTD).
     */
    public Builder coordsFilters(FilterPipeline pipeline) {
      this.coordsFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /**
     * Sets the filters for the coordinates of dimensions that have no filters of their own
     * (default: ZSTD).
     */
    public Builder coordsFilters(Filter... list) {
      return coordsFilters(FilterPipeline.of(list));
    }

    /** Sets the filters for the offsets of variable-size cells (default: ZSTD). */
    public Builder offsetsFilters(FilterPipeline pipeline) {
      this.offsetsFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** Sets the filters for the offsets of variable-size cells (default: ZSTD). */
    public Builder offsetsFilters(Filter... list) {
      return offsetsFilters(FilterPipeline.of(list));
    }

    /** Sets the filters for the validity bytes of nullable attributes (default: RLE). */
    public Builder validityFilters(FilterPipeline pipeline) {
      this.validityFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** Sets the filters for the validity bytes of nullable attributes (default: RLE). */
    public Builder validityFilters(Filter... list) {
      return validityFilters(FilterPipeline.of(list));
    }

    /**
     * Sets a checksum for all stored cell data, so that reads fail if bytes have changed. {@link
     * #build} appends the filter to every pipeline that has no checksum: attributes, offsets,
     * validity, dimension labels, and coordinates of sparse arrays. Encrypted arrays do not need
     * checksums, because their bytes are authenticated.
     *
     * @throws io.azulejo.error.InvalidRequestException if the filter is not a checksum
     */
    public Builder checksum(Filter filter) {
      this.checksum = FilterPipeline.requireChecksum(filter);
      return this;
    }

    /** Adds a dimension after the existing ones. */
    public Builder dimension(Dimension dimension) {
      dimensions.add(Objects.requireNonNull(dimension, "dimension"));
      return this;
    }

    /** Adds an attribute after the existing ones. */
    public Builder attribute(Attribute attribute) {
      attributes.add(Objects.requireNonNull(attribute, "attribute"));
      return this;
    }

    /**
     * Adds a dimension label. A label without a URI gets a default URI, numbered by its position:
     * {@code __labels/l0}, {@code __labels/l1} and so on.
     */
    public Builder label(DimensionLabel label) {
      labels.add(label.uri().isEmpty() ? label.at(labels.size()) : label);
      return this;
    }

    /** Adds an enumeration by value. It is stored together with the schema. */
    public Builder enumeration(Enumeration enumeration) {
      enumerations.add(Objects.requireNonNull(enumeration, "enumeration"));
      return this;
    }

    /**
     * Adds a stored enumeration by name and file name. Removes an enumeration of this name that is
     * held by value.
     */
    public Builder enumerationFile(String name, String file) {
      enumerationFiles.put(
          Objects.requireNonNull(name, "name"), Objects.requireNonNull(file, "file"));
      enumerations.removeIf(e -> e.name().equals(name));
      return this;
    }

    /** Sets the current domain, which is the part of the domain in use; null if there is none. */
    public Builder currentDomain(@Nullable NDRange box) {
      this.currentDomain = box;
      return this;
    }

    /**
     * Validates and returns the schema of a new array. The whole domain becomes one tile along each
     * numeric dimension without an extent, except in Hilbert order.
     *
     * @throws io.azulejo.error.InvalidRequestException if the schema breaks a rule; the message
     *     names the rule and a remedy
     */
    public ArraySchema build() {
      if (checksum != null) {
        Checksums.add(buildAsStored(), checksum, this);
      }
      List<Dimension> fitted = dimensions.stream().map(DimensionNumbers::fitted).toList();
      ArraySchema declared = with(fitted, attributes);
      SchemaRules.checkDimensions(declared);
      List<Dimension> tiled = SchemaCompletion.dimensions(fitted, cellOrder);
      ArraySchema complete = with(tiled, SchemaCompletion.attributes(attributes, tiled));
      SchemaRules.check(complete);
      return complete;
    }

    /**
     * Returns the schema without validation. Stored schemas are built this way, because some of
     * them break the rules for new arrays.
     */
    public ArraySchema buildAsStored() {
      return new ArraySchema(this);
    }

    /**
     * Returns the schema with other dimensions and attributes. The current domain is converted to
     * the types of the dimensions.
     */
    private ArraySchema with(List<Dimension> others, List<Attribute> otherAttributes) {
      return buildAsStored().toBuilder()
          .replaced(others, otherAttributes, enumerationFiles, enumerations)
          .currentDomain(
              currentDomain == null ? null : DimensionNumbers.fitted(others, currentDomain))
          .buildAsStored();
    }

    /** Replaces all labels. The new labels must already have URIs. */
    public Builder labels(List<DimensionLabel> newLabels) {
      labels.clear();
      labels.addAll(newLabels);
      return this;
    }

    /** Replaces the dimensions, attributes and enumerations of this builder. */
    Builder replaced(
        List<Dimension> newDimensions,
        List<Attribute> newAttributes,
        Map<String, String> newFiles,
        Collection<Enumeration> newEnumerations) {
      dimensions.clear();
      dimensions.addAll(newDimensions);
      attributes.clear();
      attributes.addAll(newAttributes);
      enumerationFiles.clear();
      enumerationFiles.putAll(newFiles);
      enumerations.clear();
      enumerations.addAll(newEnumerations);
      return this;
    }
  }
}
