package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.cli.argument.RangeParser;
import io.azulejo.cli.argument.RowFileSet;
import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.cli.terminal.ProgressBar;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.imports.rows.RowCells;
import io.azulejo.query.Batch;
import io.azulejo.query.MissingCells;
import io.azulejo.query.Progress;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.Location;
import io.azulejo.text.value.QuotedText;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Writes the rows of files to an array. Each instance is used for one write. Not thread-safe. */
final class RowImport {
  /**
   * Minimum duration in seconds for reporting a rate. Rates over shorter times are not meaningful.
   */
  private static final long SHOWN_SECONDS = 10;

  private final Azulejo azulejo;
  private final Location location;
  private final ChangeOptions options;
  private final Terminal terminal;
  private final WriteCommit commit;
  private RowFileSet files;
  private long written; // size of new files in bytes

  /** Shows the progress of writing after all rows have been read; null before. */
  private volatile Progress writing;

  private long cells;
  private List<String> notes = List.of(); // about the files, for the report

  RowImport(WriteCommit commit, ChangeOptions options, Terminal terminal) {
    this.commit = commit;
    this.azulejo = commit.azulejo();
    this.location = commit.location();
    this.options = options;
    this.terminal = terminal;
  }

  /**
   * Options for writing rows.
   *
   * @param request the layout, and rules for duplicates, missing cells and fragment sizes
   * @param ordered whether a layout was given
   * @param ranges the ranges of a dense array to write, as typed
   * @param fill whether missing cells in the bounding box of the rows get fill values
   * @param missing whether a rule for missing cells in the tiles of the rows was given
   * @param extending whether to add new values to enumerations; empty for the array's default
   */
  record Options(
      WriteRequest request,
      boolean ordered,
      List<String> ranges,
      boolean fill,
      boolean missing,
      Optional<Boolean> extending) {
    /**
     * Returns the given option that requires a dense array and coordinates, or null if there is
     * none.
     */
    private String denseOption() {
      return fill ? "--fill" : missing ? "--missing" : null;
    }
  }

  /**
   * Writes all rows of the files and prints a report. On failure, no cells are written unless the
   * outcome of the commit is unknown. Values may have been added to enumerations.
   *
   * @throws InvalidRequestException if the rows do not fit the array or an option does not apply
   */
  void write(RowFileSet files, Options importOptions) throws IOException {
    this.files = files;
    long start = System.nanoTime();
    List<String> fragments = null;
    while (fragments == null) {
      Array array = azulejo.open(location);
      NewValues found =
          importOptions.extending().orElseGet(() -> GrowingEnumerations.isEnabled(array))
              ? NewValues.of(array)
              : NewValues.refused();
      RowFileSet rows = found.canReceive() ? files.asPossiblyLastRead() : files.asLastRead();
      fragments = writeUnlessNew(rows, importOptions, array, found);
      if (fragments == null) {
        extend(rows, found.enumerations());
      }
    }
    print(fragments, System.nanoTime() - start);
  }

  /**
   * Adds values to enumerations, after which the files are read again.
   *
   * @throws InvalidRequestException if a file cannot be read again
   */
  private void extend(RowFileSet files, List<Enumeration> values) throws IOException {
    Optional<String> consumed = files.consumedFile();
    if (consumed.isPresent()) {
      throw new InvalidRequestException(
          ("nothing was written: %s has values that enumerations lack (%s), but cannot be read twice"
                  + " to add them; save it to a file first, or add the values with evolve"
                  + " --extend-enumeration")
              .formatted(
                  consumed.get(),
                  String.join("; ", values.stream().map(NewValues::text).toList())));
    }
    List<Enumeration> all = azulejo.array(location).extendEnumerations(values);
    for (int i = 0; i < values.size(); i++) {
      terminal.print(
          "added to enumeration %s (%,d values now)\n"
              .formatted(NewValues.text(values.get(i)), all.get(i).size()));
    }
  }

