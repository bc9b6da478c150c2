package io.tiledb.libtiledb;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** The bounds of a range, as pointers to values with their sizes in bytes. */
public class tiledb_range_t {
  private @Nullable SWIGTYPE_p_void min;
  private @Nullable SWIGTYPE_p_void max;
  private BigInteger minSize = BigInteger.ZERO;
  private BigInteger maxSize = BigInteger.ZERO;

  /** Creates a range without bounds. */
  public tiledb_range_t() {}

  /** Sets the lower bound. */
  public void setMin(@Nullable SWIGTYPE_p_void value) {
    min = value;
  }

  /** Returns the lower bound; null if it is not set. */
  public @Nullable SWIGTYPE_p_void getMin() {
    return min;
  }

  /** Sets the size of the lower bound in bytes. */
  public void setMin_size(BigInteger value) {
    minSize = value;
  }

  /** Returns the size of the lower bound in bytes. */
  public BigInteger getMin_size() {
    return minSize;
  }

  /** Sets the upper bound. */
  public void setMax(@Nullable SWIGTYPE_p_void value) {
    max = value;
  }

  /** Returns the upper bound; null if it is not set. */
  public @Nullable SWIGTYPE_p_void getMax() {
    return max;
  }

  /** Sets the size of the upper bound in bytes. */
  public void setMax_size(BigInteger value) {
    maxSize = value;
  }

  /** Returns the size of the upper bound in bytes. */
  public BigInteger getMax_size() {
    return maxSize;
  }

  /** Releases the bounds. Repeated calls have no effect. */
  public synchronized void delete() {
    min = null;
    max = null;
  }
}
