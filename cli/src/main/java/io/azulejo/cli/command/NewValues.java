package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.ValueText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Collects values in input files that are missing in an array's enumerations. Safe for use by
 * several threads.
 */
final class NewValues {
  /** Maximum number of bytes to collect. It exceeds the maximum size of an enumeration. */
  private static final int MOST_BYTES = 16 << 20;

  /** Maximum number of values to show in messages. */
  private static final int SHOWN = 8;

  private final Map<String, Enumeration> enumerations = new LinkedHashMap<>();
  private final Map<String, Set<ByteBuffer>> values = new LinkedHashMap<>();
  private final Map<String, Consumer<byte[]>> receivers = new LinkedHashMap<>();
  private int bytes;

  private NewValues() {}

  /** Creates a collector without receivers, so that reads reject all new values. */
  static NewValues refused() {
    return new NewValues();
  }

  /**
   * Creates a collector for the enumerations of an array. Ordered enumerations are excluded,
   * because they cannot be extended.
   */
  static NewValues of(Array array) {
    NewValues all = new NewValues();
    for (Attribute attribute : array.schema().attributes()) {
      attribute.enumeration().ifPresent(name -> all.add(attribute, array.enumeration(name)));
    }
    return all;
  }

  private void add(Attribute attribute, Enumeration enumeration) {
    if (!enumeration.ordered()) {
      enumerations.put(enumeration.name(), enumeration);
      receivers.put(attribute.name(), value -> take(enumeration.name(), value));
    }
  }

  private synchronized void take(String enumeration, byte[] value) {
    if (bytes < MOST_BYTES
        && values
            .computeIfAbsent(enumeration, name -> new LinkedHashSet<>())
            .add(ByteBuffer.wrap(value))) {
      bytes += value.length + Long.BYTES;
    }
  }

  /** Returns the receivers of new values, by attribute name. */
  Map<String, Consumer<byte[]>> receivers() {
    return receivers;
  }

  /** Returns whether there is an enumeration whose new values can be collected. */
  boolean canReceive() {
    return !receivers.isEmpty();
  }

  /** Returns whether no new values were collected. */
  synchronized boolean isEmpty() {
    return values.isEmpty();
  }

  /**
   * Returns enumerations that contain only the new values. Each has the name and type of the
   * enumeration to extend.
   */
  synchronized List<Enumeration> enumerations() {
    List<Enumeration> all = new ArrayList<>();
    values.forEach((name, taken) -> all.add(enumeration(enumerations.get(name), taken)));
    return all;
  }

  private static Enumeration enumeration(Enumeration like, Set<ByteBuffer> values) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    long[] starts = new long[values.size()];
    int count = 0;
    for (ByteBuffer value : values) {
      starts[count++] = data.size();
      data.writeBytes(value.array());
    }
    return like.cellValNum() == Attribute.VAR
        ? Enumeration.var(like.name(), like.type(), false, data.toByteArray(), starts)
        : Enumeration.fixed(like.name(), like.type(), like.cellValNum(), false, data.toByteArray());
  }

  /** Returns a line with an enumeration's name and its first values, for messages. */
  static String text(Enumeration values) {
    StringBuilder text = new StringBuilder(QuotedText.ofName(values.name())).append(": ");
    for (int i = 0; i < Math.min(SHOWN, values.size()); i++) {
      text.append(i == 0 ? "" : ", ")
          .append(ValueText.of(values.type(), values.cellValNum(), values.value(i)));
    }
    return values.size() > SHOWN
        ? text.append(" and %,d more".formatted(values.size() - SHOWN)).toString()
        : text.toString();
  }
}
