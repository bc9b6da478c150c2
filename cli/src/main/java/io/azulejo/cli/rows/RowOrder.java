package io.azulejo.cli.rows;

import java.util.List;

/**
 * An order of rows: by the first key, where that is equal by the second one, and so on. Rows that
 * are equal in all keys stay in the order in which they come. NaN, NaT and indexes without a value
 * come behind all values, and nulls behind these, whatever the direction. Both zeros are equal.
 *
 * @param keys at least one
 */
public record RowOrder(List<Key> keys) {
  /** Takes a copy of the list. */
  public RowOrder {
    keys = List.copyOf(keys);
  }

  /**
   * One field to order by.
   *
   * @param field its name
   * @param descending whether the greatest values come first
   */
  public record Key(String field, boolean descending) {}
}
