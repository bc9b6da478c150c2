package io.azulejo;

import io.azulejo.internal.snapshot.ObjectKind;

/** Whether a location is an array, a group or neither. */
public enum ObjectType {
  /** An array. */
  ARRAY,
  /** A group. */
  GROUP,
  /** Neither. */
  NONE;

  static ObjectType of(ObjectKind kind) {
    return switch (kind) {
      case ARRAY -> ARRAY;
      case GROUP -> GROUP;
      case NONE -> NONE;
    };
  }
}
