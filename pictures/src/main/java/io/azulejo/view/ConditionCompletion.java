package io.azulejo.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Suggests continuations for the text of a condition. */
final class ConditionCompletion {
  private static final int MAX_SUGGESTIONS = 50;

  /**
   * The tokens of a condition: words, names, quoted strings and symbols. An unclosed quote extends
   * to the end.
   */
  private static final Pattern WORD =
      Pattern.compile(
          "\\s*(?:([\\p{L}\\p{N}_.:+-]+)|(\"(?:[^\"]|\"\")*+\"?)|('(?:[^']|'')*+'?)|(<=|>=|!=|<>|==|[<>=(),]))");

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.]*");

  /**
   * A field that can appear in conditions.
   *
   * @param name the name of the field
   * @param note a description of the field
   * @param text whether the values are strings
   * @param nullable whether values can be null
   * @param floating whether the values are floating-point numbers
   */
  record Field(String name, String note, boolean text, boolean nullable, boolean floating) {}

  /** A suggestion and its description. */
  record Suggestion(String text, String note) {}

  /**
   * The suggestions for a text.
   *
   * @param from the start of the text that a suggestion replaces; the replaced text ends at the
   *     caret
   * @param suggestions the suggestions; those that start with the replaced text come first
   */
  record Answer(int from, List<Suggestion> suggestions) {}

  private enum Place {
    FIELD,
    OPERATOR,
    VALUE,
    LIST,
    LIST_NEXT,
    AFTER
  }

  private final List<Field> fields;
  private final Function<String, List<String>> values;

  /**
   * Creates the completion for the fields of an array.
   *
   * @param values returns values of the named field, in the notation of conditions
   */
  ConditionCompletion(List<Field> fields, Function<String, List<String>> values) {
    this.fields = fields;
    this.values = values;
  }

  /** Returns suggestions for the end of a text. */
  Answer of(String text) {
    Place place = Place.FIELD;
    Field field = null;
    String before = "";
    int at = 0;
    Matcher word = WORD.matcher(text);
    while (word.region(at, text.length()).lookingAt()) {
      int start = word.end() - word.group().stripLeading().length();
      String token = text.substring(start, word.end());
      boolean open = token.startsWith("'") || token.startsWith("\"");
      boolean closed = open && token.length() > 1 && token.endsWith(token.substring(0, 1));
      if (word.end() == text.length() && (!open || !closed) && isBegun(token)) {
        return new Answer(start, matching(place, field, before, token));
      }
      if (place == Place.FIELD) {
        field = field(token).orElse(field);
      }
      place = next(place, token.toLowerCase(Locale.ROOT), field(token).isPresent());
      before = token.toLowerCase(Locale.ROOT);
      at = word.end();
    }
    return new Answer(text.length(), matching(place, field, before, ""));
  }

  /** Returns whether a token may be incomplete. Parentheses and commas are always complete. */
  private static boolean isBegun(String token) {
    return !token.matches("[(),]");
  }

  private static Place next(Place place, String token, boolean isField) {
    if (token.equals("and") || token.equals("or")) {
      return Place.FIELD;
    }
    return switch (place) {
      case FIELD ->
          token.equals("(") || token.equals("not") || !isField ? Place.FIELD : Place.OPERATOR;
      case OPERATOR ->
          switch (token) {
            case "in" -> Place.LIST;
            case "is", "not" -> Place.OPERATOR;
            case "null", "nan" -> Place.AFTER;
            default -> Place.VALUE;
          };
      case VALUE -> Place.AFTER;
      case LIST -> token.equals("(") || token.equals(",") ? Place.LIST : Place.LIST_NEXT;
      case LIST_NEXT -> token.equals(",") ? Place.LIST : Place.AFTER;
      case AFTER -> Place.AFTER;
    };
  }

  private Optional<Field> field(String token) {
    String name =
        token.startsWith("\"") && token.length() > 1
            ? token.substring(1, token.length() - 1).replace("\"\"", "\"")
            : token;
    return fields.stream().filter(f -> f.name().equals(name)).findFirst();
  }

  private List<Suggestion> matching(Place place, Field field, String before, String begun) {
    String wanted = begun.toLowerCase(Locale.ROOT).replaceAll("^[\"']", "");
    List<Suggestion> starting = new ArrayList<>();
    List<Suggestion> containing = new ArrayList<>();
    for (Suggestion suggestion : all(place, field, before)) {
      String text = suggestion.text().toLowerCase(Locale.ROOT).replaceAll("^[\"']", "");
      if (text.startsWith(wanted)) {
        starting.add(suggestion);
      } else if (text.contains(wanted)) {
        containing.add(suggestion);
      }
    }
    starting.addAll(containing);
    return starting.subList(0, Math.min(MAX_SUGGESTIONS, starting.size()));
  }

  private List<Suggestion> all(Place place, Field field, String before) {
    List<Suggestion> all = new ArrayList<>();
    switch (place) {
      case FIELD -> {
        fields.forEach(f -> all.add(new Suggestion(name(f.name()), f.note())));
        all.add(new Suggestion("not", "negation"));
        all.add(new Suggestion("(", "a group"));
      }
      case OPERATOR -> operators(field, before, all);
      case VALUE -> values(field, all);
      case LIST -> {
        if (before.equals("in")) {
          all.add(new Suggestion("(", "a list of values"));
        } else {
          values(field, all);
        }
      }
      case LIST_NEXT -> {
        all.add(new Suggestion(",", "another value"));
        all.add(new Suggestion(")", "end of the list"));
      }
      case AFTER -> {
        all.add(new Suggestion("and", "both are true"));
        all.add(new Suggestion("or", "one is true"));
      }
    }
    return all;
  }

  private void values(Field field, List<Suggestion> all) {
    if (field != null) {
      values.apply(field.name()).forEach(v -> all.add(new Suggestion(v, "value")));
    }
  }

  private static void operators(Field field, String before, List<Suggestion> all) {
    if (before.equals("is")) {
      all.add(new Suggestion("null", ""));
      all.add(new Suggestion("not null", ""));
      all.add(new Suggestion("nan", ""));
      return;
    }
    for (String sign : List.of("=", "!=", "<", "<=", ">", ">=")) {
      all.add(new Suggestion(sign, ""));
    }
    all.add(new Suggestion("in", "one of a list"));
    all.add(new Suggestion("not in", "none of a list"));
    if (field != null && field.nullable()) {
      all.add(new Suggestion("is null", "no value"));
      all.add(new Suggestion("is not null", "any value"));
    }
    if (field != null && field.floating()) {
      all.add(new Suggestion("is nan", "not a number"));
    }
  }

  private static String name(String name) {
    return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
