package io.azulejo.schema;

/**
 * The declared order of an attribute's values. Constants are in the order of their codes on disk.
 */
public enum DataOrder {
  /** No order is declared. */
  UNORDERED,
  /** Each value is greater than its predecessor. */
  INCREASING,
  /** Each value is less than its predecessor. */
  DECREASING
}
