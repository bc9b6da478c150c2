package io.azulejo.arrow;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A field of an Arrow schema.
 *
 * @param name its name
 * @param nullable whether values can be null
 * @param type the type of values; those of the dictionary where there is one
 * @param children the field of the values of lists
 * @param dictionary where values are indexes of a dictionary, which
 * @param metadata what its writer said of it, by key
 */
record ArrowField(
    String name,
    boolean nullable,
    ArrowType type,
    List<ArrowField> children,
    @Nullable DictionaryUse dictionary,
    Map<String, String> metadata) {
  /**
   * A dictionary that values are indexes of.
   *
   * @param id by which its batches call it
   * @param index the type of indexes
   * @param ordered whether the order of its values has a meaning
   */
  record DictionaryUse(long id, ArrowType index, boolean ordered) {}

  /** A field without children and metadata. */
  static ArrowField of(String name, boolean nullable, ArrowType type) {
    return new ArrowField(name, nullable, type, List.of(), null, Map.of());
  }

  /** The field of the values of a list. */
  ArrowField child() {
    return children.get(0);
  }
}
