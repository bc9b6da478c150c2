package io.azulejo.query;

/**
 * Upper bound of the size of one field in the result of a read, in bytes. The actual size may be
 * much less: bounds follow from the sizes of tiles, and cells are not read. A sum that overflows is
 * {@link Long#MAX_VALUE}. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface SizeBound {
  /** Returns the bound of the values. */
  long data();

  /** Returns the bound of the offsets: 8 for each cell of a field of variable size, else 0. */
  long offsets();

  /** Returns the bound of the validity: 1 for each cell of a nullable field, else 0. */
  long validity();
}
