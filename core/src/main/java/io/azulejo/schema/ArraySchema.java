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

/** What an array is: its dimensions, attributes, orders and filters. Immutable. */
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

  /** A builder of the schema of a dense array: every cell of the domain has a value. */
  public static Builder dense() {
    return new Builder(true);
  }

  /** A builder of the schema of a sparse array: only cells that were written exist. */
  public static Builder sparse() {
    return new Builder(false);
  }

  /** Whether every cell of the domain has a place of its own; sparse otherwise. */
  public boolean isDense() {
    return dense;
  }

  /** Whether several cells can have the same coordinates. */
  public boolean allowsDuplicates() {
    return allowsDuplicates;
  }

  /** The order of tiles: {@link Layout#ROW_MAJOR} or {@link Layout#COL_MAJOR}. */
  public Layout tileOrder() {
    return tileOrder;
  }

  /** The order of cells within a tile. */
  public Layout cellOrder() {
    return cellOrder;
  }

  /** The maximum number of cells of a tile of a sparse array. */
  public long capacity() {
    return capacity;
  }

  /** The filters of coordinates whose dimension has none of its own. */
  public FilterPipeline coordsFilters() {
    return coordsFilters;
  }

  /** The filters of the offsets of cells of variable size. */
  public FilterPipeline offsetsFilters() {
    return offsetsFilters;
  }

  /** The filters of the validity bytes of nullable attributes. */
  public FilterPipeline validityFilters() {
    return validityFilters;
  }

  /** The dimensions, in order. */
  public List<Dimension> dimensions() {
    return dimensions;
  }

  /** The attributes, in order. */
  public List<Attribute> attributes() {
    return attributes;
  }

  /** The dimension labels. */
  public List<DimensionLabel> labels() {
    return labels;
  }

  /**
   * For each enumeration that is stored its name and that of its file, in the order in which they
   * are stored.
   */
  public Map<String, String> enumerationFiles() {
    return enumerationFiles;
  }

  /**
   * The enumerations that are known by value: those that are to be stored together with this
   * schema. Empty for schemas that were read.
   */
  public List<Enumeration> enumerations() {
    return enumerations;
  }

  /** The enumeration of that name, where it is known by value. */
  public Optional<Enumeration> enumeration(String name) {
    return enumerations.stream().filter(e -> e.name().equals(name)).findFirst();
  }

  /**
   * The schema of the array that is to hold the labels of a dimension: dense, with the dimension's
   * coordinates and one attribute.
   *
   * @throws io.azulejo.error.InvalidRequestException if there can be no such array
   */
  public ArraySchema labelSchema(DimensionLabel label) {
    return label.arraySchema(dimensions.get(label.dimension()));
  }

  /**
   * The names of the fields that are stored with filters of which none is a checksum: dimensions of
   * a sparse array, attributes, then {@code offsets} and {@code validity} where attributes or
   * dimensions have such.
   */
  public List<String> fieldsWithoutChecksum() {
    return Checksums.missing(this);
  }

  /** The part of the domain that is in use, where one was set. */
  public Optional<NDRange> currentDomain() {
    return Optional.ofNullable(currentDomain);
  }

  /** The dimension of that name; empty if there is none. */
  public Optional<Dimension> dimension(String name) {
    return dimensions.stream().filter(d -> d.name().equals(name)).findFirst();
  }

  /** The attribute of that name; empty if there is none. */
  public Optional<Attribute> attribute(String name) {
    return attributes.stream().filter(a -> a.name().equals(name)).findFirst();
  }

  /** A builder that begins with this schema. */
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

  /** The head of the schema in a line: the kind of array, its dimensions and attributes. */
  @Override
  public String toString() {
    return "%s, dimensions %s, attributes %s"
        .formatted(dense ? "dense" : "sparse", dimensions, attributes);
  }

  /**
   * Builds a schema, step by step. Not for use by several threads. Defaults are those of the
   * reference engine: row-major orders, 10,000 cells a tile of sparse arrays, coordinates and
   * offsets with ZSTD, validity with RLE.
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

    /** Whether several cells can have the same coordinates. */
    public Builder allowsDuplicates(boolean yes) {
      this.allowsDuplicates = yes;
      return this;
    }

    /** The order of tiles: row-major, by default, or column-major. */
    public Builder tileOrder(Layout order) {
      this.tileOrder = Objects.requireNonNull(order, "order");
      return this;
    }

    /**
     * The order of cells within a tile: row-major, by default, column-major, or for sparse arrays
     * {@link Layout#HILBERT}.
     */
    public Builder cellOrder(Layout order) {
      this.cellOrder = Objects.requireNonNull(order, "order");
      return this;
    }

    /** The maximum number of cells of a tile of a sparse array; 10,000 by default. */
    public Builder capacity(long cells) {
      this.capacity = cells;
      return this;
    }

    /** The filters of coordinates whose dimension has none of its own; ZSTD by default. */
    public Builder coordsFilters(FilterPipeline pipeline) {
      this.coordsFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** As {@link #coordsFilters(FilterPipeline)}. */
    public Builder coordsFilters(Filter... list) {
      return coordsFilters(FilterPipeline.of(list));
    }

    /** The filters of the offsets of cells of variable size; ZSTD by default. */
    public Builder offsetsFilters(FilterPipeline pipeline) {
      this.offsetsFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** As {@link #offsetsFilters(FilterPipeline)}. */
    public Builder offsetsFilters(Filter... list) {
      return offsetsFilters(FilterPipeline.of(list));
    }

    /** The filters of the validity bytes of nullable attributes; RLE by default. */
    public Builder validityFilters(FilterPipeline pipeline) {
      this.validityFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** As {@link #validityFilters(FilterPipeline)}. */
    public Builder validityFilters(Filter... list) {
      return validityFilters(FilterPipeline.of(list));
    }

    /**
     * A checksum for all that is stored of cells, put last in each list of filters that has none
     * when the schema is built: those of attributes, of offsets and validity, of the labels of
     * dimension labels, and in sparse arrays those of coordinates. Bytes that change in the store
     * are then an error of every read that meets them. Encrypted arrays need none, as their bytes
     * are authenticated.
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
     * Adds a dimension label. One that has no place yet gets that of the next label: {@code
     * __labels/l0}, {@code __labels/l1} and so on.
     */
    public Builder label(DimensionLabel label) {
      labels.add(label.uri().isEmpty() ? label.at(labels.size()) : label);
      return this;
    }

    /** Adds an enumeration by value, which is to be stored together with the schema. */
    public Builder enumeration(Enumeration enumeration) {
      enumerations.add(Objects.requireNonNull(enumeration, "enumeration"));
      return this;
    }

    /**
     * Adds an enumeration by its name and that of its file: it is stored, and no longer known by
     * value.
     */
    public Builder enumerationFile(String name, String file) {
      enumerationFiles.put(
          Objects.requireNonNull(name, "name"), Objects.requireNonNull(file, "file"));
      enumerations.removeIf(e -> e.name().equals(name));
      return this;
    }

    /** The part of the domain that is in use; null for none. */
    public Builder currentDomain(@Nullable NDRange box) {
      this.currentDomain = box;
      return this;
    }

    /**
     * The schema, if an array can be created with it. Dimensions of numbers without an extent get
     * their whole domain as one, but in arrays in Hilbert order.
     *
     * @throws io.azulejo.error.InvalidRequestException if it breaks a rule; the message says which
     *     one, and what would be right
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
     * The schema as it was stored, whatever rules for new ones it breaks: arrays are read that
     * could not be created any more.
     */
    public ArraySchema buildAsStored() {
      return new ArraySchema(this);
    }

    /** The schema with other dimensions and attributes; a box in use takes the form of its type. */
    private ArraySchema with(List<Dimension> others, List<Attribute> otherAttributes) {
      return buildAsStored().toBuilder()
          .replaced(others, otherAttributes, enumerationFiles, enumerations)
          .currentDomain(
              currentDomain == null ? null : DimensionNumbers.fitted(others, currentDomain))
          .buildAsStored();
    }

    /** Takes these labels, which have their places, instead of those so far. */
    public Builder labels(List<DimensionLabel> newLabels) {
      labels.clear();
      labels.addAll(newLabels);
      return this;
    }

    /** This builder with these lists in place of its own. */
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
