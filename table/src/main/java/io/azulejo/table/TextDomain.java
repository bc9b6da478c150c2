package io.azulejo.table;

import io.azulejo.internal.order.Intervals;
import io.azulejo.query.Condition;
import io.azulejo.table.Dialect.StringOrder;
import io.azulejo.table.Dialect.TrailingSpaces;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.Predicate.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The domain of a column of strings, in unsigned byte order. The array tests strings in this order.
 *
 * <p>An engine with Java strings differs in two ways. It sorts characters above {@code U+FFFF}
 * before {@code U+E000} to {@code U+FFFF}, and it sees {@code U+FFFD} for invalid UTF-8. Both
 * concern only bytes from 0x80 on. Therefore, the two orders agree up to the first non-ASCII
 * character of a literal.
 */
final class TextDomain extends CellDomain<byte[]> {
  private static final char REPLACEMENT = '\ufffd';

  private final Dialect dialect;
  private final boolean text;
  private final boolean single;

  /**
   * Creates a domain of strings.
   *
   * @param text whether the engine sees text instead of bytes
   * @param single whether each cell is a single byte. The array orders such cells as signed
   *     numbers, so conditions list the members of a set.
   * @param nullable whether cells can be stored as null
   */
  TextDomain(boolean text, boolean single, boolean nullable, Dialect dialect) {
    super(
        new CellSet<>(Intervals.all(Intervals.BYTES), false, nullable),
        new CellSet<>(Intervals.all(Intervals.BYTES), false, false));
    this.dialect = dialect;
    this.text = text;
    this.single = single;
  }

  @Override
  byte[] value(byte[] cell) {
    return cell;
  }

  private boolean isUtf16() {
    return text && dialect.stringOrder() == StringOrder.UTF16;
  }

  @Override
  Optional<Truth<byte[]>> compare(Operator operator, Value value) {
    Optional<byte[]> literal = bytes(value);
    if (literal.isEmpty()) {
      return Optional.empty();
    }
    boolean equality = operator == Operator.EQUAL || operator == Operator.SAME;
    if (text && dialect.trailingSpaces() == TrailingSpaces.IGNORED) {
      return Optional.of(padded(equality, operator, value));
    }
    if (isUtf16()) {
      String seen = ((Value.Text) value).value();
      if (asciiStart(seen).length() < seen.length()) {
        return Optional.of(compareUtf16(operator, seen));
      }
    }
    return Optional.of(compareBytes(operator, literal.get()));
  }

  private Truth<byte[]> compareBytes(Operator operator, byte[] literal) {
    Intervals<byte[]> from = Intervals.between(Intervals.BYTES, literal, null);
    Intervals<byte[]> beyond =
        Intervals.between(Intervals.BYTES, Intervals.BYTES.next(literal), null);
    return of(set(compared(operator, defined().values(), from, beyond)));
  }

  /** Compares in UTF-16 order with a literal that is not all ASCII. */
  private Truth<byte[]> compareUtf16(Operator operator, String literal) {
    switch (operator) {
      case EQUAL, SAME, NOT_EQUAL -> {
        if (known(literal).length() < literal.length()) {
          Truth<byte[]> equal = within(set(startingWith(known(literal))));
          return operator == Operator.NOT_EQUAL ? equal.not() : equal;
        }
        return compareBytes(operator, literal.getBytes(StandardCharsets.UTF_8));
      }
      default -> {
        // Both orders agree on strings before and after those with the same ASCII prefix.
        byte[] start = bytesOf(asciiStart(literal));
        Intervals<byte[]> upTo = Intervals.between(Intervals.BYTES, new byte[0], after(start));
        Intervals<byte[]> from = Intervals.between(Intervals.BYTES, start, null);
        boolean less = operator == Operator.LESS || operator == Operator.LESS_OR_EQUAL;
        CellSet<byte[]> yes = set(less ? upTo : from);
        CellSet<byte[]> no = set(less ? from : upTo);
        return new Truth<>(yes.and(defined()), false, no.and(defined()), false);
      }
    }
  }

  /**
   * Compares texts without regard to trailing spaces. Only equality and inequality can be
   * evaluated.
   */
  private Truth<byte[]> padded(boolean equality, Operator operator, Value value) {
    if (!(value instanceof Value.Text literal) || !(equality || operator == Operator.NOT_EQUAL)) {
      return unknown();
    }
    String stripped = literal.value().replaceAll(" +$", "");
    String start = isUtf16() ? known(stripped) : stripped;
    Truth<byte[]> equal = within(set(startingWith(start)));
    return equality ? equal : equal.not();
  }

  @Override
  Optional<Truth<byte[]>> match(Place place, Value value) {
    Optional<byte[]> literal = bytes(value);
    if (literal.isEmpty()) {
      return Optional.empty();
    }
    if (literal.get().length == 0) {
      return Optional.of(of(defined()));
    }
    if (place != Place.START) {
      return Optional.of(unknown());
    }
    if (value instanceof Value.Text start && text) {
      return Optional.of(starting(start.value(), true));
    }
    return Optional.of(of(set(startingWith(literal.get()))));
  }

