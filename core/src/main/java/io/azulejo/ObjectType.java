package io.azulejo;

import io.azulejo.internal.snapshot.ObjectKind;

/** What a location can be. */
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
