package io.tiledb.java.api;

import io.azulejo.schema.Range;
import org.jspecify.annotations.Nullable;

/**
 * A dimension of an array domain. A domain shares the dimensions that are added to it.
 *
 * <p>Differences from the native library: the domain and the extent of a string dimension are null
 * values, and methods can be called after {@link #close}.
 *
 * @param <T> the Java class of the coordinates, such as Integer for INT32; see {@link
 *     Types#getJavaType}
 */
public class Dimension<T> implements AutoCloseable {
  private final Context ctx;
  private final String name;
  private final Datatype type;
  private final @Nullable Pair<T, T> domain;
  private final @Nullable T extent;
  private FilterList filters;

  /**
   * Creates a dimension.
   *
   * @param type a Java class; see {@link Types#getNativeType}
   * @param domain the lowest and the highest coordinate; ignored for String
   * @param extent the length of a tile; ignored for String
   * @throws ClassCastException if the domain or the extent has objects of another class
   */
  public Dimension(
      Context ctx, String name, Class<T> type, @Nullable Pair<T, T> domain, @Nullable T extent)
      throws TileDBError {
    this(ctx, name, Types.getNativeType(type), domain, extent);
  }

  /**
   * Creates a dimension.
   *
   * @param domain the lowest and the highest coordinate; ignored for STRING_ASCII
   * @param extent the length of a tile; null for a single tile, ignored for STRING_ASCII
   * @throws ClassCastException if the domain or the extent has objects of another class
   */
  public Dimension(
      Context ctx, String name, Datatype type, @Nullable Pair<T, T> domain, @Nullable T extent)
      throws TileDBError {
    this.ctx = ctx;
    this.name = name;
    this.type = type;
    this.domain = type == Datatype.TILEDB_STRING_ASCII ? null : domain;
    this.extent = type == Datatype.TILEDB_STRING_ASCII ? null : extent;
    this.filters = new FilterList(ctx);
    Calls.run(ctx, this::toEngine);
  }

  /** Creates the facade of a dimension of a stored schema. */
  Dimension(Context ctx, io.azulejo.schema.Dimension stored) throws TileDBError {
    this.ctx = ctx;
    this.name = stored.name();
    this.type = Datatype.ofEngine(stored.type());
    this.domain =
        stored.domain().map(range -> Dimension.<T>pair(Ranges.ends(range, type))).orElse(null);
    this.extent = stored.extent().map(this::typed).orElse(null);
    this.filters = FilterList.ofEngine(ctx, stored.filters());
  }

  // The objects of a pair have the class that belongs to the type, which is T in callers.
  @SuppressWarnings("unchecked")
  private static <T> Pair<T, T> pair(Pair<Object, Object> ends) {
    return (Pair<T, T>) (Pair<?, ?>) ends;
  }

  @SuppressWarnings("unchecked") // as in pair
  private T typed(Number length) {
    Range range =
        type.isRealType()
            ? Range.of(length.doubleValue(), length.doubleValue())
            : Range.of(length.longValue(), length.longValue());
    return (T) Ranges.ends(range, type).getFirst();
  }

  /** Returns the engine's dimension with the current settings. */
  io.azulejo.schema.Dimension toEngine() {
    io.azulejo.schema.Dimension.Builder builder =
        io.azulejo.schema.Dimension.builder(name, type.toEngine()).filters(filters.toEngine());
    if (domain != null) {
      builder.domain(Ranges.of(domain.getFirst(), domain.getSecond(), type));
    }
    if (extent != null) {
      builder.extent(Ranges.number(extent, type));
    }
    return builder.build();
  }

  /** Returns the name. */
  public String getName() throws TileDBError {
    return name;
  }

  /** Returns the type of the coordinates. */
  public Datatype getType() throws TileDBError {
    return type;
  }

  /** Returns the lowest and the highest coordinate; two nulls for a string dimension. */
  @SuppressWarnings("unchecked") // an empty pair has no class
  public Pair<T, T> getDomain() throws TileDBError {
    return domain == null ? (Pair<T, T>) Pair.empty() : domain;
  }

  /** Returns the domain as {@code (low, high)}. */
  public String domainToStr() throws TileDBError {
    Pair<T, T> ends = getDomain();
    return "(" + ends.getFirst() + ", " + ends.getSecond() + ")";
  }

  /** Returns the length of a tile; null if the dimension has none. */
  public @Nullable T getTileExtent() throws TileDBError {
    return extent;
  }

  /** Returns the filters of the coordinates. */
  public FilterList getFilterList() throws TileDBError {
    return FilterList.ofEngine(ctx, filters.toEngine());
  }

  /** Sets the filters of the coordinates. */
  public Dimension<T> setFilterList(FilterList filters) throws TileDBError {
    this.filters = FilterList.ofEngine(ctx, filters.toEngine());
    return this;
  }

  /**
   * Checks the number of values per coordinate, which the type determines.
   *
   * @param cellValNum {@link Constants#TILEDB_VAR_NUM} for a string dimension, otherwise 1
   * @throws TileDBError if the number is another one
   */
  public void setCellValNum(long cellValNum) throws TileDBError {
    if (cellValNum != getCellValNum()) {
      throw new TileDBError(
          "dimension \"%s\" cannot have %d values per coordinate; %s dimensions have %s"
              .formatted(name, cellValNum, type, isVar() ? "TILEDB_VAR_NUM" : "1"));
    }
  }

  /** Returns the number of values per coordinate: 1, or {@link Constants#TILEDB_VAR_NUM}. */
  public long getCellValNum() throws TileDBError {
    return isVar() ? Constants.TILEDB_VAR_NUM : 1;
  }

  /** Returns whether this is a string dimension. */
  public boolean isVar() throws TileDBError {
    return type == Datatype.TILEDB_STRING_ASCII;
  }

  /** Returns the length of a tile as text. */
  public String tileExtentToStr() throws TileDBError {
    return String.valueOf(getTileExtent());
  }

  /** Returns a description of the dimension in several lines. */
  @Override
  public String toString() {
    return """
    ### Dimension ###
    - Name: %s
    - Type: %s
    - Domain: %s
    - Tile extent: %s
    - Filters: %s
    """
        .formatted(
            name,
            type,
            domain == null ? "null" : "[" + domain.getFirst() + ", " + domain.getSecond() + "]",
            extent,
            filters.toEngine());
  }

  /** Does nothing: a dimension holds no resources. */
  @Override
  public void close() {}
}
