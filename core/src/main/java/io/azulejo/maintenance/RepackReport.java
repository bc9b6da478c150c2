package io.azulejo.maintenance;

import java.util.List;

/**
 * What repacking an array has made of it.
 *
 * @param cells the cells that were written
 * @param fragmentsBefore the fragments of the old array that were seen
 * @param fragmentsAfter the fragments of the new one
 * @param fields the bytes on disk, field by field; of all fragments that were seen, cells among
 *     them that are hidden by later ones or deleted
 */
public record RepackReport(
    long cells, long fragmentsBefore, long fragmentsAfter, List<FieldSize> fields) {
  /** Makes an immutable record: takes copies of its list. */
  public RepackReport {
    fields = List.copyOf(fields);
  }

  /** The bytes of all fields of the old array. */
  public long bytesBefore() {
    return fields.stream().mapToLong(FieldSize::before).sum();
  }

  /** The bytes of all fields of the new array. */
  public long bytesAfter() {
    return fields.stream().mapToLong(FieldSize::after).sum();
  }

  /**
   * The bytes of data files of a field: values, offsets, validity.
   *
   * @param field its name; {@code __coords} where old versions keep all coordinates in one file,
   *     {@code __timestamps} and the like for what the engine keeps of cells
   * @param before in the old array
   * @param after in the new one
   */
  public record FieldSize(String field, long before, long after) {}
}
