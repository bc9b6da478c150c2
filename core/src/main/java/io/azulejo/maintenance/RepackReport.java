package io.azulejo.maintenance;

import java.util.List;

/**
 * The sizes of an array before and after repacking. Immutable.
 *
 * <p>Azulejo implements this interface and the one in it; later releases may add methods.
 */
public interface RepackReport {
  /** Returns the number of cells that were written. */
  long cells();

  /** Returns the number of visible fragments of the old array. */
  long fragmentsBefore();

  /** Returns the number of fragments of the new array. */
  long fragmentsAfter();

  /**
   * Returns the bytes on disk by field. Those of the old array are of all visible fragments, and
   * include cells that later ones hide or that are deleted.
   */
  List<FieldSize> fields();

  /** Returns the bytes of all fields of the old array. */
  default long bytesBefore() {
    return fields().stream().mapToLong(FieldSize::before).sum();
  }

  /** Returns the bytes of all fields of the new array. */
  default long bytesAfter() {
    return fields().stream().mapToLong(FieldSize::after).sum();
  }

  /** The bytes of the data files of a field: values, offsets, validity. */
  interface FieldSize {
    /**
     * Returns the name of the field; {@code __coords} if old versions keep all coordinates in one
     * file, {@code __timestamps} and the like for what the engine keeps of cells.
     */
    String field();

    /** Returns the bytes in the old array. */
    long before();

    /** Returns the bytes in the new array. */
    long after();
  }
}
