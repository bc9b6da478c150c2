package io.azulejo.text.request;

/** A kind of coordinates, with its JSON key. */
enum CoordinateKind {
  INTEGERS("integers"),
  NUMBERS("numbers"),
  STRINGS("strings"),
  /** Strings that are not valid UTF-8, in hexadecimal. */
  BYTES("bytes");

  /** Key of the dimension or label to which the coordinates belong. */
  static final String DIMENSION = "dimension";

  private final String key;

  CoordinateKind(String key) {
    this.key = key;
  }

  String key() {
    return key;
  }
}
