package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.row.BatchBuilder;
import io.azulejo.text.row.CellNotation;
import io.azulejo.text.row.MessageText;
import io.azulejo.text.row.RowBlock;
import io.azulejo.text.row.RowFeed;
import io.azulejo.text.row.RowHandler;
import io.azulejo.text.row.TableHeader;
import io.azulejo.text.value.QuotedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/** Passes the cells of a file to the profiles of their columns. */
final class TableProfiler implements RowHandler {
  private final boolean quotesMeanText;
  private final DateForm dates;
  private final Set<String> enumerated;
  private final List<Slot> columns = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private int width = ColumnProfile.TYPED_COLUMNS;
  private long rows;
  private boolean shared;

  /**
   * A column with its profile. Missing cells are added only when the next cell arrives, because
   * JSON rows may contain few of many keys.
   */
  private static final class Slot {
    private final TextProfile profile;
    private long rows; // number of rows that the profile knows

    Slot(TextProfile profile) {
      this.profile = profile;
    }

    /** Adds the missing cells before the given row to the profile and returns it. */
    TextProfile before(long row) {
      if (rows < row) {
        profile.missingCell(row - rows);
        rows = row;
      }
      return profile;
    }

    /** Returns the profile, to which the caller adds the cell of the given row. */
    TextProfile at(long row) {
      before(row);
      rows = row + 1;
      return profile;
    }
  }

  private TableProfiler(RowOptions options, Set<String> enumerated) {
    this.quotesMeanText = options.format() != InputFormat.CSV;
    this.dates = options.notation().dates();
    this.enumerated = enumerated;
  }

  /**
   * Profiles the first rows of one or several files with the same columns.
   *
   * @param files the files; each is read once
   * @param enumerated names of the columns whose distinct values are kept
   * @param max maximum number of rows to read
   * @param progress called from time to time with the number of bytes read so far
   * @throws InvalidRequestException if the files cannot be parsed into rows
   */
  static TableProfile profile(
      List<? extends RowFile> files,
      RowOptions options,
      Set<String> enumerated,
      long max,
      LongConsumer progress)
      throws IOException {
    TableProfiler profiler = new TableProfiler(options, enumerated);
    long ahead = files.stream().mapToLong(RowFile::lookAhead).min().orElseThrow();
    try (RowFeed rows = new RowFeed(files, options, profiler, max)) {
      long shown = 0;
      while (profiler.rows < max && rows.bytes() < ahead && rows.advance()) {
        if (profiler.rows - shown >= BatchBuilder.ROWS) {
          shown = profiler.rows;
          progress.accept(rows.bytes());
        }
      }
      long looked = profiler.rows;
      boolean complete = !rows.hasNext();
      if (!rows.isValid()) {
        while (rows.advance()) {}
        throw rows.failure("; nothing was written");
      }
      rows.checkColumns();
      TableProfile profile =
          NotationChoice.profile(profiler.profiles(), looked, complete, options.notation());
      profile.notes().addAll(rows.notes());
      return profile;
    }
  }

  /** Number of rows after which it is known for most columns whether they can be keys. */
  private static final int SHARED_AFTER = 4096;

  /** Gives the memory for keys of columns that cannot be keys to the other columns. */
  private void redistributeKeyMemory() {
    if (!shared && rows >= SHARED_AFTER) {
      shared = true;
      List<TextProfile> profiles = profiles();
      int known = (int) profiles.stream().filter(c -> c.keys().isKnown()).count();
      profiles.forEach(c -> c.keys().widen(known));
    }
  }

  /** Returns the profiles, each with all rows so far. */
  private List<TextProfile> profiles() {
    return columns.stream().map(slot -> slot.before(rows)).toList();
  }

  @Override
  public int column(String name) {
    Integer known = positions.get(name);
    if (known != null) {
      return known;
    }
    TableProfile.requireColumnLimit(columns.size() + 1);
    TextProfile facts =
        new TextProfile(name, quotesMeanText, dates, enumerated.contains(name), new RowKeys(width));
    positions.put(name, columns.size());
    columns.add(new Slot(facts));
    return columns.size() - 1;
  }

  @Override
  public int[] header(List<String> written) {
    TableProfile.requireColumnLimit(written.size());
    List<String> names = TableHeader.named(written);
    if (!columns.isEmpty()) {
      requireSame(names);
    }
    width = names.size();
    boolean unnamed = !written.isEmpty() && written.get(0).isEmpty();
    int[] order = new int[width];
    Set<String> distinct = new HashSet<>();
    for (int i = 0; i < order.length; i++) {
      order[i] = column(names.get(i));
      if (!distinct.add(names.get(i))) {
        throw new InvalidRequestException(
            "the header row has column %s twice; use --no-header if the row is data, or --skip if the header comes later"
                .formatted(MessageText.quoted(names.get(i))));
      }
    }
    if (unnamed) {
      columns.get(order[0]).profile.markUnnamed();
    }
    return order;
  }

  /** Rejects a file whose columns differ from those in previous files. */
  private void requireSame(List<String> names) {
    Set<String> given = new HashSet<>(names);
    List<String> missing =
        columns.stream().map(c -> c.profile.name()).filter(name -> !given.contains(name)).toList();
    List<String> more = names.stream().filter(name -> !positions.containsKey(name)).toList();
    if (!missing.isEmpty() || !more.isEmpty()) {
      throw new InvalidRequestException(
          "files that are read together must have the same columns, but this one %s"
              .formatted(
                  missing.isEmpty()
                      ? "also has %s".formatted(QuotedText.list(more))
                      : more.isEmpty()
                          ? "lacks %s".formatted(QuotedText.list(missing))
                          : "has %s instead of %s"
                              .formatted(QuotedText.list(more), QuotedText.list(missing))));
    }
  }

  @Override
  public void cell(int column, char[] text, int start, int end, CellNotation notation) {
    columns.get(column).at(rows).cell(text, start, end, notation, 0);
  }

  @Override
  public void missingCell(int column, boolean empty) {
    columns.get(column).at(rows).missingCell(1);
  }

  @Override
  public void endRow() {
    rows++;
    redistributeKeyMemory();
  }

  @Override
  public void dropRow() {
    rows++;
  }

  @Override
  public boolean takeColumn(int column, RowBlock block, int index) {
    block.copyTo(columns.get(column).profile, index);
    return true;
  }

  @Override
  public void endRows(int count) {
    rows += count;
    columns.forEach(column -> column.rows = rows);
    redistributeKeyMemory();
  }

  /** Does nothing. The profiler accepts every cell, and invalid rows do not reach it. */
  @Override
  public void discardRows() {}

  @Override
  public String name(int column) {
    return columns.get(column).profile.name();
  }
}
