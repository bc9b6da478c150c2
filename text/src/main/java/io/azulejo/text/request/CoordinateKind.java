package io.azulejo.text.request;

/** Kinds of coordinates, and the JSON keys that hold them. */
enum CoordinateKind {
  INTEGERS("integers"),
  NUMBERS("numbers"),
  STRINGS("strings"),
  /** Strings that are not UTF-8, as hexadecimal digits. */
  BYTES("bytes");

  /** The key of the dimension or label next to the coordinates. */
  static final String DIMENSION = "dimension";

  private final String key;

  CoordinateKind(String key) {
    this.key = key;
  }

  String key() {
    return key;
  }
}
