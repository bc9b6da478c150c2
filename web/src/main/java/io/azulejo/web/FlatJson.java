package io.azulejo.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads an array of objects without objects or arrays in them: enough for indexes of servers. */
final class FlatJson {
  private final String text;
  private int at;

  FlatJson(String text) {
    this.text = text;
  }

  /**
   * The objects, their values as text.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  List<Map<String, String>> objects() {
    List<Map<String, String>> objects = new ArrayList<>();
    expect('[');
    if (!accept(']')) {
      do {
        objects.add(object());
      } while (accept(','));
      expect(']');
    }
    if (next() != 0) {
      throw new IllegalArgumentException("text after the end");
    }
    return objects;
  }

  private Map<String, String> object() {
    Map<String, String> values = new HashMap<>();
    expect('{');
    if (!accept('}')) {
      do {
        expect('"');
        String name = string();
        expect(':');
        values.put(name, accept('"') ? string() : word());
      } while (accept(','));
      expect('}');
    }
    return values;
  }

  private String word() {
    next();
    int from = at;
    while (at < text.length() && "+-.".indexOf(text.charAt(at)) >= 0
        || at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    if (from == at) {
      throw new IllegalArgumentException("no value");
    }
    return text.substring(from, at);
  }

  private String string() {
    StringBuilder value = new StringBuilder();
    while (true) {
      char c = take();
      if (c == '"') {
        return value.toString();
      }
      value.append(c == '\\' ? escaped() : c);
    }
  }

  private char escaped() {
    char c = take();
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        if (at + 4 > text.length()) {
          throw new IllegalArgumentException("it ends early");
        }
        char code = (char) Integer.parseInt(text, at, at + 4, 16);
        at += 4;
        yield code;
      }
      default -> throw new IllegalArgumentException("an escape that is none");
    };
  }

  private char take() {
    if (at == text.length()) {
      throw new IllegalArgumentException("it ends early");
    }
    return text.charAt(at++);
  }

  /** The next character that is no blank; 0 at the end. */
  private char next() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean accept(char wanted) {
    if (next() != wanted) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw new IllegalArgumentException("no " + wanted);
    }
  }
}
