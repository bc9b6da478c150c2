package io.azulejo.text.row;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.value.QuotedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds batches of array fields from parsed rows. The coordinates of a dense array are optional: a
 * file contains either all of them or none.
 */
public final class BatchBuilder implements RowHandler {
  public static final int ROWS = 1 << 16;
  private static final int BYTES = 16 << 20;

  /** Maximum number of cells in a batch. A batch with many columns therefore has fewer rows. */
  private static final int CELLS = 64 * ROWS;

  private final Map<String, Integer> positions = new HashMap<>();
  private final List<String> names = new ArrayList<>(); // names of all fields
  private final int required;
  private final boolean some;
  private final int room; // maximum rows per batch
  private InputColumn[] columns; // the optional columns come last
  private int rows;
  private boolean started;

  /**
   * Creates an empty builder.
   *
   * @param optional fields that a file must contain either completely or not at all
   * @param options how cells are parsed
   * @param some whether to skip table columns that are not fields; otherwise they are errors
   */
  public BatchBuilder(
      List<InputField> needed, List<InputField> optional, RowOptions options, boolean some) {
    this.some = some;
    List<InputField> fields = new ArrayList<>(needed);
    fields.addAll(optional);
    required = needed.size();
    columns = new InputColumn[fields.size()];
    room = Math.max(1, Math.min(ROWS, CELLS / Math.max(1, columns.length)));
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new InputColumn(fields.get(i), options.indexes(), options.notation(), room);
      positions.put(fields.get(i).name(), i);
      names.add(fields.get(i).name());
    }
  }

  @Override
  public int column(String name) {
    Integer position = positions.get(name);
    if (position == null) {
      throw new BadCell(
          () ->
              "unknown field %s; valid: %s%s"
                  .formatted(
                      MessageText.quoted(name),
                      QuotedText.list(names),
                      Suggestion.hint(name, positions.keySet())));
    }
    return position;
  }

  @Override
  public int[] header(List<String> written) {
    // An array can have an attribute whose name is empty.
    List<String> header = positions.containsKey("") ? written : TableHeader.named(written);
    int[] order = new int[header.size()];
    Set<String> missing = new LinkedHashSet<>(positions.keySet());
    for (int i = 0; i < order.length; i++) {
      Integer position = positions.get(header.get(i));
      if (position == null && some) {
        order[i] = -1;
        continue;
      }
      if (position == null) {
        throw new InvalidRequestException(
            "the header row has column %s, but the array has no such field; valid: %s%s"
                .formatted(
                    MessageText.quoted(header.get(i)),
                    QuotedText.list(names),
                    Suggestion.hint(header.get(i), positions.keySet())));
      }
      if (!missing.remove(header.get(i))) {
        throw new InvalidRequestException(
            "the header row has column %s twice".formatted(MessageText.quoted(header.get(i))));
      }
      order[i] = position;
    }
    if (!started
        && missing.size() < positions.size()
        && Arrays.stream(columns, required, columns.length)
            .allMatch(c -> missing.contains(c.field().name()))) {
      Arrays.stream(columns, required, columns.length)
          .forEach(c -> missing.remove(c.field().name()));
      leaveOut();
    }
    started = true;
    if (!missing.isEmpty()) {
      List<String> lost = new ArrayList<>();
      for (InputColumn column : columns) {
        if (missing.contains(column.field().name())) {
          lost.add(column.field().name());
        }
      }
      throw new InvalidRequestException(
          "no column for %s; the header row has %s"
              .formatted(QuotedText.list(lost), QuotedText.list(header)));
    }
    return order;
  }

  @Override
  public void cell(int column, char[] text, int start, int end, CellNotation notation) {
    requireFirst(column);
    columns[column].cell(text, start, end, notation, 0);
  }

  @Override
  public void missingCell(int column, boolean empty) {
    requireFirst(column);
    columns[column].missingCell(empty);
  }

  private void requireFirst(int column) {
    if (columns[column].rows() != rows) {
      throw new BadCell("the value is given twice");
    }
  }

  @Override
  public void endRow() {
    if (!started) {
      started = true;
      int first = rows;
      if (Arrays.stream(columns, required, columns.length).allMatch(c -> c.rows() == first)) {
        leaveOut();
      }
    }
    for (InputColumn column : columns) {
      if (column.rows() == rows) {
        if (!column.field().nullable()) {
          throw new BadCell("the value of \"%s\" is missing".formatted(column.field().name()));
        }
        column.missingCell(false);
      }
    }
    rows++;
  }

  @Override
  public void dropRow() {
    for (InputColumn column : columns) {
      column.truncate(rows);
    }
  }

  @Override
  public String name(int column) {
    return columns[column].field().name();
  }

  private void leaveOut() {
    for (int i = required; i < columns.length; i++) {
      positions.remove(columns[i].field().name());
    }
    columns = Arrays.copyOf(columns, required);
  }

  /**
   * Returns whether the file contains the optional fields. The result is valid after the first row.
   */
  public boolean isWhole() {
    return columns.length > required;
  }

  public int rows() {
    return rows;
  }

  @Override
  public boolean takeColumn(int column, RowBlock block, int index) {
    try {
      block.copyTo(columns[column], index);
      return true;
    } catch (BadCell e) {
      return false;
    }
  }

  @Override
  public void endRows(int count) {
    rows += count;
  }

  @Override
  public void discardRows() {
    dropRow();
  }

  /** Returns whether to take the batch before adding the given number of rows. */
  public boolean isFull(int more) {
    if (rows + more > room) {
      return true;
    }
    long bytes = 0;
    for (InputColumn column : columns) {
      bytes += column.bytes();
    }
    return bytes >= BYTES;
  }

  /** Returns the collected rows as a batch, and starts an empty one. */
  public Batch take() {
    List<Column> taken = new ArrayList<>();
    for (InputColumn column : columns) {
      taken.add(column.take());
    }
    Batch batch = Batch.of(rows, taken);
    rows = 0;
    return batch;
  }

  /** Discards all rows. */
  public void clear() {
    rows = 0;
    for (InputColumn column : columns) {
      column.truncate(0);
    }
  }
}
