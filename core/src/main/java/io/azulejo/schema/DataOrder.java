package io.azulejo.schema;

/** What is promised of the order of an attribute's values; the order is that of the codes. */
public enum DataOrder {
  /** No order is promised. */
  UNORDERED,
  /** Each value is greater than the one before. */
  INCREASING,
  /** Each value is less than the one before. */
  DECREASING
}