  /**
   * Evaluates whether texts start with a literal.
   *
   * @param enough whether the prefix alone makes the predicate true; otherwise it is only necessary
   */
  private Truth<byte[]> starting(String literal, boolean enough) {
    String start = isUtf16() ? known(literal) : literal;
    CellSet<byte[]> yes = set(startingWith(start));
    return enough && start.length() == literal.length() ? of(yes) : within(yes);
  }

  @Override
  Optional<Truth<byte[]>> like(String pattern, Optional<Character> escape) {
    if (!text) {
      return Optional.empty();
    }
    StringBuilder start = new StringBuilder();
    int at = 0;
    while (at < pattern.length() && pattern.charAt(at) != '%' && pattern.charAt(at) != '_') {
      boolean escaped = escape.isPresent() && pattern.charAt(at) == escape.get();
      if (escaped && at + 1 == pattern.length()) {
        return Optional.of(unknown()); // some engines reject this pattern
      }
      at += escaped ? 1 : 0;
      start.append(pattern.charAt(at++));
    }
    String literal = start.toString();
    if (at < pattern.length()) {
      boolean anyEnd = pattern.substring(at).chars().allMatch(c -> c == '%');
      return Optional.of(starting(literal, anyEnd));
    }
    if (isUtf16() && known(literal).length() < literal.length()) {
      return Optional.of(starting(literal, false));
    }
    return Optional.of(compareBytes(Operator.EQUAL, bytesOf(literal)));
  }

  /**
   * Returns the bytes of a literal, or an empty result if it cannot be compared with this column.
   */
  private Optional<byte[]> bytes(Value value) {
    if (value instanceof Value.Text literal && text) {
      return Optional.of(bytesOf(literal.value()));
    }
    if (value instanceof Value.Bytes literal && !isUtf16()) {
      return Optional.of(literal.value());
    }
    return Optional.empty();
  }

  private static CellSet<byte[]> set(Intervals<byte[]> values) {
    return new CellSet<>(values, false, false);
  }

  private static Intervals<byte[]> startingWith(String start) {
    return startingWith(bytesOf(start));
  }

  private static Intervals<byte[]> startingWith(byte[] start) {
    return Intervals.between(Intervals.BYTES, start, after(start));
  }

  private static byte[] bytesOf(String literal) {
    return literal.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the smallest string that is greater than all strings with a prefix, or null if there is
   * none.
   */
  private static byte @Nullable [] after(byte[] start) {
    int length = start.length;
    while (length > 0 && start[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] end = Arrays.copyOf(start, length);
    end[length - 1]++;
    return end;
  }

  /** Returns the longest prefix of a text that is all ASCII. */
  private static String asciiStart(String literal) {
    int length = 0;
    while (length < literal.length() && literal.charAt(length) < 0x80) {
      length++;
    }
    return literal.substring(0, length);
  }

  /**
   * Returns the longest prefix of a text that only a single byte string decodes to. It ends before
   * the first {@code U+FFFD}, which can stand for invalid UTF-8, and before the first unpaired
   * surrogate.
   */
  private static String known(String literal) {
    int length = 0;
    while (length < literal.length()) {
      int c = literal.codePointAt(length);
      if (c == REPLACEMENT || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
        break;
      }
      length += Character.charCount(c);
    }
    return literal.substring(0, length);
  }

  @Override
  boolean isFull(Intervals<byte[]> values) {
    return single ? bytesIn(values).size() == 1 << Byte.SIZE : super.isFull(values);
  }

  /** Returns all strings of one byte that intervals contain. */
  private static List<Object> bytesIn(Intervals<byte[]> values) {
    List<Object> members = new ArrayList<>();
    for (int b = 0; b < 1 << Byte.SIZE; b++) {
      byte[] cell = {(byte) b};
      if (values.contains(cell)) {
        members.add(cell);
      }
    }
    return members;
  }

  @Override
  Condition values(Condition.Field field, Intervals<byte[]> some) {
    if (single) {
      return field.in(bytesIn(some).toArray());
    }
    List<byte[]> gaps = points(some.negated());
    if (gaps.size() == some.negated().spans().size()) {
      return gaps.size() == 1 ? field.notEqualTo(gaps.get(0)) : field.notIn(gaps.toArray());
    }
    List<Condition> parts = new ArrayList<>();
    List<byte[]> points = points(some);
    if (!points.isEmpty()) {
      parts.add(points.size() == 1 ? field.equalTo(points.get(0)) : field.in(points.toArray()));
    }
    for (Intervals.Span<byte[]> span : some.spans()) {
      if (!isPoint(span)) {
        byte[] end = span.end();
        Condition from = field.greaterThanOrEqualTo(span.low());
        Condition before = end == null ? from : field.lessThan(end);
        parts.add(end == null ? from : span.low().length == 0 ? before : from.and(before));
      }
    }
    return CellDomain.any(parts);
  }

  /** Returns the strings of the spans that contain only one string. */
  private static List<byte[]> points(Intervals<byte[]> values) {
    return values.spans().stream().filter(TextDomain::isPoint).map(Intervals.Span::low).toList();
  }

  private static boolean isPoint(Intervals.Span<byte[]> span) {
    return Arrays.equals(span.end(), Intervals.BYTES.next(span.low()));
  }
}
