package io.azulejo.maintenance;

import io.azulejo.query.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The differences between two arrays, the first and the second. Immutable.
 *
 * <p>Azulejo implements this interface and those in it; later releases may add methods.
 */
public interface ArrayDifference {
  /** Returns the parts of the schemas that differ. */
  List<SchemaPart> schema();

  /** Returns the keys whose values differ, in the order of the keys. */
  List<MetadataKey> metadata();

  /** Returns how the cells compare. */
  Cells cells();

  /**
   * Returns how the cells of the arrays of dimension labels compare, by the names of the labels
   * that both arrays have.
   */
  Map<String, Cells> labels();

  /** Returns whether schemas, layouts included, metadata and cells are the same. */
  default boolean isSame() {
    return schema().isEmpty() && holdsSame();
  }

  /** Returns whether the arrays hold the same metadata and cells, however their schemas differ. */
  default boolean holdsSame() {
    return metadata().isEmpty()
        && cells().isSame()
        && labels().values().stream().allMatch(Cells::isSame);
  }

  /**
   * How the cells of two arrays compare. Cells are the same if their coordinates and the values of
   * all attributes that both arrays have are the same to the bit: NaN is the same as NaN of the
   * same bits, and -0.0 is not 0.0. Null is the same as null, whatever lies beneath it. Values of
   * attributes with enumerations are the indexes.
   */
  interface Cells {
    /** Returns the number of cells that both arrays have. */
    long same();

    /** Returns the number of cells at coordinates that both arrays have, whose values differ. */
    long different();

    /** Returns the number of cells that only the first array has. */
    long onlyInFirst();

    /** Returns the number of cells that only the second array has. */
    long onlyInSecond();

    /** Returns the number of different cells for each compared attribute. */
    Map<String, Long> byAttribute();

    /** Returns the first cells that are not the same, in the order of the read. */
    List<Cell> first();

    /** Returns why cells could not be compared; empty if they were. */
    Optional<String> notCompared();

    /** Returns whether all cells are the same. */
    default boolean isSame() {
      return notCompared().isEmpty()
          && different() == 0
          && onlyInFirst() == 0
          && onlyInSecond() == 0;
    }
  }

  /** A cell that is not the same in two arrays. */
  interface Cell {
    /**
     * Returns the cell of the first array, with its coordinates and the compared attributes; empty
     * if only the second array has the cell.
     */
    Optional<Row> first();

    /** Returns the cell of the second array, likewise. */
    Optional<Row> second();

    /** Returns the attributes whose values differ; none if only one array has the cell. */
    List<String> attributes();
  }

  /** A key whose value differs between two arrays. */
  interface MetadataKey {
    /** Returns the key. */
    String key();

    /** Returns how the values compare. */
    Kind kind();

    /** How values compare. */
    enum Kind {
      /** The second array lacks the key. */
      ONLY_IN_FIRST,
      /** The first array lacks the key. */
      ONLY_IN_SECOND,
      /** Both have it, with other types, numbers of values or values. */
      DIFFERENT
    }
  }

  /** A part of two schemas that is not the same in both. */
  interface SchemaPart {
    /** Returns the part, such as {@code capacity} or {@code attribute "a" filters}. */
    String part();

    /** Returns the part in the schema of the first array; empty if it has none. */
    Optional<String> first();

    /** Returns the part in the schema of the second array; empty if it has none. */
    Optional<String> second();
  }
}
