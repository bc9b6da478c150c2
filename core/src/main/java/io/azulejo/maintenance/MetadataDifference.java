package io.azulejo.maintenance;

/**
 * A key of which two arrays do not hold the same.
 *
 * @param key the key
 * @param kind which of them holds what
 */
public record MetadataDifference(String key, Kind kind) {
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
