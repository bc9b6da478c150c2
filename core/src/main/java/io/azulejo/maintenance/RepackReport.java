package io.azulejo.maintenance;

import java.util.List;

/**
 * The sizes of an array before and after it was repacked. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface RepackReport {
  /** Returns the number of cells written to the new array. */
  long cells();

  /** Returns the number of fragments in the old array that were visible to the read. */
  long fragmentsBefore();

  /** Returns the number of fragments in the new array. */
  long fragmentsAfter();

  /**
   * Returns the size on disk of each field. The sizes of the old array cover all visible fragments,
   * including cells that are hidden or deleted.
   */
  List<FieldSize> fields();

  /** Returns the total size of all fields in the old array, in bytes. */
  default long bytesBefore() {
    return fields().stream().mapToLong(FieldSize::before).sum();
  }

  /** Returns the total size of all fields in the new array, in bytes. */
  default long bytesAfter() {
    return fields().stream().mapToLong(FieldSize::after).sum();
  }

  /** The size of one field's data files, which hold its values, offsets and validity. */
  interface FieldSize {
    /**
     * Returns the name of the field. It is {@code __coords} if an old format version stores all
     * coordinates in one file, and a name such as {@code __timestamps} for the engine's own fields.
     */
    String field();

    /** Returns the size of the field in the old array, in bytes. */
    long before();

    /** Returns the size of the field in the new array, in bytes. */
    long after();
  }
}
