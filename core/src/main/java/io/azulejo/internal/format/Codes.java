package io.azulejo.internal.format;

import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import java.util.HashMap;
import java.util.Map;

/** Numbers on disk and what they stand for. */
final class Codes<E> {
  /** Of types. */
  static final Codes<Datatype> DATATYPES = byOrdinal("datatype", Datatype.class);

  /** Of orders of cells and tiles. */
  static final Codes<Layout> LAYOUTS = byOrdinal("layout", Layout.class);

  /** Of promised orders of values. */
  static final Codes<DataOrder> DATA_ORDERS = byOrdinal("data order", DataOrder.class);

  private final String what;
  private final Map<Integer, E> meanings = new HashMap<>();
  private final Map<E, Integer> codes = new HashMap<>();

  private Codes(String what) {
    this.what = what;
  }

  /** Constants whose code is their position. */
  static <E extends Enum<E>> Codes<E> byOrdinal(String what, Class<E> type) {
    Codes<E> all = new Codes<>(what);
    for (E constant : type.getEnumConstants()) {
      all.with(constant.ordinal(), constant);
    }
    return all;
  }

  /** No codes yet. */
  static <E> Codes<E> of(String what) {
    return new Codes<>(what);
  }

  /** Adds a code. */
  Codes<E> with(int code, E meaning) {
    meanings.put(code, meaning);
    codes.put(meaning, code);
    return this;
  }

  /** What the codes are of, for messages. */
  String what() {
    return what;
  }

  /** What a code stands for; null when it stands for nothing. */
  E meaning(int code) {
    return meanings.get(code);
  }

  /** The code of a value. */
  int code(E meaning) {
    Integer code = codes.get(meaning);
    if (code == null) {
      throw new IllegalArgumentException(meaning + " is no " + what);
    }
    return code;
  }
}
