package io.azulejo.cli.argument;

import io.azulejo.cli.rows.RowOrder;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.text.value.QuotedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A parser for sort orders on the command line. An order is a comma-separated list of fields. Each
 * field can be followed by {@code asc} or {@code desc}.
 */
public final class OrderText {
  private static final String OPTION = "--order-by";

  private OrderText() {}

  /**
   * Parses a sort order. A field that is not in quotes is kept as typed, so that it can be an
   * aggregate.
   *
   * @throws InvalidRequestException if a field is missing or repeated, or a direction is invalid
   */
  public static RowOrder parse(String text) {
    List<RowOrder.Key> keys = new ArrayList<>();
    int from = 0;
    while (from <= text.length()) {
      int end = endOfKey(text, from);
      RowOrder.Key key = key(text, text.substring(from, end).strip());
      if (keys.stream().anyMatch(k -> k.field().equals(key.field()))) {
        throw error(text, QuotedText.ofName(key.field()) + " is given more than once");
      }
      keys.add(key);
      from = end + 1;
    }
    return new RowOrder(keys);
  }

  /**
   * Returns the position of the next comma outside quotes and parentheses, or the length of the
   * text.
   */
  private static int endOfKey(String text, int from) {
    int depth = 0;
    boolean quoted = false;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\\' && quoted) {
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == ',' && depth == 0) {
        return at;
      } else if (!quoted) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      }
    }
    return text.length();
  }

  private static RowOrder.Key key(String text, String part) {
    OptionScanner words = OptionScanner.of(part, OPTION);
    String name;
    String direction;
    if (part.startsWith("\"")) {
      name = words.next("").text();
      direction = words.rest().strip();
    } else {
      int blank = part.lastIndexOf(' ');
      String last = part.substring(blank + 1).toLowerCase(Locale.ROOT);
      boolean directed = blank > 0 && !part.endsWith(")");
      name = directed ? part.substring(0, blank).strip() : part;
      direction = directed ? last : "";
    }
    boolean descending = direction.equalsIgnoreCase("desc");
    if (!descending && !direction.isEmpty() && !direction.equalsIgnoreCase("asc")) {
      throw error(text, "\"" + direction + "\" is not a direction; use asc (the default) or desc");
    }
    if (name.isEmpty()) {
      throw error(text, "the field is missing; expected NAME or NAME desc");
    }
    return new RowOrder.Key(name, descending);
  }

  /**
   * Checks that all fields of a sort order exist.
   *
   * @param names the valid fields
   * @throws InvalidRequestException if a field does not exist
   */
  static void check(RowOrder order, List<String> names) {
    for (RowOrder.Key key : order.keys()) {
      if (!names.contains(key.field())) {
        throw new InvalidRequestException(
            "%s: unknown field %s; valid: %s%s"
                .formatted(
                    OPTION,
                    QuotedText.ofName(key.field()),
                    String.join(", ", names.stream().map(QuotedText::ofName).toList()),
                    key.field().startsWith("-") && names.contains(key.field().substring(1))
                        ? "; for descending order, use " + key.field().substring(1) + " desc"
                        : Suggestion.hint(key.field(), names)));
      }
    }
  }

  private static InvalidRequestException error(String text, String reason) {
    return new InvalidRequestException(OPTION + " " + text + ": " + reason);
  }
}
