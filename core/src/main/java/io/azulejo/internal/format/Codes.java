package io.azulejo.internal.format;

import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import java.util.HashMap;
import java.util.Map;

/** A mapping between codes on disk and their meanings. */
final class Codes<E> {
  /** Codes of types. */
  static final Codes<Datatype> DATATYPES = byOrdinal("datatype", Datatype.class);

  /** Codes of the orders of cells and tiles. */
  static final Codes<Layout> LAYOUTS = byOrdinal("layout", Layout.class);

  /** Codes of the declared orders of values. */
  static final Codes<DataOrder> DATA_ORDERS = byOrdinal("data order", DataOrder.class);

  private final String what;
  private final Map<Integer, E> meanings = new HashMap<>();
  private final Map<E, Integer> codes = new HashMap<>();

  private Codes(String what) {
    this.what = what;
  }

  /** Maps each constant of an enum to its ordinal. */
  static <E extends Enum<E>> Codes<E> byOrdinal(String what, Class<E> type) {
    Codes<E> all = new Codes<>(what);
    for (E constant : type.getEnumConstants()) {
      all.with(constant.ordinal(), constant);
    }
    return all;
  }

  /** Creates an empty mapping; {@code what} names it in messages. */
  static <E> Codes<E> of(String what) {
    return new Codes<>(what);
  }

  /** Adds a code. */
  Codes<E> with(int code, E meaning) {
    meanings.put(code, meaning);
    codes.put(meaning, code);
    return this;
  }

  /** Returns the name of the mapping in messages. */
  String what() {
    return what;
  }

  /** Returns the meaning of a code, or null if the code is unknown. */
  E meaning(int code) {
    return meanings.get(code);
  }

  /** Returns the code of a value. */
  int code(E meaning) {
    Integer code = codes.get(meaning);
    if (code == null) {
      throw new IllegalArgumentException(meaning + " is not a valid " + what);
    }
    return code;
  }
}
