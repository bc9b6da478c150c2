package io.azulejo.text.row;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.JsonMistake;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/** Parses JSON objects, either as elements of one list or as a sequence of objects. */
final class JsonRowParser extends RowParser {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private final JsonParser json;
  private boolean inList;
  private boolean started;
  private String[] names = new String[16]; // keys of the previous row, in order
  private int[] columns = new int[16];
  private char[] list = new char[256];
  private int length;
  private RowSink sink;

  public JsonRowParser(Reader in) throws IOException {
    json = FACTORY.createParser(in);
  }

  @Override
  public boolean next(RowSink target) throws IOException {
    sink = target;
    try {
      JsonToken token = json.nextToken();
      if (!started) {
        started = true;
        inList = token == JsonToken.START_ARRAY;
        token = inList ? json.nextToken() : token;
      }
      if (token == null) {
        return false;
      }
      if (inList && token == JsonToken.END_ARRAY) {
        if (json.nextToken() != null) {
          throw wrong("unexpected text after the list of rows");
        }
        return false;
      }
      if (token != JsonToken.START_OBJECT) {
        throw wrong("expected a row as an object, such as {\"name\": 1}");
      }
      row();
      return true;
    } catch (JsonProcessingException e) {
      throw new InvalidRequestException("line " + lineOf(e) + ": " + JsonMistake.of(e), null, e);
    }
  }

  private void row() throws IOException {
    long first = line();
    int index = 0;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      int column = column(index++, json.currentName());
      JsonToken token = json.nextToken();
      if (column < 0) {
        json.skipChildren();
      } else {
        value(column, token);
      }
    }
    sink.endRow(first);
  }

  /**
   * Returns the column of a key. The key most likely has the same position as in the previous row.
   */
  private int column(int index, String name) {
    if (index == names.length) {
      names = Arrays.copyOf(names, 2 * index);
      columns = Arrays.copyOf(columns, 2 * index);
    }
    if (!name.equals(names[index])) {
      try {
        columns[index] = sink.column(name);
        names[index] = name;
      } catch (BadCell e) {
        sink.fail(-1, e);
        return -1;
      }
    }
    return columns[index];
  }

  private void value(int column, JsonToken token) throws IOException {
    switch (token) {
      case VALUE_NULL -> sink.missingCell(column, false);
      case START_OBJECT -> {
        sink.fail(column, "objects are not supported as values");
        json.skipChildren();
      }
      case START_ARRAY -> {
        if (list()) {
          sink.cell(column, list, 0, length, CellNotation.LIST);
        } else {
          sink.fail(column, "lists cannot contain lists, objects or nulls");
        }
      }
      default -> {
        char[] text = json.getTextCharacters();
        int from = json.getTextOffset();
        CellNotation notation =
            token == JsonToken.VALUE_STRING ? CellNotation.QUOTED : CellNotation.BARE;
        sink.cell(column, text, from, from + json.getTextLength(), notation);
      }
    }
  }

  /** Collects the text of a list, and returns whether its elements are single values. */
  private boolean list() throws IOException {
    length = 0;
    append('[');
    boolean plain = true;
    int depth = 1;
    while (depth > 0) {
      JsonToken token = json.nextToken();
      if (token == JsonToken.END_ARRAY || token == JsonToken.END_OBJECT) {
        depth--;
      } else if (token == JsonToken.START_ARRAY || token == JsonToken.START_OBJECT) {
        depth++;
        plain = false;
      } else {
        plain &= token != JsonToken.VALUE_NULL;
        element(token == JsonToken.VALUE_STRING);
      }
    }
    append(']');
    return plain;
  }

  private void element(boolean quoted) throws IOException {
    if (length > 1) {
      append(',');
    }
    char[] text = json.getTextCharacters();
    int from = json.getTextOffset();
    int to = from + json.getTextLength();
    if (quoted) {
      append('"');
    }
    for (int i = from; i < to; i++) {
      if (quoted && (text[i] == '"' || text[i] == '\\')) {
        append('\\');
      }
      append(text[i]);
    }
    if (quoted) {
      append('"');
    }
  }

  private void append(char c) {
    if (length == list.length) {
      list = Arrays.copyOf(list, 2 * length);
    }
    list[length++] = c;
  }

  /** Returns the line of an error, or the parser's current line if the error has no location. */
  private long lineOf(JsonProcessingException mistake) {
    JsonLocation place = mistake.getLocation();
    return (place == null ? json.currentLocation() : place).getLineNr();
  }

  private InvalidRequestException wrong(String reason) {
    return new InvalidRequestException("line " + line() + ": " + reason);
  }

  @Override
  public long line() {
    return json.currentTokenLocation().getLineNr();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
