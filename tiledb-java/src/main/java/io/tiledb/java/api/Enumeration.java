package io.tiledb.java.api;

import io.tiledb.libtiledb.SWIGTYPE_p_tiledb_enumeration_t;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values to which the indexes of an attribute refer. Immutable.
 *
 * <p>Difference from the native library: {@link #getOffsets} always returns a {@code long[]}, and
 * {@link #extend} reports its errors.
 */
public class Enumeration implements AutoCloseable {
  private final Context ctx;
  private final io.azulejo.schema.Enumeration core;

  /** Creates the facade of an enumeration of the engine. */
  Enumeration(Context ctx, io.azulejo.schema.Enumeration core) {
    this.ctx = ctx;
    this.core = core;
  }

  /**
   * Creates an enumeration.
   *
   * @param cellValNum the number of elements per value, or {@link Constants#TILEDB_VAR_NUM}
   * @param ordered whether the order of the values has a meaning
   * @param data the elements of all values
   * @param dataSize the size of the elements in bytes
   * @param offsets the byte at which each value starts; null if values have a fixed size
   * @param offsetsSize the size of the offsets in bytes
   */
  protected Enumeration(
      Context ctx,
      String name,
      long cellValNum,
      Datatype datatype,
      boolean ordered,
      NativeArray data,
      BigInteger dataSize,
      @Nullable NativeArray offsets,
      BigInteger offsetsSize)
      throws TileDBError {
    this.ctx = ctx;
    byte[] values = Scalars.copy(data, dataSize.longValueExact());
    this.core =
        Calls.get(
            ctx,
            () ->
                cellValNum == Constants.TILEDB_VAR_NUM
                    ? io.azulejo.schema.Enumeration.var(
                        name, datatype.toEngine(), ordered, values, offsets(offsets, offsetsSize))
                    : io.azulejo.schema.Enumeration.fixed(
                        name, datatype.toEngine(), Math.toIntExact(cellValNum), ordered, values));
  }

  private static long[] offsets(@Nullable NativeArray offsets, BigInteger size) throws TileDBError {
    if (offsets == null) {
      throw new TileDBError("an enumeration of variable-size values needs offsets");
    }
    byte[] bytes = Scalars.copy(offsets, size.longValueExact());
    return (long[]) Scalars.array(bytes, Datatype.TILEDB_UINT64);
  }

  /** Returns the engine's enumeration. */
  io.azulejo.schema.Enumeration toEngine() {
    return core;
  }

  /** Returns an opaque handle of this enumeration. */
  public SWIGTYPE_p_tiledb_enumeration_t getEnumerationp() {
    return new SWIGTYPE_p_tiledb_enumeration_t(this);
  }

  private boolean isVar() {
    return core.cellValNum() == io.azulejo.schema.Attribute.VAR;
  }

  /** Returns the number of elements per value, or {@link Constants#TILEDB_VAR_NUM}. */
  public long getCellValNum() throws TileDBError {
    return isVar() ? Constants.TILEDB_VAR_NUM : core.cellValNum();
  }

  /** Returns whether the order of the values has a meaning. */
  public boolean getOrdered() throws TileDBError {
    return core.ordered();
  }

  /**
   * Returns an enumeration that continues this one with more values.
   *
   * @param data the elements of the new values
   * @param dataSize the size of the elements in bytes
   * @param offsets the byte at which each new value starts, counted from 0; null if values have a
   *     fixed size
   * @param offsetsSize the size of the offsets in bytes
   * @throws IllegalArgumentException if the values do not fit this enumeration
   */
  public Enumeration extend(
      NativeArray data,
      BigInteger dataSize,
      @Nullable NativeArray offsets,
      BigInteger offsetsSize) {
    try {
      Enumeration added =
          new Enumeration(
              ctx,
              getName(),
              getCellValNum(),
              getType(),
              getOrdered(),
              data,
              dataSize,
              offsets,
              offsetsSize);
      return new Enumeration(ctx, Calls.get(ctx, () -> core.extendedBy(added.core)));
    } catch (TileDBError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Returns the type of the elements. */
  public Datatype getType() throws TileDBError {
    return Datatype.ofEngine(core.type());
  }

  /** Returns the name. */
  public String getName() throws TileDBError {
    return core.name();
  }

  /** Returns the elements of all values as a Java array: byte[] for strings. */
  public Object getData() throws TileDBError {
    return Scalars.array(core.data(), getType());
  }

  /** Returns the byte at which each value starts as a long[]; empty if values have a fixed size. */
  public Object getOffsets() throws TileDBError {
    return core.offsets();
  }

  /** Returns a description of the enumeration in several lines. */
  @Override
  public String toString() {
    Datatype type = Datatype.ofEngine(core.type());
    List<String> values = new ArrayList<>();
    for (int i = 0; i < core.size(); i++) {
      byte[] value = core.value(i);
      values.add(
          type.isStringType() ? Scalars.text(value, type) : text(Scalars.array(value, type)));
    }
    return """
    ### Enumeration ###
    - Name: %s
    - Type: %s
    - Cell val num: %s
    - Ordered: %s
    - Element count: %d
    - Values: %s
    """
        .formatted(
            core.name(),
            type,
            isVar() ? "var" : core.cellValNum(),
            core.ordered(),
            core.size(),
            String.join(", ", values));
  }

  private static String text(Object array) {
    Object[] boxed = new Object[java.lang.reflect.Array.getLength(array)];
    Arrays.setAll(boxed, i -> java.lang.reflect.Array.get(array, i));
    return boxed.length == 1 ? String.valueOf(boxed[0]) : Arrays.toString(boxed);
  }

  /** Does nothing: an enumeration holds no resources. */
  @Override
  public void close() {}
}
