package io.azulejo.cli.rows;

import java.util.List;

/**
 * An order of rows by the first key, then by the second key, and so on. Rows with equal keys keep
 * their order. In both directions, values come first, then NaN, NaT and indexes without a value,
 * then nulls. Both zeros are equal.
 *
 * @param keys the keys, at least one
 */
public record RowOrder(List<Key> keys) {
  /** Copies the list. */
  public RowOrder {
    keys = List.copyOf(keys);
  }

  /**
   * A sort key.
   *
   * @param field the name of the field
   * @param descending whether the greatest values come first
   */
  public record Key(String field, boolean descending) {}
}
