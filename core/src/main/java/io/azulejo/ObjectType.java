package io.azulejo;

import io.azulejo.internal.snapshot.ObjectKind;

/** The type of the object at a location. */
public enum ObjectType {
  /** An array. */
  ARRAY,
  /** A group. */
  GROUP,
  /** Neither an array nor a group. */
  NONE;

  static ObjectType of(ObjectKind kind) {
    return switch (kind) {
      case ARRAY -> ARRAY;
      case GROUP -> GROUP;
      case NONE -> NONE;
    };
  }
}
