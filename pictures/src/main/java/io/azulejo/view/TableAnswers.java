package io.azulejo.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.TextBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Answers requests for the rows of an array by row number. */
final class TableAnswers {
  private static final int MAX_ROWS = 1_000;
  private static final int MAX_TEXT = 400;
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

  private final ViewedObjects objects;

  TableAnswers(ViewedObjects objects) {
    this.objects = objects;
  }

  /**
   * Returns rows, starting at {@code first}, and the number of all rows, which may be an estimate.
   */
  byte[] rows(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    Array array = opened.array();
    long first = parameters.whole("first", 0, Long.MAX_VALUE / 2);
    int count = (int) parameters.whole("count", 0, MAX_ROWS);
    Selection selection = Selection.of(opened, parameters);
    if (array.nonEmptyDomain().isEmpty()) {
      return answer(array, List.of(), List.of(), 0, true, "no cells written yet");
    }
    if (array.schema().isDense()
        && selection.condition().isEmpty()
        && DenseRows.isBox(array, selection.part())) {
      return dense(array, selection.part(), first, count);
    }
    RowParts parts =
        opened.note(
            RowParts.class,
            parameters.all("fix") + " " + parameters.optional("where").orElse(""),
            () -> new RowParts(array, selection.request()));
    parts.count(first + count, System.nanoTime() + PATIENCE_NANOS);
    List<Batch> batches = new ArrayList<>();
    List<RowField> fields = RowField.of(array, ReadRequest.ALL);
    List<String[]> rows = new ArrayList<>();
    long known = parts.known();
    while (rows.size() < count && first + rows.size() < known) {
      RowParts.Place place = parts.find(first + rows.size());
      int wanted = (int) Math.min(count - rows.size(), place.rows());
      int before = rows.size();
      read(array, place.request(), place.skip(), wanted, fields, rows);
      if (rows.size() == before) {
        break;
      }
    }
    boolean complete = parts.isComplete();
    String order =
        array.schema().isDense()
            ? "global order of the cells that match the condition, as the array stores them"
            : "global order, as the array stores its cells";
    return answer(array, fields, rows, complete ? known : parts.estimate(), complete, order);
  }

  private static byte[] dense(Array array, Subarray part, long first, int count)
      throws IOException {
    DenseRows numbers = new DenseRows(array, part);
    List<RowField> fields = RowField.of(array, ReadRequest.ALL);
    List<String[]> rows = new ArrayList<>();
    for (Subarray box : numbers.boxes(first, count)) {
      ReadRequest request = ReadRequest.ALL.subarray(box);
      read(array, request, 0, count - rows.size(), fields, rows);
    }
    String order = "row-major order: by coordinates; the last dimension varies fastest";
    return answer(array, fields, rows, numbers.total(), true, order);
  }

  private static void read(
      Array array,
      ReadRequest request,
      long skip,
      int wanted,
      List<RowField> fields,
      List<String[]> rows) {
    long toSkip = skip;
    int left = wanted;
    try (BatchReader in = array.read(request.limit(skip + wanted)).batches()) {
      for (Batch batch = in.next(); batch != null && left > 0; batch = in.next()) {
        if (batch.rows() <= toSkip) {
          toSkip -= batch.rows();
        } else {
          int from = (int) toSkip;
          int to = Math.min(batch.rows(), from + left);
          texts(batch, from, to, fields, rows);
          left -= to - from;
          toSkip = 0;
        }
        in.recycle(batch);
      }
    }
  }

  private static void texts(
      Batch batch, int from, int to, List<RowField> fields, List<String[]> rows) {
    int base = rows.size();
    for (int row = from; row < to; row++) {
      rows.add(new String[fields.size()]);
    }
    TextBuffer text = new TextBuffer(64);
    for (int f = 0; f < fields.size(); f++) {
      Column column = batch.column(f);
      CellText cells = CellText.of(fields.get(f), CellText.Notation.PLAIN);
      ByteBuffer data = column.data();
      for (int row = from; row < to; row++) {
        if (!column.isNull(row)) {
          cells.append(text, column, data, row);
          String whole = text.toString();
          rows.get(base + row - from)[f] =
              whole.length() <= MAX_TEXT ? whole : whole.substring(0, MAX_TEXT) + "…";
          text.truncate(0);
        }
      }
    }
  }

  private static byte[] answer(
      Array array,
      List<RowField> fields,
      List<String[]> rows,
      long total,
      boolean exact,
      String order)
      throws IOException {
    return Json.object(
        json -> {
          json.writeNumberField("total", total);
          json.writeBooleanField("exact", exact);
          json.writeStringField("order", order);
          json.writeArrayFieldStart("fields");
          for (RowField field : fields) {
            json.writeStartObject();
            json.writeStringField("name", field.name());
            json.writeBooleanField("dimension", array.schema().dimension(field.name()).isPresent());
            json.writeBooleanField("number", field.isSingle() && field.enumeration().isEmpty());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeArrayFieldStart("rows");
          for (String[] row : rows) {
            write(json, row);
          }
          json.writeEndArray();
        });
  }

  private static void write(JsonGenerator json, String[] row) throws IOException {
    json.writeStartArray();
    for (String cell : row) {
      if (cell == null) {
        json.writeNull();
      } else {
        json.writeString(cell);
      }
    }
    json.writeEndArray();
  }
}
