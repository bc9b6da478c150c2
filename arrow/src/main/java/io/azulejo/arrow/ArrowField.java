package io.azulejo.arrow;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A field of an Arrow schema.
 *
 * @param name the name
 * @param nullable whether values can be null
 * @param type the type of the values, or of the dictionary's values if there is a dictionary
 * @param children for lists, the field of their values
 * @param dictionary the dictionary, if the values are indexes
 * @param metadata the metadata from its writer, by key
 */
record ArrowField(
    String name,
    boolean nullable,
    ArrowType type,
    List<ArrowField> children,
    @Nullable DictionaryUse dictionary,
    Map<String, String> metadata) {
  /**
   * A reference to a dictionary.
   *
   * @param id the id that dictionary batches refer to
   * @param index the type of the indexes
   * @param ordered whether the order of the values is meaningful
   */
  record DictionaryUse(long id, ArrowType index, boolean ordered) {}

  /** Creates a field without children and metadata. */
  static ArrowField of(String name, boolean nullable, ArrowType type) {
    return new ArrowField(name, nullable, type, List.of(), null, Map.of());
  }

  /** Returns the field of the values of a list. */
  ArrowField child() {
    return children.get(0);
  }
}
