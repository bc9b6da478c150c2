package io.azulejo.maintenance;

import io.azulejo.query.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The differences between two arrays, called the first and the second array. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface ArrayDifference {
  /** Returns the parts of the schemas that differ. */
  List<SchemaPart> schema();

  /** Returns the metadata keys whose values differ, sorted by key. */
  List<MetadataKey> metadata();

  /** Returns the comparison of the cells. */
  Cells cells();

  /**
   * Returns the comparison of the label arrays' cells, by label name, for the dimension labels that
   * both arrays have.
   */
  Map<String, Cells> labels();

  /** Returns whether the arrays have the same schema (including the layout), metadata and cells. */
  default boolean isSame() {
    return schema().isEmpty() && holdsSame();
  }

  /** Returns whether the arrays have the same metadata and cells, even if their schemas differ. */
  default boolean holdsSame() {
    return metadata().isEmpty()
        && cells().isSame()
        && labels().values().stream().allMatch(Cells::isSame);
  }

  /**
   * A comparison of the cells of two arrays. Two cells are the same if their coordinates and all
   * common attributes have the same bits. NaN therefore equals NaN with the same bits, and 0.0
   * differs from -0.0. Two null cells are the same, whatever values are stored for them. Attributes
   * with an enumeration are compared by their indexes.
   */
  interface Cells {
    /** Returns the number of cells that are the same in both arrays. */
    long same();

    /**
     * Returns the number of cells that both arrays have at the same coordinates, but with different
     * values.
     */
    long different();

    /** Returns the number of cells that only the first array has. */
    long onlyInFirst();

    /** Returns the number of cells that only the second array has. */
    long onlyInSecond();

    /**
     * Returns the number of cells with different values for each compared attribute, by attribute
     * name.
     */
    Map<String, Long> byAttribute();

    /** Returns the first cells that differ, in read order, up to {@link DiffRequest#limit()}. */
    List<Cell> first();

    /** Returns the reason why the cells could not be compared; empty if they were compared. */
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
     * Returns the first array's cell with its coordinates and compared attributes. Empty if only
     * the second array has this cell.
     */
    Optional<Row> first();

    /**
     * Returns the second array's cell with its coordinates and compared attributes. Empty if only
     * the first array has this cell.
     */
    Optional<Row> second();

    /**
     * Returns the names of the attributes whose values differ; empty if only one array has the
     * cell.
     */
    List<String> attributes();
  }

  /** A metadata key with different values in two arrays. */
  interface MetadataKey {
    /** Returns the key. */
    String key();

    /** Returns the kind of difference. */
    Kind kind();

    /** The kinds of differences between two values of a metadata key. */
    enum Kind {
      /** Only the first array has the key. */
      ONLY_IN_FIRST,
      /** Only the second array has the key. */
      ONLY_IN_SECOND,
      /** Both arrays have the key, but the type, the number of values or a value differs. */
      DIFFERENT
    }
  }

  /** A part of the schema that differs between two arrays. */
  interface SchemaPart {
    /** Returns the name of the part, such as {@code capacity} or {@code attribute "a" filters}. */
    String part();

    /**
     * Returns a description of the part in the first schema; empty if that schema lacks the part.
     */
    Optional<String> first();

    /**
     * Returns a description of the part in the second schema; empty if that schema lacks the part.
     */
    Optional<String> second();
  }
}