  /**
   * Writes all rows, unless some values are missing in enumerations. In that case, scans all rows
   * to collect these values and writes nothing.
   *
   * @param found collects the missing values
   * @return the names of the fragments, or null if values were missing
   */
  private List<String> writeUnlessNew(
      RowFileSet files, Options importOptions, Array array, NewValues found) throws IOException {
    ArraySchema schema = array.schema();
    cells = 0;
    String option = importOptions.denseOption();
    if (!schema.isDense() && (option != null || !importOptions.ranges().isEmpty())) {
      throw new InvalidRequestException(
          (option != null ? option : "--range")
              + " is only for dense arrays; cells of sparse arrays have their coordinates in the file");
    }
    if (importOptions.fill() && importOptions.missing()) {
      throw new InvalidRequestException(
          "use either --fill, which fills the bounding box of the cells, or --missing, which fills"
              + " their tiles");
    }
    Subarray part = new RangeParser(schema, Optional.empty()).subarray(importOptions.ranges());
    WriteRequest request = importOptions.request().progress(this::advanced);
    List<String> fragments;
    try (ImportCells rows = cells(files, array, found);
        ProgressBar progress = ProgressBar.begin(terminal, "reading", files.size(), "bytes")) {
      Batch first = next(rows, progress);
      check(rows);
      if (first == null) {
        throw new InvalidRequestException(files.name() + " has no rows; nothing was written");
      }
      if (files.grid().isPresent()) {
        if (!schema.isDense() || importOptions.ordered()) {
          throw new InvalidRequestException(
              files.name()
                  + " holds all cells of a box in order, which requires a dense array and no --layout");
        }
        request = request.layout(rows.layout());
      }
      boolean coordinates = schema.isDense() && rows.hasCoordinates();
      if (coordinates && importOptions.ordered()) {
        throw new InvalidRequestException(
            "--layout is only for files without coordinates; the coordinates in this file set the order");
      }
      if (option != null && !coordinates) {
        throw new InvalidRequestException(
            option
                + " requires coordinates in the file, with a column per dimension: "
                + schema.dimensions().stream().map(d -> QuotedText.ofName(d.name())).toList());
      }
      if (coordinates && !importOptions.missing()) {
        request =
            request.missingInBox(importOptions.fill() ? MissingCells.FILLED : MissingCells.REFUSED);
      }
      boolean appended =
          !coordinates
              && !importOptions.ordered()
              && importOptions.ranges().isEmpty()
              && files.grid().isEmpty()
              && RowAppend.fits(schema);
      if (appended) {
        try (RowAppend out = new RowAppend(commit, array, request, options, RowAppend.MOST_BYTES)) {
          fragments = pass(rows, first, progress, found, out::add, out::commit);
        }
      } else {
        try (ArrayWriter out = azulejo.array(location).writer(request.subarray(part), options)) {
          fragments = pass(rows, first, progress, found, out::append, () -> commit.of(out));
        }
      }
      notes = rows.notes();
    }
    return fragments;
  }

  private static ImportCells cells(RowFileSet files, Array array, NewValues found)
      throws IOException {
    if (files.grid().isPresent()) {
      return files.grid().get().open();
    }
    return files.text().isPresent()
        ? files.read(
            () ->
                RowCells.open(
                    files.files(),
                    files.text().get(),
                    array.schema(),
                    array::enumeration,
                    found.receivers()))
        : new ArrowCells(files.files(), array, found);
  }

  private void advanced(long bytes, long total) {
    written = bytes;
    Progress shown = writing;
    if (shown != null) {
      shown.advanced(bytes, total);
    }
  }

  private Batch next(ImportCells rows, ProgressBar progress) throws IOException {
    long before = rows.bytes();
    Batch batch = files.read(rows::next);
    progress.advance(rows.bytes() - before);
    return batch;
  }

  private void check(ImportCells rows) throws IOException {
    files.readRows(
        () -> {
          rows.check();
          return null;
        });
  }

  /**
   * Passes the rows to a sink and commits them.
   *
   * @param first the first batch, which has been read already
   * @param found collects values that are missing in enumerations
   * @param sink receives batches until a missing value is found
   * @param commit commits the rows and returns the names of the fragments
   * @return the names of the fragments, or null if values were missing
   */
  private List<String> pass(
      ImportCells rows,
      Batch first,
      ProgressBar progress,
      NewValues found,
      Consumer<Batch> sink,
      Supplier<List<String>> commit)
      throws IOException {
    for (Batch batch = first; batch != null; batch = next(rows, progress)) {
      if (found.isEmpty()) {
        cells += batch.rows();
        sink.accept(batch);
      }
    }
    check(rows);
    if (!found.isEmpty()) {
      return null;
    }
    progress.close();
    try (ReadProgress shown = new ReadProgress(terminal, "writing")) {
      writing = shown;
      return commit.get();
    }
  }

  private void print(List<String> fragments, long nanos) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("wrote %,d cell%s, ".formatted(cells, cells == 1 ? "" : "s"));
    text.append(ByteCounts.of(written));
    text.append(
        fragments.size() == 1
            ? ", in 1 fragment"
            : ", in %,d fragments".formatted(fragments.size()));
    long seconds = nanos / 1_000_000_000;
    if (seconds >= SHOWN_SECONDS) {
      text.append(", in %,d s (%,.0f cells/s)".formatted(seconds, cells / (nanos / 1e9)));
    }
    text.append('\n');
    notes.forEach(note -> text.append(note).append('\n'));
    terminal.print(text.toString());
  }
}
