package io.azulejo.maintenance;

import java.util.List;

/**
 * The sizes of an array before and after repacking. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface RepackReport {
  /** Returns the number of cells written. */
  long cells();

  /** Returns the number of visible fragments in the old array. */
  long fragmentsBefore();

  /** Returns the number of fragments in the new array. */
  long fragmentsAfter();

  /**
   * Returns the size on disk by field. The old array counts all visible fragments, including cells
   * that are hidden or deleted.
   */
  List<FieldSize> fields();

  /** Returns the size of all fields in the old array, in bytes. */
  default long bytesBefore() {
    return fields().stream().mapToLong(FieldSize::before).sum();
  }

  /** Returns the size of all fields in the new array, in bytes. */
  default long bytesAfter() {
    return fields().stream().mapToLong(FieldSize::after).sum();
  }

  /** The size of a field's data files: values, offsets and validity. */
  interface FieldSize {
    /**
     * Returns the name of the field; {@code __coords} if an old version stores all coordinates in
     * one file, {@code __timestamps} and the like for the engine's own fields.
     */
    String field();

    /** Returns the size in the old array, in bytes. */
    long before();

    /** Returns the size in the new array, in bytes. */
    long after();
  }
}
