package io.azulejo.text.row;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.input.InputField;
import io.azulejo.text.value.QuotedText;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** Parses values of an enumeration and appends their indexes. */
final class EnumerationParser extends ValueParser {
  private static final int SHOWN = 8;

  private final Enumeration enumeration;
  private final Datatype type;
  private final boolean indexes;
  private final Optional<Consumer<byte[]>> newValues;
  private final CellParser values;
  private final CellBytes value = new CellBytes(64);
  private final byte[][] known;
  private final int[] slots; // index + 1, or 0 if free

  /**
   * Creates a parser for an enumeration.
   *
   * @param type type of the indexes
   * @param indexes whether unquoted texts are indexes instead of values
   * @param newValues receives values that the enumeration lacks; see {@link InputField#newValues}
   */
  public EnumerationParser(
      Enumeration enumeration,
      Datatype type,
      boolean indexes,
      Optional<Consumer<byte[]>> newValues) {
    this.enumeration = enumeration;
    this.newValues = newValues;
    this.type = type;
    this.indexes = indexes;
    this.values =
        CellParser.of(
            new InputField(
                enumeration.name(),
                enumeration.type(),
                enumeration.cellValNum(),
                false,
                Optional.empty(),
                Optional.empty()),
            false);
    known = new byte[enumeration.size()][];
    slots = new int[Math.max(16, Integer.highestOneBit(Math.max(1, known.length)) * 4)];
    for (int i = 0; i < known.length; i++) {
      known[i] = enumeration.value(i);
      int slot = slot(known[i], 0, known[i].length);
      if (slots[slot] == 0) {
        slots[slot] = i + 1;
      }
    }
  }

  @Override
  public void put(CellBytes out, char[] text, int start, int end) {
    put(out, text, start, end, CellNotation.BARE);
  }

  public void put(CellBytes out, char[] text, int start, int end, CellNotation notation) {
    boolean index = indexes && notation == CellNotation.BARE;
    if (index && TimeParser.isPlainNumber(text, start, end)) {
      out.put(index(text, start, end), type.size());
      return;
    }
    if (end - start > 1 && text[start] == '#') {
      out.put(NumberParser.integer(text, start + 1, end, type), type.size());
      return;
    }
    value.truncate(0);
    values.put(value, text, start, end, notation);
    int slot = slot(value.array(), 0, value.size());
    if (slots[slot] == 0 && index) {
      index(text, start, end);
    }
    if (slots[slot] != 0) {
      out.put(slots[slot] - 1, type.size());
    } else if (newValues.isPresent()) {
      newValues.get().accept(Arrays.copyOf(value.array(), value.size()));
      out.put(0, type.size());
    } else {
      throw new BadCell(
          "%s is not a value of the enumeration %s, which has %s; %s"
              .formatted(
                  BadCell.shown(text, start, end),
                  QuotedText.shortened(enumeration.name()),
                  shown(),
                  enumeration.ordered()
                      ? "it is ordered; to append values, use evolve --extend-enumeration"
                      : "use --extend-enumerations to add it"));
    }
  }

  private long index(char[] text, int start, int end) {
    try {
      return NumberParser.integer(text, start, end, type);
    } catch (BadCell e) {
      throw new BadCell(e.getMessage() + "; expected an index of the enumeration, not a value");
    }
  }

  private String shown() {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < Math.min(SHOWN, known.length); i++) {
      list.append(i == 0 ? "" : ", ").append(MessageText.of(enumeration, known[i]));
    }
    return known.length == 0
        ? "no values"
        : known.length > SHOWN
            ? list + " and %d more".formatted(known.length - SHOWN)
            : list.toString();
  }

  private int slot(byte[] bytes, int start, int end) {
    int hash = 1;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + bytes[i];
    }
    int mask = slots.length - 1;
    int slot = (hash ^ hash >>> 15) * 0x9e3779b1 >>> 8 & mask;
    while (slots[slot] != 0) {
      byte[] other = known[slots[slot] - 1];
      if (Arrays.equals(other, 0, other.length, bytes, start, end)) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
    return slot;
  }
}
