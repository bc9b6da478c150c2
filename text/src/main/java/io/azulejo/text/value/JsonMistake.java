package io.azulejo.text.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes mistakes in JSON texts, and the remedy. */
public final class JsonMistake {
  private static final Pattern TOKEN = Pattern.compile("Unrecognized token '(.{1,40})");
  private static final Pattern TWICE = Pattern.compile("Duplicate field '(.*)'");
  private static final Pattern CHARACTER =
      Pattern.compile("Unexpected (?:character \\(|close marker )'(.)'");

  private JsonMistake() {}

  /** Returns the description of a mistake, without naming the line or the parser. */
  public static String of(JsonProcessingException failure) {
    String message = failure.getOriginalMessage();
    if (failure instanceof JsonEOFException || message.startsWith("Unexpected end-of-input")) {
      return "the JSON ends before it is complete: a text, a list or an object is not closed; the"
          + " file may be cut off";
    }
    if (failure instanceof StreamConstraintsException) {
      return "the JSON has a longer name or number, or deeper lists and objects, than can be read";
    }
    Matcher token = TOKEN.matcher(message);
    if (token.find()) {
      return "\"%s\" is not a value of JSON: texts stand in double quotes; other values are numbers, true, false and null"
          .formatted(token.group(1).replaceFirst("'(:.*)?$", ""));
    }
    Matcher character = CHARACTER.matcher(message);
    if (character.find()) {
      return "%s is not expected here; %s".formatted(character.group(1), expected(message));
    }
    Matcher twice = TWICE.matcher(message);
    if (twice.find()) {
      return "the key \"%s\" comes twice: give it once".formatted(twice.group(1));
    }
    return message.startsWith("Illegal unquoted character")
        ? "a text has a line break or another control character in it: write \\n for a line break"
        : message.startsWith("Unrecognized character escape")
            ? "a text has a backslash in it that begins no escape: write \\\\ for a backslash"
            : message.contains("numeric value")
                ? "a number is not as in JSON: write 0.5, -3 or 2e10"
                : "this is not JSON";
  }

  private static String expected(String message) {
    return message.contains("comma to separate")
        ? "a comma separates values"
        : message.contains("a colon")
            ? "a colon stands between a name and its value"
            : message.contains("double-quote to start")
                ? "names stand in double quotes"
                : "a value is a text in double quotes, a number, true, false, null, a list or an object";
  }
}
