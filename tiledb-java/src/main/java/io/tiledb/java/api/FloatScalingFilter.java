package io.tiledb.java.api;

/**
 * Stores floating-point numbers as integers: the number minus the offset, divided by the factor and
 * rounded. This loses precision.
 */
public class FloatScalingFilter extends Filter {
  private static final long DEFAULT_BYTE_WIDTH = 8;

  /** Creates a filter with the factor 1, the offset 0 and integers of 8 bytes. */
  public FloatScalingFilter(Context ctx) throws TileDBError {
    this(ctx, 0, 1, DEFAULT_BYTE_WIDTH);
  }

  /**
   * Creates a filter.
   *
   * @param offset the number that is stored as 0; finite
   * @param factor the difference of numbers that are stored as consecutive integers; finite, not 0
   * @param byteWidth size of the stored integers in bytes: 1, 2, 4 or 8
   * @throws TileDBError if an argument is not valid
   */
  public FloatScalingFilter(Context ctx, double offset, double factor, long byteWidth)
      throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.scaleFloat(1, 0, DEFAULT_BYTE_WIDTH));
    setOffset(ctx, offset);
    setFactor(ctx, factor);
    setByteWidth(ctx, byteWidth);
  }

  FloatScalingFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }

  /** Sets the number that is stored as 0. */
  public void setOffset(Context ctx, double offset) throws TileDBError {
    if (!Double.isFinite(offset)) {
      ctx.fail(new TileDBError("the offset of FloatScalingFilter must be finite, not " + offset));
    } else {
      replace(offset, getFactor(), getByteWidth());
    }
  }

  /** Sets the difference of numbers that are stored as consecutive integers. */
  public void setFactor(Context ctx, double factor) throws TileDBError {
    if (!Double.isFinite(factor) || Math.abs(factor) < Double.MIN_NORMAL) {
      ctx.fail(new TileDBError("the factor of FloatScalingFilter must be finite, not " + factor));
    } else {
      replace(getOffset(), factor, getByteWidth());
    }
  }

  /** Sets the size of the stored integers in bytes: 1, 2, 4 or 8. */
  public void setByteWidth(Context ctx, long byteWidth) throws TileDBError {
    if (byteWidth < 1 || byteWidth > 8 || Long.bitCount(byteWidth) != 1) {
      ctx.fail(
          new TileDBError(
              "the byte width of FloatScalingFilter must be 1, 2, 4 or 8, not " + byteWidth));
    } else {
      replace(getOffset(), getFactor(), byteWidth);
    }
  }

  private void replace(double offset, double factor, long byteWidth) {
    replace(io.azulejo.schema.Filter.scaleFloat(factor, offset, byteWidth));
  }

  /** Returns the size of the stored integers in bytes. */
  public long getByteWidth() throws TileDBError {
    return toEngine().byteWidth();
  }

  /** Returns the difference of numbers that are stored as consecutive integers. */
  public double getFactor() throws TileDBError {
    return toEngine().scale();
  }

  /** Returns the number that is stored as 0. */
  public double getOffset() throws TileDBError {
    return toEngine().offset();
  }
}
