package io.azulejo.cli.rows;

import java.util.List;

/**
 * A sort order for rows: by the first key, then by the second key, and so on. The sort is stable.
 * In both directions, values come first. NaN, NaT and enumeration indexes without a value follow,
 * then nulls. The two floating-point zeros are equal.
 *
 * @param keys the sort keys, most significant first; an empty list keeps the order of the rows
 */
public record RowOrder(List<Key> keys) {
  /** Creates an order with an immutable copy of the keys. */
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
