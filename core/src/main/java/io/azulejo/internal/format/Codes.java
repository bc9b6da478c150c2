package io.azulejo.internal.format;

import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import java.util.HashMap;
import java.util.Map;

/** A two-way mapping between codes on disk and their meanings. */
final class Codes<E> {
  /** The codes of data types. */
  static final Codes<Datatype> DATATYPES = byOrdinal("datatype", Datatype.class);

  /** The codes of cell orders and tile orders. */
  static final Codes<Layout> LAYOUTS = byOrdinal("layout", Layout.class);

  /** The codes of data orders, which declare how the values of a field are sorted. */
  static final Codes<DataOrder> DATA_ORDERS = byOrdinal("data order", DataOrder.class);

  private final String what;
  private final Map<Integer, E> meanings = new HashMap<>();
  private final Map<E, Integer> codes = new HashMap<>();

  private Codes(String what) {
    this.what = what;
  }

  /**
   * Creates a mapping in which the code of each enum constant is its ordinal.
   *
   * @param what the name of the mapping in error messages
   */
  static <E extends Enum<E>> Codes<E> byOrdinal(String what, Class<E> type) {
    Codes<E> all = new Codes<>(what);
    for (E constant : type.getEnumConstants()) {
      all.with(constant.ordinal(), constant);
    }
    return all;
  }

  /**
   * Creates an empty mapping.
   *
   * @param what the name of the mapping in error messages
   */
  static <E> Codes<E> of(String what) {
    return new Codes<>(what);
  }

  /** Adds a code and returns this mapping. */
  Codes<E> with(int code, E meaning) {
    meanings.put(code, meaning);
    codes.put(meaning, code);
    return this;
  }

  /** Returns the name of the mapping in error messages. */
  String what() {
    return what;
  }

  /** Returns the meaning of a code, or null if the code is unknown. */
  E meaning(int code) {
    return meanings.get(code);
  }

  /**
   * Returns the code of a meaning.
   *
   * @throws IllegalArgumentException if the meaning has no code
   */
  int code(E meaning) {
    Integer code = codes.get(meaning);
    if (code == null) {
      throw new IllegalArgumentException(meaning + " is not a valid " + what);
    }
    return code;
  }
}
