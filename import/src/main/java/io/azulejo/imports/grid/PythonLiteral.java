package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses Python literals: strings, integers and booleans, and lists, tuples and dicts that contain
 * them.
 */
final class PythonLiteral {
  private static final int DEEPEST = 8;

  private final String text;
  private int at;

  private PythonLiteral(String text) {
    this.text = text;
  }

  /** Parses a literal and returns it as a String, Long, Boolean, List or Map. */
  static Object parse(String text) {
    PythonLiteral literal = new PythonLiteral(text);
    Object value = literal.value(0);
    literal.skip();
    if (literal.at < text.length()) {
      throw literal.wrong();
    }
    return value;
  }

  private Object value(int depth) {
    skip();
    if (depth > DEEPEST || at == text.length()) {
      throw wrong();
    }
    char c = text.charAt(at);
    if (c == '\'' || c == '"') {
      return string(c);
    }
    if (c == '(' || c == '[') {
      at++;
      return list(c == '(' ? ')' : ']', depth);
    }
    if (c == '{') {
      at++;
      return map(depth);
    }
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
      at++;
    }
    String word = text.substring(start, at);
    if (word.equals("True") || word.equals("False")) {
      return word.equals("True");
    }
    try {
      // Python 2 wrote long integers with an L.
      return Long.parseLong(word.endsWith("L") ? word.substring(0, word.length() - 1) : word);
    } catch (NumberFormatException e) {
      throw wrong();
    }
  }

  private String string(char quote) {
    int end = text.indexOf(quote, at + 1);
    if (end < 0 || text.substring(at, end).indexOf('\\') >= 0) {
      throw wrong();
    }
    String string = text.substring(at + 1, end);
    at = end + 1;
    return string;
  }

  private List<Object> list(char end, int depth) {
    List<Object> values = new ArrayList<>();
    while (!ends(end)) {
      values.add(value(depth + 1));
      separator(end);
    }
    return values;
  }

  private Map<String, Object> map(int depth) {
    Map<String, Object> values = new LinkedHashMap<>();
    while (!ends('}')) {
      if (!(value(depth + 1) instanceof String key)) {
        throw wrong();
      }
      skip();
      if (at == text.length() || text.charAt(at++) != ':') {
        throw wrong();
      }
      values.put(key, value(depth + 1));
      separator('}');
    }
    return values;
  }

  private boolean ends(char end) {
    skip();
    if (at < text.length() && text.charAt(at) == end) {
      at++;
      return true;
    }
    return false;
  }

  private void separator(char end) {
    skip();
    if (at < text.length() && text.charAt(at) == ',') {
      at++;
    } else if (at == text.length() || text.charAt(at) != end) {
      throw wrong();
    }
  }

  private void skip() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private InvalidRequestException wrong() {
    return new InvalidRequestException(
        "the header of the NumPy array is damaged at character " + (at + 1));
  }
}
