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

/** The schema of an array: its kind, dimensions, attributes, orders and filters. Immutable. */
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

  /** Returns a builder for a dense array: every cell of the domain has a value. */
  public static Builder dense() {
    return new Builder(true);
  }

  /** Returns a builder for a sparse array: only cells that were written exist. */
  public static Builder sparse() {
    return new Builder(false);
  }

  /**
   * Returns whether the array is dense (every cell of the domain has a value) rather than sparse.
   */
  public boolean isDense() {
    return dense;
  }

  /** Returns whether several cells can have the same coordinates. */
  public boolean allowsDuplicates() {
    return allowsDuplicates;
  }

  /** Returns the order of tiles: {@link Layout#ROW_MAJOR} or {@link Layout#COL_MAJOR}. */
  public Layout tileOrder() {
    return tileOrder;
  }

  /** Returns the order of cells within a tile. */
  public Layout cellOrder() {
    return cellOrder;
  }

  /** Returns the maximum number of cells per tile of a sparse array. */
  public long capacity() {
    return capacity;
  }

  /** Returns the filters of coordinates; they apply to dimensions without filters. */
  public FilterPipeline coordsFilters() {
    return coordsFilters;
  }

  /** Returns the filters of the offsets of variable-size cells. */
  public FilterPipeline offsetsFilters() {
    return offsetsFilters;
  }

  /** Returns the filters of the validity bytes of nullable attributes. */
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

  /** Returns the dimension labels. */
  public List<DimensionLabel> labels() {
    return labels;
  }

  /** Returns the file name of each stored enumeration by enumeration name, in stored order. */
  public Map<String, String> enumerationFiles() {
    return enumerationFiles;
  }

  /**
   * Returns the enumerations held by value: those to be stored with this schema. Empty for a schema
   * that was read.
   */
  public List<Enumeration> enumerations() {
    return enumerations;
  }

  /** Returns the enumeration with this name if it is held by value. */
  public Optional<Enumeration> enumeration(String name) {
    return enumerations.stream().filter(e -> e.name().equals(name)).findFirst();
  }

  /**
   * Returns the schema of the array that holds a dimension label: dense, with the dimension's
   * coordinates and one attribute.
   *
   * @throws io.azulejo.error.InvalidRequestException if that schema would break a rule
   */
  public ArraySchema labelSchema(DimensionLabel label) {
    return label.arraySchema(dimensions.get(label.dimension()));
  }

  /**
   * Returns the names of the fields whose filters include no checksum: dimensions of a sparse
   * array, attributes, then {@code offsets} and {@code validity} if any field has them.
   */
  public List<String> fieldsWithoutChecksum() {
    return Checksums.missing(this);
  }

  /** Returns the current domain: the part of the domain in use. Empty if none was set. */
  public Optional<NDRange> currentDomain() {
    return Optional.ofNullable(currentDomain);
  }

  /** Returns the dimension with this name; empty if there is none. */
  public Optional<Dimension> dimension(String name) {
    return dimensions.stream().filter(d -> d.name().equals(name)).findFirst();
  }

  /** Returns the attribute with this name; empty if there is none. */
  public Optional<Attribute> attribute(String name) {
    return attributes.stream().filter(a -> a.name().equals(name)).findFirst();
  }

  /** Returns a builder that starts with this schema. */
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

  /** Returns a one-line summary: dense or sparse, the dimensions and the attributes. */
  @Override
  public String toString() {
    return "%s, dimensions %s, attributes %s"
        .formatted(dense ? "dense" : "sparse", dimensions, attributes);
  }

  /**
   * Builds a schema. Not thread-safe. Defaults match the reference engine: row-major orders, 10,000
   * cells per sparse tile, ZSTD for coordinates and offsets, RLE for validity.
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

    /** Sets the order of tiles: row-major (default) or column-major. */
    public Builder tileOrder(Layout order) {
      this.tileOrder = Objects.requireNonNull(order, "order");
      return this;
    }

    /**
     * Sets the order of cells within a tile: row-major (default), column-major, or {@link
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

    /** Sets the filters of coordinates, for dimensions without filters (default: ZSTD). */
    public Builder coordsFilters(FilterPipeline pipeline) {
      this.coordsFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** Sets the filters as {@link #coordsFilters(FilterPipeline)} does. */
    public Builder coordsFilters(Filter... list) {
      return coordsFilters(FilterPipeline.of(list));
    }

    /** Sets the filters of the offsets of variable-size cells (default: ZSTD). */
    public Builder offsetsFilters(FilterPipeline pipeline) {
      this.offsetsFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** Sets the filters as {@link #offsetsFilters(FilterPipeline)} does. */
    public Builder offsetsFilters(Filter... list) {
      return offsetsFilters(FilterPipeline.of(list));
    }

    /** Sets the filters of the validity bytes of nullable attributes (default: RLE). */
    public Builder validityFilters(FilterPipeline pipeline) {
      this.validityFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** Sets the filters as {@link #validityFilters(FilterPipeline)} does. */
    public Builder validityFilters(Filter... list) {
      return validityFilters(FilterPipeline.of(list));
    }

    /**
     * Adds a checksum to all stored cell data, so that a read that meets changed bytes fails.
     * {@link #build} appends the filter to every pipeline that has no checksum: attributes,
     * offsets, validity, dimension labels, and coordinates of sparse arrays. Encrypted arrays do
     * not need checksums, because their bytes are authenticated.
     *
     * @throws io.azulejo.error.InvalidRequestException if the filter is not a checksum
     */
    public Builder checksum(Filter filter) {
      this.checksum = FilterPipeline.requireChecksum(filter);
      return this;
    }

    /** Adds a dimension. */
    public Builder dimension(Dimension dimension) {
      dimensions.add(Objects.requireNonNull(dimension, "dimension"));
      return this;
    }

    /** Adds an attribute. */
    public Builder attribute(Attribute attribute) {
      attributes.add(Objects.requireNonNull(attribute, "attribute"));
      return this;
    }

    /**
     * Adds a dimension label. A label without a URI gets the next default one: {@code __labels/l0},
     * {@code __labels/l1} and so on.
     */
    public Builder label(DimensionLabel label) {
      labels.add(label.uri().isEmpty() ? label.at(labels.size()) : label);
      return this;
    }

    /** Adds an enumeration by value, to be stored with the schema. */
    public Builder enumeration(Enumeration enumeration) {
      enumerations.add(Objects.requireNonNull(enumeration, "enumeration"));
      return this;
    }

    /** Adds a stored enumeration by its name and file name; it replaces one held by value. */
    public Builder enumerationFile(String name, String file) {
      enumerationFiles.put(
          Objects.requireNonNull(name, "name"), Objects.requireNonNull(file, "file"));
      enumerations.removeIf(e -> e.name().equals(name));
      return this;
    }

    /** Sets the current domain, the part of the domain in use; null for none. */
    public Builder currentDomain(@Nullable NDRange box) {
      this.currentDomain = box;
      return this;
    }

    /**
     * Checks the rules for new arrays and returns the schema. Numeric dimensions without an extent
     * get the whole domain as one tile, except in Hilbert order.
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
     * Returns the schema without checking the rules for new arrays. Stored schemas are built this
     * way, because some could not be created today.
     */
    public ArraySchema buildAsStored() {
      return new ArraySchema(this);
    }

    /**
     * Returns the schema with other dimensions and attributes, and the current domain in their
     * types.
     */
    private ArraySchema with(List<Dimension> others, List<Attribute> otherAttributes) {
      return buildAsStored().toBuilder()
          .replaced(others, otherAttributes, enumerationFiles, enumerations)
          .currentDomain(
              currentDomain == null ? null : DimensionNumbers.fitted(others, currentDomain))
          .buildAsStored();
    }

    /** Replaces all labels by these, which must have URIs already. */
    public Builder labels(List<DimensionLabel> newLabels) {
      labels.clear();
      labels.addAll(newLabels);
      return this;
    }

    /** Replaces the lists of this builder. */
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
