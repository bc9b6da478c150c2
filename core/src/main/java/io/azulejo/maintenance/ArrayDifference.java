package io.azulejo.maintenance;

import io.azulejo.query.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The differences between two arrays, the first and the second. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface ArrayDifference {
  /** Returns the differing parts of the schemas. */
  List<SchemaPart> schema();

  /** Returns the metadata keys with differing values, in key order. */
  List<MetadataKey> metadata();

  /** Returns the comparison of the cells. */
  Cells cells();

  /** Returns the comparisons of dimension labels' cells, by the names of common labels. */
  Map<String, Cells> labels();

  /** Returns whether schemas (including layouts), metadata and cells are the same. */
  default boolean isSame() {
    return schema().isEmpty() && holdsSame();
  }

  /** Returns whether metadata and cells are the same, even if the schemas differ. */
  default boolean holdsSame() {
    return metadata().isEmpty()
        && cells().isSame()
        && labels().values().stream().allMatch(Cells::isSame);
  }

  /**
   * A comparison of the cells of two arrays. Cells are the same if their coordinates and all common
   * attributes have the same bits: NaNs with equal bits are the same, 0.0 and -0.0 differ. Two
   * nulls are the same whatever values they hide. For attributes with enumerations, the indexes are
   * compared.
   */
  interface Cells {
    /** Returns the number of cells that are the same in both arrays. */
    long same();

    /** Returns the number of coordinates at which both arrays have cells with different values. */
    long different();

    /** Returns the number of cells only in the first array. */
    long onlyInFirst();

    /** Returns the number of cells only in the second array. */
    long onlyInSecond();

    /** Returns the number of differing cells by compared attribute. */
    Map<String, Long> byAttribute();

    /** Returns the first cells that differ, in read order. */
    List<Cell> first();

    /** Returns why the cells could not be compared; empty if they were. */
    Optional<String> notCompared();

    /** Returns whether all cells are the same. */
    default boolean isSame() {
      return notCompared().isEmpty()
          && different() == 0
          && onlyInFirst() == 0
          && onlyInSecond() == 0;
    }
  }

  /** A cell that differs between two arrays. */
  interface Cell {
    /**
     * Returns the cell of the first array with its coordinates and compared attributes; empty if
     * only the second array has the cell.
     */
    Optional<Row> first();

    /** Returns the cell of the second array, like {@link #first}. */
    Optional<Row> second();

    /** Returns the attributes whose values differ; empty if only one array has the cell. */
    List<String> attributes();
  }

  /** A metadata key whose value differs between two arrays. */
  interface MetadataKey {
    /** Returns the key. */
    String key();

    /** Returns the kind of difference. */
    Kind kind();

    /** The kind of difference between two values. */
    enum Kind {
      /** The second array lacks the key. */
      ONLY_IN_FIRST,
      /** The first array lacks the key. */
      ONLY_IN_SECOND,
      /** Both arrays have the key, with different types, numbers of values or values. */
      DIFFERENT
    }
  }

  /** A part of the schema that differs between two arrays. */
  interface SchemaPart {
    /** Returns the name of the part, such as {@code capacity} or {@code attribute "a" filters}. */
    String part();

    /** Returns the part in the first schema; empty if it does not exist there. */
    Optional<String> first();

    /** Returns the part in the second schema; empty if it does not exist there. */
    Optional<String> second();
  }
}
