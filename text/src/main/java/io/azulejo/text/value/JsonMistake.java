package io.azulejo.text.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Explains syntax errors in JSON texts and how to fix them. */
public final class JsonMistake {
  private static final Pattern TOKEN = Pattern.compile("Unrecognized token '(.{1,40})");
  private static final Pattern TWICE = Pattern.compile("Duplicate field '(.*)'");
  private static final Pattern CHARACTER =
      Pattern.compile("Unexpected (?:character \\(|close marker )'(.)'");

  private JsonMistake() {}

  /** Returns an explanation of a syntax error that names neither the line nor the parser. */
  public static String of(JsonProcessingException failure) {
    String message = failure.getOriginalMessage();
    if (failure instanceof JsonEOFException || message.startsWith("Unexpected end-of-input")) {
      return "the JSON is incomplete: a string, list or object is not closed; the file may be"
          + " truncated";
    }
    if (failure instanceof StreamConstraintsException) {
      return "the JSON has a name or number that is too long, or is nested too deeply";
    }
    Matcher token = TOKEN.matcher(message);
    if (token.find()) {
      return "\"%s\" is not a JSON value; put strings in double quotes; other values are numbers, true, false and null"
          .formatted(token.group(1).replaceFirst("'(:.*)?$", ""));
    }
    Matcher character = CHARACTER.matcher(message);
    if (character.find()) {
      return "unexpected %s; %s".formatted(character.group(1), expected(message));
    }
    Matcher twice = TWICE.matcher(message);
    if (twice.find()) {
      return "the key \"%s\" is given more than once".formatted(twice.group(1));
    }
    return message.startsWith("Illegal unquoted character")
        ? "a string contains a line break or another control character; write \\n for a line break"
        : message.startsWith("Unrecognized character escape")
            ? "a string contains an invalid escape; write \\\\ for a backslash"
            : message.contains("numeric value")
                ? "invalid number; write numbers like 0.5, -3 or 2e10"
                : "invalid JSON";
  }

  private static String expected(String message) {
    return message.contains("comma to separate")
        ? "separate values with commas"
        : message.contains("a colon")
            ? "put a colon between a name and its value"
            : message.contains("double-quote to start")
                ? "put names in double quotes"
                : "expected a string in double quotes, a number, true, false, null, a list or an object";
  }
}
