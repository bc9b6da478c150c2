package io.azulejo.schema;

/** The promised order of an attribute's values. Constants are in the order of the codes on disk. */
public enum DataOrder {
  /** No order is promised. */
  UNORDERED,
  /** Each value is greater than the one before. */
  INCREASING,
  /** Each value is less than the one before. */
  DECREASING
}
