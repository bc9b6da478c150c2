package io.tiledb.java.api;

import io.azulejo.query.Subarray;
import io.tiledb.libtiledb.SWIGTYPE_p_tiledb_subarray_handle_t;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * A part of an array: ranges of dimensions or dimension labels. A dimension without a range is
 * selected completely. A query copies the ranges, so later changes of this object do not affect it.
 *
 * <p>Ranges of integers that continue the previous range of the dimension are joined with it,
 * unless {@link #setCoalesceRanges} prevents it. Ranges outside the domain are cropped to it, or to
 * its nearest coordinate if they have none in it; with {@code sm.read_range_oob=error} they are
 * errors.
 *
 * <p>Differences from the native library: {@link #addPointRanges} accepts Java arrays of any type,
 * and {@link #close} does nothing.
 */
public class SubArray implements AutoCloseable {
  private final Context ctx;
  private final SubarrayRanges ranges;

  /** Creates the part that consists of the whole array. */
  public SubArray(Context ctx, Array array) throws TileDBError {
    array.checkIsOpen();
    this.ctx = ctx;
    this.ranges = new SubarrayRanges(array.toEngine().schema());
    ranges.cropping(array.cropsRanges());
  }

  /**
   * Returns the engine's subarray.
   *
   * @param complete whether dimensions without a range get their domain as range
   */
  synchronized Subarray toEngine(boolean complete) {
    return ranges.toEngine(complete);
  }

  /** Returns an opaque handle of this object. */
  public SWIGTYPE_p_tiledb_subarray_handle_t getSubArrayp() {
    return new SWIGTYPE_p_tiledb_subarray_handle_t(this);
  }

  /** Sets the configuration. Only {@code sm.read_range_oob} has an effect. */
  public synchronized void setConfig(Config config) throws TileDBError {
    ranges.cropping(isCropping(config));
  }

  /** Returns whether ranges outside the domain are cropped, instead of being errors. */
  static boolean isCropping(Config config) throws TileDBError {
    return !config.text("sm.read_range_oob").equals("error");
  }

  /**
   * Adds a range of a dimension, both ends inclusive.
   *
   * @param dimIdx the index of the dimension
   * @param stride must be null
   * @throws TileDBError if the ends are not of the Java class of the dimension, or not in order
   */
  public synchronized SubArray addRange(int dimIdx, Object start, Object end, Object stride)
      throws TileDBError {
    ranges.requireNoStride(stride);
    ranges.add(dimIdx, start, end);
    return this;
  }

  /**
   * Adds ranges of one coordinate each.
   *
   * @param start a Java array of coordinates, such as int[] for INT32
   * @param count how many of them to add
   */
  public synchronized SubArray addPointRanges(int dimIdx, Object start, BigInteger count)
      throws TileDBError {
    Util.checkBigIntegerRange(count);
    int length = java.lang.reflect.Array.getLength(start);
    if (count.compareTo(BigInteger.valueOf(length)) > 0) {
      throw new TileDBError("the array has %d points; got count %s".formatted(length, count));
    }
    for (int i = 0; i < count.intValue(); i++) {
      Object point = java.lang.reflect.Array.get(start, i);
      ranges.add(dimIdx, point, point);
    }
    return this;
  }

  /** Adds a range of a dimension; see {@link #addRange}. */
  public synchronized SubArray addRangeByName(String name, Object start, Object end, Object stride)
      throws TileDBError {
    return addRange(ranges.index(name), start, end, stride);
  }

  /** Adds a range of a string dimension, both ends inclusive. */
  public synchronized SubArray addRangeVar(int dimIdx, String start, String end)
      throws TileDBError {
    ranges.requireStrings(dimIdx);
    ranges.add(dimIdx, start, end);
    return this;
  }

  /** Adds a range of a string dimension, both ends inclusive. */
  public synchronized SubArray addRangeVarByName(String name, String start, String end)
      throws TileDBError {
    return addRangeVar(ranges.index(name), start, end);
  }

  /** Returns the number of ranges of a dimension: 1, the domain, if none was added. */
  public synchronized long getRangeNum(int dimIdx) throws TileDBError {
    return ranges.count(dimIdx);
  }

  /** Returns the number of ranges of a dimension: 1, the domain, if none was added. */
  public synchronized long getRangeNumFromName(String name) throws TileDBError {
    return getRangeNum(ranges.index(name));
  }

  /** Returns the ends of a range of a dimension. */
  public synchronized Pair<Object, Object> getRange(int dimIdx, long rangeIdx) throws TileDBError {
    return ranges.get(dimIdx, rangeIdx);
  }

  /** Returns the ends of a range of a dimension. */
  public synchronized Pair<Object, Object> getRangeFromName(String name, long rangeIdx)
      throws TileDBError {
    return getRange(ranges.index(name), rangeIdx);
  }

  /** Returns the sizes in bytes of the ends of a range of a string dimension. */
  public synchronized Pair<Long, Long> getRangeVarSize(int dimIdx, long rangeIdx)
      throws TileDBError {
    return sizes(getRangeVar(dimIdx, rangeIdx));
  }

  /** Returns the sizes in bytes of the ends of a range of a string dimension. */
  public synchronized Pair<Long, Long> getRangeVarSizeByName(String name, BigInteger rangeIdx)
      throws TileDBError {
    return sizes(getRangeVarByName(name, rangeIdx));
  }

  /** Returns the ends of a range of a string dimension; empty if no range was added. */
  public synchronized Pair<String, String> getRangeVar(int dimIdx, long rangeIdx)
      throws TileDBError {
    ranges.requireStrings(dimIdx);
    return texts(getRange(dimIdx, rangeIdx));
  }

  /** Returns the ends of a range of a string dimension; empty if no range was added. */
  public synchronized Pair<String, String> getRangeVarByName(String name, BigInteger rangeIdx)
      throws TileDBError {
    Util.checkBigIntegerRange(rangeIdx);
    return getRangeVar(ranges.index(name), rangeIdx.longValue());
  }

  private static Pair<String, String> texts(Pair<Object, Object> ends) {
    return new Pair<>((String) ends.getFirst(), (String) ends.getSecond());
  }

  private static Pair<Long, Long> sizes(Pair<String, String> ends) {
    return new Pair<>((long) ends.getFirst().length(), (long) ends.getSecond().length());
  }

  /** Sets whether adjacent ranges that are added later are joined (default: true). */
  public synchronized void setCoalesceRanges(boolean flag) throws TileDBError {
    ranges.coalescing(flag);
  }

  /**
   * Replaces the ranges of all dimensions by one each.
   *
   * @param subarray the lowest and the highest coordinate of each dimension
   */
  public synchronized SubArray setSubarray(NativeArray subarray) throws TileDBError {
    ranges.set(subarray);
    return this;
  }

  /** Replaces the ranges of all dimensions by one each; see {@link #setSubarray(NativeArray)}. */
  synchronized SubArray setSubarray(ByteBuffer subarray) throws TileDBError {
    ranges.set(subarray);
    return this;
  }

  /** Returns the ends of a range of a label. */
  public synchronized Pair<Object, Object> getLabelRange(String name, long rangeIndex)
      throws TileDBError {
    return ranges.getLabel(name, rangeIndex);
  }

  /**
   * Returns the name of the label that has ranges for a dimension.
   *
   * @throws TileDBError if there is none
   */
  public synchronized String getLabelName(long dimIndex) throws TileDBError {
    return ranges.labelName(dimIndex);
  }

  /**
   * Adds a range of a label, both ends inclusive.
   *
   * @param stride must be null
   */
  public synchronized void addLabelRange(String name, Object start, Object end, Object stride)
      throws TileDBError {
    ranges.requireNoStride(stride);
    ranges.addLabel(name, start, end);
  }

  /** Returns the number of ranges of a label. */
  public synchronized long getLabelRangeNum(String name) throws TileDBError {
    return ranges.labelCount(name);
  }

  /**
   * Adds a range of a label with strings, both ends inclusive.
   *
   * @param startSize not used
   * @param endSize not used
   */
  public synchronized void addLabelRangeVar(
      String name, String start, long startSize, String end, long endSize) throws TileDBError {
    ranges.addLabel(name, start, end);
  }

  /** Returns the ends of a range of a label with strings. */
  public synchronized Pair<String, String> getLabelRangeVar(String name, long rangeIdx)
      throws TileDBError {
    return texts(getLabelRange(name, rangeIdx));
  }

  /** Returns the sizes in bytes of the ends of a range of a label with strings. */
  public synchronized Pair<Long, Long> getLabelRangeVarSize(String name, long rangeIdx)
      throws TileDBError {
    return sizes(getLabelRangeVar(name, rangeIdx));
  }

  /** Returns whether a label of a dimension has ranges. */
  public synchronized boolean hasLabelRanges(long index) throws TileDBError {
    return ranges.hasLabel(index);
  }

  /** Returns the context. */
  Context ctx() {
    return ctx;
  }

  /** Does nothing: this object holds no resources, and does not own its array. */
  @Override
  public void close() {}
}
