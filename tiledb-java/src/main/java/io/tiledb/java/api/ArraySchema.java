package io.tiledb.java.api;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.tiledb.libtiledb.SWIGTYPE_p_p_tiledb_array_schema_t;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schema of an array: dimensions, attributes, orders and filters. It can be changed until an
 * array is created from it; {@link #check} tells whether it is complete.
 *
 * <p>Differences from the native library:
 *
 * <ul>
 *   <li>{@link #getAttributes} returns the attributes in the order of the schema.
 *   <li>{@link #getDimensionLabelFromName} throws an exception for an unknown name.
 *   <li>{@link #toString} works at any time.
 *   <li>Methods can be called after {@link #close}.
 * </ul>
 */
public class ArraySchema implements AutoCloseable {
  private static final int DEFAULT_CAPACITY = 10_000;

  /** The format version of new arrays, which TileDB 2.25 and later read. */
  private static final int NEW_VERSION = 22;

  private final Context ctx;
  private final ArrayType arrayType;
  private final Map<String, Attribute> attributes = new LinkedHashMap<>();
  private final List<io.azulejo.schema.DimensionLabel> labels = new ArrayList<>();
  private final List<Enumeration> enumerations = new ArrayList<>();
  private final long version;
  private final @Nullable TimeRange times;
  private long capacity = DEFAULT_CAPACITY;
  private Layout tileOrder = Layout.TILEDB_ROW_MAJOR;
  private Layout cellOrder = Layout.TILEDB_ROW_MAJOR;
  private boolean duplicates;
  private @Nullable Domain domain;
  private @Nullable CurrentDomain currentDomain;
  private FilterPipeline coordinateFilters = FilterPipeline.of(Filter.zstd());
  private FilterPipeline offsetFilters = FilterPipeline.of(Filter.zstd());
  private FilterPipeline validityFilters = FilterPipeline.of(Filter.rle());

  /** Creates a schema without dimensions and attributes. */
  public ArraySchema(Context ctx, ArrayType type) throws TileDBError {
    this.ctx = ctx;
    this.arrayType = type;
    this.version = NEW_VERSION;
    this.times = null;
  }

  /**
   * Creates a schema that shares everything with another one.
   *
   * @param schemapp a handle of a schema
   */
  protected ArraySchema(Context ctx, SWIGTYPE_p_p_tiledb_array_schema_t schemapp) {
    ArraySchema other = (ArraySchema) schemapp.target();
    this.ctx = ctx;
    this.arrayType = other.arrayType;
    this.version = other.version;
    this.times = other.times;
    this.attributes.putAll(other.attributes);
    this.labels.addAll(other.labels);
    this.enumerations.addAll(other.enumerations);
    this.capacity = other.capacity;
    this.tileOrder = other.tileOrder;
    this.cellOrder = other.cellOrder;
    this.duplicates = other.duplicates;
    this.domain = other.domain;
    this.currentDomain = other.currentDomain;
    this.coordinateFilters = other.coordinateFilters;
    this.offsetFilters = other.offsetFilters;
    this.validityFilters = other.validityFilters;
  }

  /** Loads the latest schema of an array. */
  public ArraySchema(Context ctx, String uri) throws TileDBError {
    this(ctx, Calls.get(ctx, () -> Stored.handle(ctx, uri, null).open()));
  }

  /** Creates the facade of the schema of an open array. */
  ArraySchema(Context ctx, io.azulejo.Array array) throws TileDBError {
    this(ctx, array.schema(), array.formatVersion(), array.schemaTimes().orElse(null));
  }

  /** Creates the facade of a schema that is not stored. */
  ArraySchema(Context ctx, io.azulejo.schema.ArraySchema schema) throws TileDBError {
    this(ctx, schema, NEW_VERSION, null);
  }

  private ArraySchema(
      Context ctx, io.azulejo.schema.ArraySchema stored, long version, @Nullable TimeRange times)
      throws TileDBError {
    this.ctx = ctx;
    this.arrayType = stored.isDense() ? ArrayType.TILEDB_DENSE : ArrayType.TILEDB_SPARSE;
    this.version = version;
    this.times = times;
    this.capacity = stored.capacity();
    this.tileOrder = Stored.layout(stored.tileOrder());
    this.cellOrder = Stored.layout(stored.cellOrder());
    this.duplicates = stored.allowsDuplicates();
    this.coordinateFilters = stored.coordsFilters();
    this.offsetFilters = stored.offsetsFilters();
    this.validityFilters = stored.validityFilters();
    this.domain = new Domain(ctx, stored.dimensions());
    for (io.azulejo.schema.Attribute attribute : stored.attributes()) {
      attributes.put(attribute.name(), new Attribute(ctx, attribute));
    }
    this.labels.addAll(stored.labels());
    for (io.azulejo.schema.Enumeration enumeration : stored.enumerations()) {
      enumerations.add(new Enumeration(ctx, enumeration));
    }
    this.currentDomain = new CurrentDomain(ctx, this.domain, stored.currentDomain().orElse(null));
  }

  /**
   * Returns the engine's schema.
   *
   * @throws io.azulejo.error.InvalidRequestException if the schema breaks a rule
   */
  io.azulejo.schema.ArraySchema toEngine() throws TileDBError {
    io.azulejo.schema.ArraySchema.Builder builder =
        isSparse()
            ? io.azulejo.schema.ArraySchema.sparse().allowsDuplicates(duplicates)
            : io.azulejo.schema.ArraySchema.dense();
    builder
        .capacity(capacity)
        .tileOrder(Stored.layout(tileOrder))
        .cellOrder(Stored.layout(cellOrder))
        .coordsFilters(coordinateFilters)
        .offsetsFilters(offsetFilters)
        .validityFilters(validityFilters);
    for (Dimension<?> dimension : getDomain().getDimensions()) {
      builder.dimension(dimension.toEngine());
    }
    for (Attribute attribute : attributes.values()) {
      builder.attribute(attribute.toEngine());
    }
    for (Enumeration enumeration : enumerations) {
      builder.enumeration(enumeration.toEngine());
    }
    labels.forEach(builder::label);
    if (currentDomain != null && currentDomain.toEngine() != null) {
      builder.currentDomain(currentDomain.toEngine());
    }
    return builder.build();
  }

  /** Returns whether the array is dense or sparse. */
  public ArrayType getArrayType() throws TileDBError {
    return arrayType;
  }

  /** Returns whether the array is sparse. */
  public boolean isSparse() throws TileDBError {
    return arrayType == ArrayType.TILEDB_SPARSE;
  }

  /** Returns the number of cells of a tile of a sparse array. */
  public long getCapacity() throws TileDBError {
    return capacity;
  }

  /** Sets the number of cells of a tile of a sparse array (default: 10,000). */
  public void setCapacity(long capacity) throws TileDBError {
    setCapacity(BigInteger.valueOf(capacity));
  }

  /** Sets the number of cells of a tile of a sparse array (default: 10,000). */
  public void setCapacity(BigInteger capacity) throws TileDBError {
    Util.checkBigIntegerRange(capacity);
    if (capacity.signum() == 0 || capacity.bitLength() > Long.SIZE - 1) {
      throw new TileDBError("capacity %s is out of range (1 to 2^63 - 1)".formatted(capacity));
    }
    this.capacity = capacity.longValue();
  }

  /** Returns the order of the tiles. */
  public Layout getTileOrder() throws TileDBError {
    return tileOrder;
  }

  /** Sets the order of the tiles (default: row-major). */
  public ArraySchema setTileOrder(Layout layout) throws TileDBError {
    tileOrder = layout;
    return this;
  }

  /** Returns the order of the cells in a tile. */
  public Layout getCellOrder() throws TileDBError {
    return cellOrder;
  }

  /** Sets the order of the cells in a tile (default: row-major). */
  public ArraySchema setCellOrder(Layout layout) throws TileDBError {
    cellOrder = layout;
    return this;
  }

  /**
   * Returns the domain.
   *
   * @throws TileDBError if the domain was not set
   */
  public Domain getDomain() throws TileDBError {
    if (domain == null) {
      throw new TileDBError("the schema has no domain; set one");
    }
    return domain;
  }

  /** Returns the current domain, which is empty if it was not set. */
  public CurrentDomain getCurrentDomain() throws TileDBError {
    return currentDomain == null ? new CurrentDomain(ctx, getDomain()) : currentDomain;
  }

  /** Sets the domain. */
  public void setDomain(Domain domain) throws TileDBError {
    this.domain = domain;
  }

  /** Sets the current domain. */
  public void setCurrentDomain(CurrentDomain currentDomain) throws TileDBError {
    this.currentDomain = currentDomain;
  }

  /**
   * Adds an attribute after the others.
   *
   * @throws TileDBError if the schema has an attribute with the same name
   */
  public void addAttribute(Attribute attr) throws TileDBError {
    if (attributes.putIfAbsent(attr.getName(), attr) != null) {
      throw new TileDBError("the schema has two attributes \"" + attr.getName() + "\"");
    }
  }

  /**
   * Checks the schema.
   *
   * @throws TileDBError if the schema breaks a rule, or lacks a part
   */
  public void check() throws TileDBError {
    Calls.run(ctx, this::toEngine);
  }

  /** Returns the attributes by name, in the order of the schema, in a new map. */
  public HashMap<String, Attribute> getAttributes() throws TileDBError {
    return new LinkedHashMap<>(attributes);
  }

  /** Returns the number of attributes. */
  public long getAttributeNum() throws TileDBError {
    return attributes.size();
  }

  /** Returns whether an attribute has this name. */
  public boolean hasAttribute(String name) throws TileDBError {
    return attributes.containsKey(name);
  }

  /**
   * Returns the attribute with a name.
   *
   * @throws TileDBError if no attribute has this name
   */
  public Attribute getAttribute(String name) throws TileDBError {
    Attribute attribute = attributes.get(name);
    if (attribute == null) {
      throw new TileDBError("the array has no attribute \"" + name + "\"");
    }
    return attribute;
  }

  /**
   * Returns the attribute at an index.
   *
   * @throws TileDBError if the index is out of range
   */
  public Attribute getAttribute(long index) throws TileDBError {
    if (index < 0 || index >= attributes.size()) {
      throw new TileDBError(
          "the array has %d attributes, counted from 0; got attribute %d"
              .formatted(attributes.size(), index));
    }
    return List.copyOf(attributes.values()).get((int) index);
  }

  /** Sets the filters of the validity of nullable attributes (default: RLE). */
  public ArraySchema setValidityFilterList(FilterList filterList) throws TileDBError {
    validityFilters = filterList.toEngine();
    return this;
  }

  /** Returns the filters of the validity of nullable attributes. */
  public FilterList getValidityFilterList() throws TileDBError {
    return FilterList.ofEngine(ctx, validityFilters);
  }

  /** Sets the filters of dimensions that have no filters of their own (default: ZSTD). */
  public ArraySchema setCoodsFilterList(FilterList filterList) throws TileDBError {
    coordinateFilters = filterList.toEngine();
    return this;
  }

  /** Returns the filters of dimensions that have no filters of their own. */
  public FilterList getCoordsFilterList() throws TileDBError {
    return FilterList.ofEngine(ctx, coordinateFilters);
  }

  /** Sets the filters of the offsets of variable-size cells (default: ZSTD). */
  public ArraySchema setOffsetsFilterList(FilterList filterList) throws TileDBError {
    offsetFilters = filterList.toEngine();
    return this;
  }

  /** Returns the filters of the offsets of variable-size cells. */
  public FilterList getOffsetsFilterList() throws TileDBError {
    return FilterList.ofEngine(ctx, offsetFilters);
  }

  /**
   * Returns the first and the last timestamp of the schema, in milliseconds since 1970. Both are 0
   * for a schema that is not stored, or that was stored before format version 10.
   */
  public Pair<Long, Long> getTimestampRange() throws TileDBError {
    return times == null ? new Pair<>(0L, 0L) : new Pair<>(times.start(), times.end());
  }

  /** Sets whether cells may have equal coordinates: 0 for no (default), 1 for yes. */
  public void setAllowDups(int allowsDups) throws TileDBError {
    if (allowsDups != 0 && !isSparse()) {
      throw new TileDBError("a dense array cannot have cells with equal coordinates");
    }
    duplicates = allowsDups != 0;
  }

  /**
   * Returns 1 if cells may have equal coordinates, otherwise 0.
   *
   * @deprecated use {@link #getAllowDuplicates}
   */
  @Deprecated
  public int getAllowDups() throws TileDBError {
    return duplicates ? 1 : 0;
  }

  /** Returns whether cells may have equal coordinates. */
  public boolean getAllowDuplicates() throws TileDBError {
    return duplicates;
  }

  /** Sets the filters of a new label array. */
  public void setDimensionLabelFilterList(String name, FilterList filterList) throws TileDBError {
    int index = labelIndex(name);
    labels.set(index, labels.get(index).withFilters(filterList.toEngine()));
  }

  /**
   * Sets the tile length of a new label array.
   *
   * @param labelType the type of the labeled dimension; it is not used
   */
  public void setDimensionLabelTileExtend(String name, long tileExtend, Datatype labelType)
      throws TileDBError {
    int index = labelIndex(name);
    labels.set(index, labels.get(index).withExtent(tileExtend));
  }

  private int labelIndex(String name) throws TileDBError {
    for (int i = 0; i < labels.size(); i++) {
      if (labels.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new TileDBError("the schema has no dimension label \"" + name + "\"");
  }

  /** Adds a dimension label. The domain must be set before. */
  public void addDimensionLabel(DimensionLabel dimensionLabel) throws TileDBError {
    getDomain().getDimension((Long) dimensionLabel.getDimensionIndex());
    if (hasDimensionLabel(dimensionLabel.getName())) {
      throw new TileDBError("the schema has two labels \"" + dimensionLabel.getName() + "\"");
    }
    labels.add(dimensionLabel.toEngine());
  }

  /**
   * Returns the dimension label with a name, as it will be or is stored.
   *
   * @throws IllegalArgumentException if no label has this name
   */
  public DimensionLabel getDimensionLabelFromName(String name) {
    int index;
    try {
      index = labelIndex(name);
    } catch (TileDBError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    io.azulejo.schema.DimensionLabel label = labels.get(index);
    return new DimensionLabel(ctx, label.uri().isEmpty() ? Stored.numbered(label, index) : label);
  }

  /** Returns whether a dimension label has this name. */
  public boolean hasDimensionLabel(String name) throws TileDBError {
    return labels.stream().anyMatch(label -> label.name().equals(name));
  }

  /** Adds an enumeration, so that attributes can refer to it. */
  public void addEnumeration(Enumeration enumeration) throws TileDBError {
    enumerations.add(enumeration);
  }

  /** Returns the format version: 22 for a new schema. */
  public long getVersion() throws TileDBError {
    return version;
  }

  /** Returns an opaque handle of this schema. */
  public SWIGTYPE_p_p_tiledb_array_schema_t getSchemapp() {
    return new SWIGTYPE_p_p_tiledb_array_schema_t(this);
  }

  /** Returns the context. */
  public Context getCtx() {
    return ctx;
  }

  /** Returns a description of the schema in several lines. */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            """
            - Array type: %s
            - Cell order: %s
            - Tile order: %s
            - Capacity: %d
            - Allows duplicates: %s
            - Coordinates filters: %s
            - Offsets filters: %s
            - Validity filters: %s

            """
                .formatted(
                    arrayType == ArrayType.TILEDB_DENSE ? "dense" : "sparse",
                    Stored.text(cellOrder),
                    Stored.text(tileOrder),
                    capacity,
                    duplicates,
                    coordinateFilters,
                    offsetFilters,
                    validityFilters));
    if (domain != null) {
      text.append(domain);
    }
    attributes.values().forEach(text::append);
    enumerations.forEach(text::append);
    labels.forEach(label -> text.append("### Dimension label ###\n- ").append(label).append('\n'));
    return text.toString();
  }

  /** Prints a description of the schema. Releases of TileDB-Java before 0.31 had this method. */
  public void dump() throws TileDBError {
    System.out.print(this);
  }

  /**
   * Writes a description of the schema to a file. Releases of TileDB-Java before 0.31 had this
   * method.
   */
  public void dump(String filename) throws TileDBError {
    Stored.write(filename, toString());
  }

  /** Does nothing: a schema holds no resources. */
  @Override
  public void close() {}
}
