package io.tiledb.java.api;

import io.azulejo.schema.FilterPipeline;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of an array schema: a field with a value in every cell. Attributes can be changed
 * until the array is created. A schema shares the attributes that are added to it.
 *
 * <p>Differences from the native library: {@link #getEnumerationName} always returns the name of
 * the enumeration, and methods can be called after {@link #close}.
 */
public class Attribute implements AutoCloseable {
  private final Context ctx;
  private final String name;
  private final Datatype type;
  private long cellValNum;
  private FilterList filters;
  private byte @Nullable [] fill;
  private boolean fillValid;
  private boolean nullable;
  private @Nullable String enumeration;

  /**
   * Creates an attribute with one value per cell.
   *
   * @param attrType a Java class, such as {@code Integer.class} for INT32; see {@link
   *     Types#getNativeType}
   * @throws TileDBError if no type corresponds to the class
   */
  public Attribute(Context ctx, String name, Class<?> attrType) throws TileDBError {
    this(ctx, name, Types.getNativeType(attrType));
  }

  /** Creates an attribute with one value per cell. For the type ANY, cells have variable size. */
  public Attribute(Context ctx, String name, Datatype attrType) throws TileDBError {
    this.ctx = ctx;
    this.name = name;
    this.type = attrType;
    this.cellValNum = attrType == Datatype.TILEDB_ANY ? Constants.TILEDB_VAR_NUM : 1;
    this.filters = new FilterList(ctx);
  }

  /** Creates the facade of an attribute of a stored schema. */
  Attribute(Context ctx, io.azulejo.schema.Attribute stored) throws TileDBError {
    this.ctx = ctx;
    this.name = stored.name();
    this.type = Datatype.ofEngine(stored.type());
    this.cellValNum = stored.isVar() ? Constants.TILEDB_VAR_NUM : stored.cellValNum();
    this.filters = FilterList.ofEngine(ctx, stored.filters());
    this.fill = stored.hasDefaultFill() ? null : stored.fill();
    this.fillValid = stored.fillValid();
    this.nullable = stored.nullable();
    this.enumeration = stored.enumeration().orElse(null);
  }

  /** Returns the engine's attribute with the current settings. */
  io.azulejo.schema.Attribute toEngine() {
    FilterPipeline pipeline = filters.toEngine();
    io.azulejo.schema.Attribute.Builder builder =
        io.azulejo.schema.Attribute.builder(name, type.toEngine())
            .cellValNum(coreCellValNum())
            .filters(pipeline)
            .nullable(nullable)
            .fillValid(fillValid)
            .enumeration(enumeration);
    if (fill != null) {
      builder.fill(fill);
    }
    return builder.build();
  }

  private int coreCellValNum() {
    return hasVarCells() ? io.azulejo.schema.Attribute.VAR : (int) cellValNum;
  }

  /** Returns the name; empty for an anonymous attribute. */
  public String getName() throws TileDBError {
    return name;
  }

  /** Returns the type of the values. */
  public Datatype getType() throws TileDBError {
    return type;
  }

  /**
   * Returns the size of a cell in bytes, or {@link Constants#TILEDB_VAR_NUM} if cells have variable
   * size. The native library returns the largest 64-bit number in that case.
   */
  public long getCellSize() throws TileDBError {
    return isVar() ? Constants.TILEDB_VAR_NUM : cellValNum * type.getNativeSize();
  }

  /** Returns the number of values per cell, or {@link Constants#TILEDB_VAR_NUM}. */
  public long getCellValNum() throws TileDBError {
    return cellValNum;
  }

  /** Returns whether cells have variable size. */
  public boolean isVar() throws TileDBError {
    return hasVarCells();
  }

  private boolean hasVarCells() {
    return isVar(cellValNum);
  }

  /**
   * Sets the number of values per cell. A fill value that was set before is reset.
   *
   * @param size at least 1, or {@link Constants#TILEDB_VAR_NUM}
   */
  public Attribute setCellValNum(long size) throws TileDBError {
    if (size < 1 || size > Constants.TILEDB_VAR_NUM || (size > Integer.MAX_VALUE && !isVar(size))) {
      throw new TileDBError(
          "attribute \"%s\" cannot have %d values per cell (valid: 1 to %d, or TILEDB_VAR_NUM)"
              .formatted(name, size, Integer.MAX_VALUE));
    }
    cellValNum = size;
    fill = null;
    return this;
  }

  private static boolean isVar(long size) {
    return size == Constants.TILEDB_VAR_NUM;
  }

  /** Gives cells a variable size. */
  public Attribute setCellVar() throws TileDBError {
    return setCellValNum(Constants.TILEDB_VAR_NUM);
  }

  /** Sets the filters of the values. */
  public Attribute setFilterList(FilterList filters) throws TileDBError {
    this.filters = FilterList.ofEngine(ctx, filters.toEngine());
    return this;
  }

  /** Returns the filters of the values. */
  public FilterList getFilterList() throws TileDBError {
    return FilterList.ofEngine(ctx, filters.toEngine());
  }

  /**
   * Sets the fill value.
   *
   * @param value the values of one cell
   * @param size their size in bytes
   */
  public void setFillValue(NativeArray value, BigInteger size) throws TileDBError {
    Util.checkBigIntegerRange(size);
    if (nullable) {
      throw new TileDBError(
          "attribute \"%s\" is nullable; use setFillValueNullable".formatted(name));
    }
    setFill(Scalars.copy(value, size.longValueExact()), false);
  }

  /**
   * Sets the fill value.
   *
   * @param value a value, a Java array of the values of a cell, or a String
   */
  public void setFillValue(Object value) throws TileDBError {
    if (nullable) {
      throw new TileDBError(
          "attribute \"%s\" is nullable; use setFillValueNullable".formatted(name));
    }
    setFill(Scalars.arrayBytes(value, type), false);
  }

  /**
   * Sets the fill value of a nullable attribute.
   *
   * @param value the values of one cell
   * @param size their size in bytes
   * @param valid whether cells that were never written hold the value; otherwise they are null
   */
  public void setFillValueNullable(NativeArray value, BigInteger size, boolean valid)
      throws TileDBError {
    Util.checkBigIntegerRange(size);
    requireNullable("setFillValue");
    setFill(Scalars.copy(value, size.longValueExact()), valid);
  }

  /**
   * Sets the fill value of a nullable attribute.
   *
   * @param value a value, a Java array of the values of a cell, or a String
   * @param valid whether cells that were never written hold the value; otherwise they are null
   */
  public void setFillValueNullable(Object value, boolean valid) throws TileDBError {
    requireNullable("setFillValue");
    setFill(Scalars.arrayBytes(value, type), valid);
  }

  private void requireNullable(String instead) throws TileDBError {
    if (!nullable) {
      throw new TileDBError("attribute \"%s\" is not nullable; use %s".formatted(name, instead));
    }
  }

  private void setFill(byte[] value, boolean valid) throws TileDBError {
    long size = isVar() ? value.length : getCellSize();
    if (value.length == 0 || value.length != size || value.length % type.getNativeSize() != 0) {
      throw new TileDBError(
          "the fill value of attribute \"%s\" has %d bytes; a cell has %s"
              .formatted(name, value.length, isVar() ? "whole values of " + type : size));
    }
    fill = value;
    fillValid = valid;
  }

  /**
   * Returns the fill value and its size in bytes. The value is a Java array if a cell can have
   * several values.
   */
  public Pair<Object, Integer> getFillValue() throws TileDBError {
    if (nullable) {
      throw new TileDBError(
          "attribute \"%s\" is nullable; use getFillValueNullable".formatted(name));
    }
    byte[] bytes = toEngine().fill();
    return new Pair<>(fillObject(bytes), bytes.length);
  }

  /**
   * Returns the fill value of a nullable attribute, its size in bytes, and whether cells that were
   * never written hold the value.
   */
  public Pair<Object, Pair<Integer, Boolean>> getFillValueNullable() throws TileDBError {
    requireNullable("getFillValue");
    byte[] bytes = toEngine().fill();
    return new Pair<>(fillObject(bytes), new Pair<>(bytes.length, fillValid));
  }

  private Object fillObject(byte[] bytes) {
    return cellValNum > 1 ? Scalars.array(bytes, type) : Scalars.value(bytes, 0, type);
  }

  /** Sets the name of the enumeration whose indexes the values are. */
  public void setEnumerationName(String name) throws TileDBError {
    enumeration = name;
  }

  /** Returns the name of the enumeration whose indexes the values are; null if there is none. */
  public @Nullable String getEnumerationName() throws TileDBError {
    return enumeration;
  }

  /** Sets whether cells can be null. A fill value that was set before is reset. */
  public void setNullable(boolean isNullable) throws TileDBError {
    nullable = isNullable;
    fill = null;
    fillValid = false;
  }

  /** Returns whether cells can be null. */
  public boolean getNullable() throws TileDBError {
    return nullable;
  }

  /** Returns a description of the attribute in several lines. */
  @Override
  public String toString() {
    return """
    ### Attribute ###
    - Name: %s
    - Type: %s
    - Nullable: %s
    - Cell val num: %s
    - Filters: %s
    - Fill value: %s%s
    """
        .formatted(
            name,
            type,
            nullable,
            hasVarCells() ? "var" : cellValNum,
            filters.toEngine(),
            Arrays.toString(toEngine().fill()),
            enumeration == null ? "" : "\n- Enumeration name: " + enumeration);
  }

  /** Does nothing: an attribute holds no resources. */
  @Override
  public void close() {}
}
