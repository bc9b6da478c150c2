package io.azulejo;

/** What a location can be. */
public enum ObjectType {
  /** An array. */
  ARRAY,
  /** A group. */
  GROUP,
  /** Neither. */
  NONE
}
