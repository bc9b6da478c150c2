package io.azulejo.text.request;

/** The kinds of coordinates: keys of the objects that hold them. */
enum CoordinateKind {
  INTEGERS("integers"),
  NUMBERS("numbers"),
  STRINGS("strings"),
  /** Strings that are no UTF-8, as hexadecimal digits. */
  BYTES("bytes");

  /** The key of the dimension, or label, beside them. */
  static final String DIMENSION = "dimension";

  private final String key;

  CoordinateKind(String key) {
    this.key = key;
  }

  String key() {
    return key;
  }
}
