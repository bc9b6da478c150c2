package io.azulejo.query;

/**
 * An upper bound of the size of one field in the result of a read (bytes). The result never has
 * more, but may have much less: bounds follow from the sizes of tiles, no cell is looked at. A sum
 * that does not fit is {@link Long#MAX_VALUE}. Immutable.
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
