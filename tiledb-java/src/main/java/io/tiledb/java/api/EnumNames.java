package io.tiledb.java.api;

/** Finds enum constants by the name that they share with constants of the C API. */
final class EnumNames {
  private EnumNames() {}

  static <E extends Enum<E>> E find(E[] values, Enum<?> sought) throws TileDBError {
    for (E value : values) {
      if (value.name().equals(sought.name())) {
        return value;
      }
    }
    throw new TileDBError(
        "%s has no constant %s"
            .formatted(values[0].getDeclaringClass().getSimpleName(), sought.name()));
  }
}
