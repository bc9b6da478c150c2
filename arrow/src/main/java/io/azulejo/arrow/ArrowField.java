package io.azulejo.arrow;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A field of an Arrow schema.
 *
 * @param name the field name
 * @param nullable whether values can be null
 * @param type the type of the values; for a field with a dictionary, the type of its values
 * @param children for a list, the single field of its values; otherwise empty
 * @param dictionary the dictionary that the values refer to by index; null if there is none
 * @param metadata the custom metadata of the field, by key
 */
record ArrowField(
    String name,
    boolean nullable,
    ArrowType type,
    List<ArrowField> children,
    @Nullable DictionaryUse dictionary,
    Map<String, String> metadata) {
  /**
   * A field's reference to a dictionary.
   *
   * @param id the ID of the dictionary, as in dictionary messages
   * @param index the integer type of the indexes
   * @param ordered whether the order of the dictionary's values is meaningful
   */
  record DictionaryUse(long id, ArrowType index, boolean ordered) {}

  /** Creates a field without children, dictionary and metadata. */
  static ArrowField of(String name, boolean nullable, ArrowType type) {
    return new ArrowField(name, nullable, type, List.of(), null, Map.of());
  }

  /** Returns the field that describes the values of a list. Call it only for lists. */
  ArrowField child() {
    return children.get(0);
  }
}
