package io.azulejo.query;

/**
 * An upper bound for the size of one field in the result of a read, in bytes. The bound follows
 * from the sizes of tiles, without reading cells, so the actual size may be much smaller. If a sum
 * overflows, the bound is {@link Long#MAX_VALUE}. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface SizeBound {
  /** Returns the upper bound for the values, in bytes. */
  long data();

  /**
   * Returns the upper bound for the offsets, in bytes: 8 per cell for a variable-size field,
   * otherwise 0.
   */
  long offsets();

  /**
   * Returns the upper bound for the validity, in bytes: 1 per cell for a nullable field, otherwise
   * 0.
   */
  long validity();
}
