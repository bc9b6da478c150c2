package io.azulejo.cli.data;

import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/** Looks at the rows of a file to find out what its columns hold. */
public final class TableScan implements RowHandler {
  private final boolean quotesMeanText;
  private final Set<String> enumerated;
  private final List<ColumnFacts> columns = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final List<Boolean> seen = new ArrayList<>();
  private long rows;

  private TableScan(boolean quotesMeanText, Set<String> enumerated) {
    this.quotesMeanText = quotesMeanText;
    this.enumerated = enumerated;
  }

  /**
   * What was found.
   *
   * @param columns the columns in their order
   * @param rows the rows that were looked at
   * @param complete whether these were all
   */
  public record Findings(List<ColumnFacts> columns, long rows, boolean complete) {}

  /**
   * Looks at the first rows of a file.
   *
   * @param enumerated the columns whose different values are wanted
   * @param most so many rows at the most
   * @param progress is told of the bytes that were read, again and again
   */
  public static Findings of(
      String name,
      InputStream in,
      DataFile.Options options,
      Set<String> enumerated,
      long most,
      LongConsumer progress)
      throws IOException {
    TableScan scan = new TableScan(options.format() != DataFormat.CSV, enumerated);
    try (DataFile rows = DataFile.open(name, in, options, scan, null)) {
      while (scan.rows < most && rows.advance()) {
        if (scan.rows % BatchRows.ROWS == 0) {
          progress.accept(rows.bytes());
        }
      }
      long looked = scan.rows;
      boolean complete = looked < most || !rows.advance();
      rows.check();
      return new Findings(scan.columns, looked, complete);
    }
  }

  @Override
  public int column(String name) {
    Integer known = positions.get(name);
    if (known != null) {
      return known;
    }
    ColumnFacts facts = new ColumnFacts(name, quotesMeanText, enumerated.contains(name));
    if (rows > 0) {
      // The rows before had no such key.
      facts.nothing();
    }
    positions.put(name, columns.size());
    columns.add(facts);
    seen.add(false);
    return columns.size() - 1;
  }

  @Override
  public int[] header(List<String> names) {
    int[] order = new int[names.size()];
    for (int i = 0; i < order.length; i++) {
      int before = columns.size();
      order[i] = column(names.get(i));
      if (columns.size() == before) {
        throw new InvalidRequestException(
            "the first line names the column \"%s\" twice".formatted(names.get(i)));
      }
    }
    return order;
  }

  @Override
  public void cell(int column, char[] text, int start, int end, Notation notation) {
    seen.set(column, true);
    columns.get(column).cell(text, start, end, notation);
  }

  @Override
  public void nothing(int column, boolean empty) {
    seen.set(column, true);
    columns.get(column).nothing();
  }

  @Override
  public void endRow() {
    for (int i = 0; i < columns.size(); i++) {
      if (!seen.get(i)) {
        columns.get(i).nothing();
      }
      seen.set(i, false);
    }
    rows++;
  }

  @Override
  public void dropRow() {
    seen.replaceAll(s -> false);
    rows++;
  }

  @Override
  public String name(int column) {
    return columns.get(column).name();
  }
}
