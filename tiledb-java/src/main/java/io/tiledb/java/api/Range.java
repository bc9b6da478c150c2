package io.tiledb.java.api;

import io.tiledb.libtiledb.PointerUtils;
import io.tiledb.libtiledb.SWIGTYPE_p_void;
import io.tiledb.libtiledb.tiledb_range_t;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The lower and upper bound of the values of a dimension, both included.
 *
 * <p>Differences from TileDB-Java: {@link #setMin} and {@link #setMax} also set the size of a
 * string, and {@link #getMin} and {@link #getMax} return whole strings.
 */
public class Range implements AutoCloseable {
  private final Context ctx;
  private final tiledb_range_t range;
  private final Domain domain;
  private final long dimIdx;

  /** Creates a range without bounds for a dimension of a domain. */
  public Range(Context ctx, Domain domain, long dimIdx) {
    this(ctx, new tiledb_range_t(), domain, dimIdx);
  }

  /** Creates a range with given bounds, which it shares, for a dimension of a domain. */
  public Range(Context ctx, tiledb_range_t range, Domain domain, long dimIdx) {
    this.ctx = ctx;
    this.range = range;
    this.domain = domain;
    this.dimIdx = dimIdx;
  }

  private Datatype type() throws TileDBError {
    try (Dimension<?> dimension = domain.getDimension(dimIdx)) {
      return dimension.getType();
    }
  }

  /**
   * Returns the value in memory.
   *
   * @throws TileDBError if the dimension has another class
   */
  private NativeArray store(Object value) throws TileDBError {
    Datatype type = type();
    Types.javaTypeCheck(value.getClass(), type.javaClass());
    if (value instanceof String) {
      return new NativeArray(ctx, value, type);
    }
    NativeArray array = new NativeArray(ctx, 1, type);
    array.setItem(0, value);
    return array;
  }

  /**
   * Sets the lower bound and its size.
   *
   * @throws TileDBError if its class is not {@link Datatype#javaClass} of the dimension
   */
  public void setMin(Object min) throws TileDBError {
    NativeArray value = store(min);
    range.setMin(value.toVoidPointer());
    setMinSize(value.getNBytes());
  }

  /** Sets the size of the lower bound in bytes. */
  public void setMinSize(long size) {
    setMinSize(BigInteger.valueOf(size));
  }

  /** Sets the size of the lower bound in bytes. */
  public void setMinSize(BigInteger size) {
    range.setMin_size(size);
  }

  /** Returns the size of the lower bound in bytes. */
  public long getMinSize() {
    return range.getMin_size().longValue();
  }

  /** Returns the size of the lower bound in bytes. */
  public BigInteger getMinSizeBI() {
    return range.getMin_size();
  }

  /**
   * Sets the upper bound and its size.
   *
   * @throws TileDBError if its class is not {@link Datatype#javaClass} of the dimension
   */
  public void setMax(Object max) throws TileDBError {
    NativeArray value = store(max);
    range.setMax(value.toVoidPointer());
    setMaxSize(value.getNBytes());
  }

  /** Sets the size of the upper bound in bytes. */
  public void setMaxSize(long size) {
    setMaxSize(BigInteger.valueOf(size));
  }

  /** Sets the size of the upper bound in bytes. */
  public void setMaxSize(BigInteger size) {
    range.setMax_size(size);
  }

  /** Returns the size of the upper bound in bytes. */
  public long getMaxSize() {
    return range.getMax_size().longValue();
  }

  /** Returns the size of the upper bound in bytes. */
  public BigInteger getMaxSizeBI() {
    return range.getMax_size();
  }

  /**
   * Returns the lower bound.
   *
   * @throws TileDBError if it is not set
   */
  public Object getMin() throws TileDBError {
    return value(range.getMin(), getMinSize());
  }

  /**
   * Returns the lower bound as text, decoded as UTF-8.
   *
   * @throws TileDBError if it is not set
   */
  public String getMinVar() throws TileDBError {
    return text(range.getMin(), getMinSize());
  }

  /**
   * Returns the upper bound.
   *
   * @throws TileDBError if it is not set
   */
  public Object getMax() throws TileDBError {
    return value(range.getMax(), getMaxSize());
  }

  /**
   * Returns the upper bound as text, decoded as UTF-8.
   *
   * @throws TileDBError if it is not set
   */
  public String getMaxVar() throws TileDBError {
    return text(range.getMax(), getMaxSize());
  }

  private Object value(@Nullable SWIGTYPE_p_void pointer, long size) throws TileDBError {
    Datatype type = type();
    if (type.isStringType()) {
      return text(pointer, size);
    }
    return new NativeArray(type, memory(pointer), 1).getItem(0);
  }

  private static String text(@Nullable SWIGTYPE_p_void pointer, long size) throws TileDBError {
    ByteBuffer memory = memory(pointer);
    byte[] bytes = new byte[(int) Math.max(0, Math.min(size, memory.capacity()))];
    memory.get(0, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static ByteBuffer memory(@Nullable SWIGTYPE_p_void pointer) throws TileDBError {
    if (pointer == null) {
      throw new TileDBError("the range has no bound here; set it first");
    }
    return PointerUtils.bufferFromVoid(pointer);
  }

  /** Returns the bounds in the form of the C API. They are shared with this object. */
  public tiledb_range_t getRange_t() {
    return range;
  }

  /** Releases the bounds. Repeated calls have no effect. */
  @Override
  public void close() {
    range.delete();
  }
}
