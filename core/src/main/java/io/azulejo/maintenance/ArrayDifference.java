package io.azulejo.maintenance;

import io.azulejo.query.Row;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Where two arrays, the first and the second, differ.
 *
 * @param schema parts of the schemas, where they differ
 * @param metadata keys of which the values differ, in the order of the keys
 * @param cells how the cells compare
 * @param labels how the cells of the arrays of dimension labels compare, by the names of labels
 *     that both arrays have
 */
public record ArrayDifference(
    List<SchemaPart> schema, List<MetadataKey> metadata, Cells cells, Map<String, Cells> labels) {
  /** Makes an immutable record: takes copies of its collections. */
  public ArrayDifference {
    schema = List.copyOf(schema);
    metadata = List.copyOf(metadata);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** Whether the arrays say the same; their layouts, which schemas tell, count too. */
  public boolean isSame() {
    return schema.isEmpty() && holdsSame();
  }

  /** Whether the arrays hold the same metadata and cells, however their schemas differ. */
  public boolean holdsSame() {
    return metadata.isEmpty() && cells.isSame() && labels.values().stream().allMatch(Cells::isSame);
  }

  /**
   * How the cells of two arrays compare. Cells are the same where their coordinates and the values
   * of all attributes that both arrays have are the same to the bit: NaN is the same as NaN of the
   * same bits, and -0.0 is not 0.0. Null is the same as null, whatever lies beneath it. Values of
   * attributes with enumerations are the indexes.
   *
   * @param same the cells that both arrays have
   * @param different the cells at coordinates that both arrays have, of which values differ
   * @param onlyInFirst the cells of the first array alone
   * @param onlyInSecond the cells of the second array alone
   * @param byAttribute of how many of the different cells the values of an attribute differ, for
   *     the attributes that were compared
   * @param first the first cells that are not the same, in the order in which they were read
   * @param notCompared why cells could not be compared; empty where they were
   */
  public record Cells(
      long same,
      long different,
      long onlyInFirst,
      long onlyInSecond,
      Map<String, Long> byAttribute,
      List<Cell> first,
      Optional<String> notCompared) {
    /** Makes an immutable record: takes copies of its collections. */
    public Cells {
      byAttribute = Collections.unmodifiableMap(new LinkedHashMap<>(byAttribute));
      first = List.copyOf(first);
    }

    /** Cells that could not be compared. */
    public static Cells notCompared(String reason) {
      return new Cells(0, 0, 0, 0, Map.of(), List.of(), Optional.of(reason));
    }

    /** Whether all cells are the same. */
    public boolean isSame() {
      return notCompared.isEmpty() && different == 0 && onlyInFirst == 0 && onlyInSecond == 0;
    }
  }

  /**
   * A cell that is not the same in two arrays.
   *
   * @param first the first array's, with its coordinates and the attributes that were compared;
   *     empty where the second one alone has it
   * @param second the second array's; likewise
   * @param attributes the attributes whose values differ; none where only one array has the cell
   */
  public record Cell(Optional<Row> first, Optional<Row> second, List<String> attributes) {
    /** Makes an immutable record: takes copies of its list. */
    public Cell {
      Objects.requireNonNull(first, "first");
      Objects.requireNonNull(second, "second");
      attributes = List.copyOf(attributes);
    }

    @Override
    public String toString() {
      return first.map(Row::toString).orElse("none")
          + " / "
          + second.map(Row::toString).orElse("none");
    }
  }

  /**
   * A key of which two arrays do not hold the same.
   *
   * @param key the key
   * @param kind which of them holds what
   */
  public record MetadataKey(String key, Kind kind) {
    /** How values compare. */
    public enum Kind {
      /** The second array lacks the key. */
      ONLY_IN_FIRST,
      /** The first array lacks the key. */
      ONLY_IN_SECOND,
      /** Both have it, with other types, numbers of values or values. */
      DIFFERENT
    }
  }

  /**
   * A part of two schemas that is not the same in both.
   *
   * @param part what it is, such as {@code capacity} or {@code attribute "a" filters}
   * @param first the part in the schema of the first array; empty where it has none
   * @param second the part in the schema of the second array; likewise
   */
  public record SchemaPart(String part, Optional<String> first, Optional<String> second) {
    /** Checks that nothing is null. */
    public SchemaPart {
      Objects.requireNonNull(part, "part");
      Objects.requireNonNull(first, "first");
      Objects.requireNonNull(second, "second");
    }

    @Override
    public String toString() {
      return part + ": " + first.orElse("none") + " / " + second.orElse("none");
    }
  }
}
