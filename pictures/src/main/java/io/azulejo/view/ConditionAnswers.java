package io.azulejo.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.TextBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Answers requests of the condition field: validation and completion. */
final class ConditionAnswers {
  private static final int SAMPLE = 4_000;
  private static final int MAX_VALUES = 200;

  private final ViewedObjects objects;

  ConditionAnswers(ViewedObjects objects) {
    this.objects = objects;
  }

  /**
   * Validates a condition for an array. The answer contains an error message, which is empty if the
   * condition is valid.
   */
  byte[] check(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    Array array = opened.array();
    String error = "";
    try {
      array.read(Selection.of(opened, parameters).request()).plan();
    } catch (InvalidRequestException e) {
      error = String.valueOf(e.getMessage());
    }
    String text = error;
    return Json.object(json -> json.writeStringField("problem", text));
  }

  /** Returns completions for the text before the caret. */
  byte[] complete(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    Array array = opened.array();
    String text = parameters.optional("text").orElse("");
    ConditionCompletion completion =
        new ConditionCompletion(fields(array), name -> values(opened, name));
    ConditionCompletion.Answer answer = completion.of(text);
    return Json.object(
        json -> {
          json.writeNumberField("from", answer.from());
          json.writeArrayFieldStart("suggestions");
          for (ConditionCompletion.Suggestion suggestion : answer.suggestions()) {
            write(json, suggestion);
          }
          json.writeEndArray();
        });
  }

  private static void write(JsonGenerator json, ConditionCompletion.Suggestion suggestion)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("text", suggestion.text());
    json.writeStringField("note", suggestion.note());
    json.writeEndObject();
  }

  private static List<ConditionCompletion.Field> fields(Array array) {
    List<ConditionCompletion.Field> fields = new ArrayList<>();
    for (Dimension dimension : array.schema().dimensions()) {
      fields.add(field(dimension.name(), dimension.type(), "dimension", false));
    }
    for (Attribute attribute : array.schema().attributes()) {
      String kind = attribute.enumeration().isPresent() ? "enumeration" : "attribute";
      fields.add(field(attribute.name(), attribute.type(), kind, attribute.nullable()));
    }
    return fields;
  }

  private static ConditionCompletion.Field field(
      String name, Datatype type, String kind, boolean nullable) {
    boolean text = type.isString() || type == Datatype.CHAR || kind.equals("enumeration");
    return new ConditionCompletion.Field(
        name, type.toString() + " " + kind, text, nullable, type.isFloatingPoint());
  }

  /**
   * Returns values of a field in the notation of conditions: the values of its enumeration, or
   * values from a sample of cells.
   */
  private static List<String> values(OpenedArray opened, String name) {
    return opened
        .note(SampleValues.class, name, () -> new SampleValues(sample(opened.array(), name)))
        .texts();
  }

  private record SampleValues(List<String> texts) {}

  private static List<String> sample(Array array, String name) {
    ReadRequest request = ReadRequest.ALL.select(name).layout(Layout.UNORDERED).limit(SAMPLE);
    RowField field = RowField.of(array, request).get(0);
    boolean number =
        field.isSingle() && field.enumeration().isEmpty() && !field.type().isDatetime();
    CellText cells = CellText.of(field, CellText.Notation.PLAIN);
    TextBuffer text = new TextBuffer(64);
    Set<String> found = new TreeSet<>();
    Consumer<Column> collect =
        column -> {
          for (int row = 0; row < column.rows() && found.size() < MAX_VALUES; row++) {
            if (!column.isNull(row)) {
              cells.append(text, column, column.data(), row);
              found.add(literal(text.toString(), field.type().isDatetime()));
              text.truncate(0);
            }
          }
        };
    if (field.enumeration().isPresent() && field.type().isInteger()) {
      int[] indexes =
          IntStream.range(0, field.enumeration().get().size()).limit(MAX_VALUES).toArray();
      collect.accept(Column.of(name, field.type(), indexes));
    } else if (array.nonEmptyDomain().isPresent() && !number && !field.type().isBytes()) {
      try (BatchReader in = array.read(request).batches()) {
        in.forEach(batch -> collect.accept(batch.column(0)));
      }
    }
    return List.copyOf(found);
  }

  private static String literal(String text, boolean bare) {
    return bare ? text : "'" + text.replace("'", "''") + "'";
  }
}
