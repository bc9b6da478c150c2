package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.imports.proposal.ImportOptions;
import io.azulejo.imports.proposal.Proposal;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Progress;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.work.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Infers a schema for the rows of a file. It reads the file once. A second pass follows only if it
 * must count duplicate coordinates or validate cells.
 */
public final class SchemaInference {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final CellTable file;
  private final ImportOptions preferences;
  private final Progress progress;
  private final List<String> notes = new ArrayList<>();

  /**
   * Creates the inference for rows of text in one or several files with the same columns.
   *
   * @param progress receives the number of bytes read, out of twice the size of the files
   */
  public SchemaInference(
      List<? extends RowFile> files,
      RowOptions format,
      ImportOptions preferences,
      Progress progress) {
    this(new TextTable(files, format), preferences, progress);
  }

  /**
   * Creates the inference for a table.
   *
   * @param progress receives the number of bytes read, out of twice the size of the table
   */
  public SchemaInference(CellTable table, ImportOptions preferences, Progress progress) {
    this.file = table;
    this.preferences = preferences;
    this.progress = progress;
  }

  /**
   * Chooses filters for a known schema by trying them on the first rows of a table.
   *
   * @param schema the schema; its filters are replaced
   */
  public static ArraySchema withFilters(ArraySchema schema, CellTable table) throws IOException {
    Batch first = first(table, schema, true);
    return first == null ? schema : FilterChoice.of(schema, first);
  }

  /**
   * Chooses filters for a known schema by trying them on cells.
   *
   * @param first cells of all attributes; for a sparse array also of all dimensions
   */
  public static ArraySchema withFilters(ArraySchema schema, Batch first) {
    return FilterChoice.of(schema, sample(first, schema));
  }

  private static Batch sample(Batch first, ArraySchema schema) {
    return schema.isDense() ? attributes(first, schema) : first;
  }

  /**
   * Reads the file and returns the proposed schema.
   *
   * @throws InvalidRequestException if the file has no rows, or if its rows do not fit the options
   */
  public Proposal find() throws IOException {
    boolean all =
        preferences.dense() && !preferences.dimensions().isEmpty() || preferences.denseIfWhole();
    long max = all ? Long.MAX_VALUE : preferences.sample();
    TableProfile findings = scan(max);
    if (findings.rows() == 0) {
      throw new InvalidRequestException(
          file.name() + ": cannot guess a schema, because the file has no rows", file.name());
    }
    if (all && !findings.complete()) {
      throw new InvalidRequestException(
          "%s: a dense array is guessed from all rows, which do not fit into memory; save them to a file first"
              .formatted(file.name()),
          file.name());
    }
    notes.add(
        "guessed from the %s%,d rows of %s"
            .formatted(findings.complete() ? "" : "first ", findings.rows(), file.name()));
    notes.addAll(findings.notes());
    List<ColumnProfile> dimensions = dimensions(findings.columns());
    if (dimensions.isEmpty()) {
      return ofRows(findings);
    }
    return preferences.dense()
            || preferences.denseIfWhole() && volume(dimensions) == findings.rows()
        ? ofBox(findings, dimensions)
        : ofKey(findings, dimensions);
  }

  /** Proposes a dense array over the row numbers, which keeps the order of the rows. */
  private Proposal ofRows(TableProfile findings) throws IOException {
    ArraySchema bare = proposal(findings, List.of()).ofRows().build();
    String name = bare.dimensions().get(0).name();
    notes.add(
        preferences.dense()
            ? "dimension %s is the row number".formatted(QuotedText.ofName(name))
            : "no obvious key found: dimension %s is the row number; use --dims to choose others"
                .formatted(QuotedText.ofName(name)));
    ArraySchema best = FilterChoice.of(bare, first(file, bare, false));
    return found(findings, List.of(), best, true, "");
  }

  /** Proposes a dense array over the box of coordinates that contains all rows. */
  private Proposal ofBox(TableProfile findings, List<ColumnProfile> dimensions) throws IOException {
    ArraySchema bare = proposal(findings, dimensions).dense().build();
    ArraySchema best = FilterChoice.of(bare, first(file, bare, true));
    boolean whole = volume(bare) == findings.rows();
    if (!whole) {
      notes.add("some cells have no row: write the rows with --fill");
    }
    return found(findings, dimensions, best, whole, "");
  }

  /**
   * Proposes a sparse array. If too many rows share guessed coordinates, it proposes a dense array
   * over the row numbers instead.
   */
  private Proposal ofKey(TableProfile findings, List<ColumnProfile> dimensions) throws IOException {
    ArraySchema bare = proposal(findings, dimensions).sparse(true).build();
    Sparse sparse = sparse(bare, first(file, bare, true), findings, dimensions);
    boolean many = KeyEvidence.isMany(sparse.duplicates(), sparse.rows());
    boolean guessed = preferences.dimensions().isEmpty();
    if (many && guessed && !preferences.sparse()) {
      return ofRows(findings);
    }
    String names = names(dimensions);
    if (guessed) {
      notes.add("dimensions: %s; use --dims to choose others".formatted(names));
    }
    if (!isInOrder(findings, dimensions)) {
      notes.add(
          "reads return rows in the order of %s; use --dense to keep the order of the file"
              .formatted(names));
    }
    dimensions.stream()
        .filter(c -> c.type().isString() && !c.isAscii())
        .forEach(
            c ->
                notes.add(
                    "%s has non-ASCII characters, which sort by their UTF-8 bytes"
                        .formatted(QuotedText.ofName(c.name()))));
    ArraySchema best = sparse.schema();
    if (sparse.duplicates() == 0) {
      best = best.toBuilder().allowsDuplicates(false).build();
    } else {
      notes.add(
          "duplicates allowed, because %s coordinates with others"
              .formatted(
                  sparse.duplicates() == 1
                      ? "1 row shares its"
                      : "%,d rows share their".formatted(sparse.duplicates())));
    }
    return found(findings, dimensions, best, true, many ? better(findings, dimensions) : "");
  }

  private static String names(List<ColumnProfile> dimensions) {
    return String.join(", ", dimensions.stream().map(ColumnProfile::name).toList());
  }

  /** Returns whether a read of the sparse array is known to return the rows in file order. */
  private static boolean isInOrder(TableProfile findings, List<ColumnProfile> dimensions) {
    if (findings.rows() == 1) {
      return true;
    }
    ColumnProfile only = dimensions.get(0);
    if (dimensions.size() == 1 && !only.type().isString()) {
      return findings.complete() && only.isAscending();
    }
    int known = DimensionChoice.known(dimensions);
    boolean degrees = dimensions.stream().anyMatch(c -> c.type().isFloatingPoint());
    return !degrees
        && findings.complete()
        && known == findings.rows()
        && new KeyEvidence(known).areSorted(dimensions);
  }

  private SchemaProposal proposal(TableProfile findings, List<ColumnProfile> dimensions) {
    return new SchemaProposal(
        findings.columns(), dimensions, findings.rows(), enumerated(findings, dimensions));
  }

  private Proposal found(
      TableProfile findings,
      List<ColumnProfile> dimensions,
      ArraySchema schema,
      boolean whole,
      String better) {
    return new Proposal(
        schema,
        Map.of(),
        List.of(),
        notes,
        List.of(),
        whole,
        findings.notation(),
        better,
        reasons(findings, dimensions, schema));
  }

  /** Returns options that would avoid repeated coordinates: other dimensions, or a dense array. */
  private String better(TableProfile findings, List<ColumnProfile> dimensions) {
    if (!preferences.dimensions().isEmpty()) {
      List<ColumnProfile> others = DimensionChoice.of(findings.columns());
      int known = Math.min(DimensionChoice.known(dimensions), DimensionChoice.known(others));
      if (known > 0 && !KeyEvidence.isMany(DimensionChoice.repeated(others, known), known)) {
        return "--dims "
            + String.join(",", others.stream().map(c -> QuotedText.ofName(c.name())).toList());
      }
    }
    return "--dense";
  }

  private static List<String> reasons(
      TableProfile findings, List<ColumnProfile> dimensions, ArraySchema schema) {
    List<String> reasons = new ArrayList<>();
    for (ColumnProfile column : findings.columns()) {
      String role =
          dimensions.contains(column)
              ? "a dimension"
              : schema.enumeration(column.name()).isPresent()
                  ? "an enumeration of %d values"
                      .formatted(schema.enumeration(column.name()).get().size())
                  : "an attribute, " + DimensionChoice.remark(column);
      String odd = column.oddCell().map(cell -> "; text because of " + cell).orElse("");
      reasons.add(
          "%s: %s%s, %s%s"
              .formatted(
                  QuotedText.ofName(column.name()),
                  column.attributeType(),
                  column.hasNulls() ? " with nulls" : "",
                  role,
                  odd));
    }
    return reasons;
  }

  /**
   * A sparse schema and its duplicates.
   *
   * @param schema schema with filters, before duplicates are allowed or not
   * @param duplicates number of rows that repeat the coordinates of another row
   * @param rows number of rows that were examined
   */
  private record Sparse(ArraySchema schema, long duplicates, long rows) {}

  /** Chooses filters in one thread while another thread counts duplicates. */
  private Sparse sparse(
      ArraySchema bare, Batch first, TableProfile findings, List<ColumnProfile> dimensions)
      throws IOException {
    int known =
        file.provesAllCellsValid(preferences.enumerated()) ? DimensionChoice.known(dimensions) : 0;
    long repeated = known == 0 ? 0 : DimensionChoice.repeated(dimensions, known);
    if (repeated > 0 || known > 0 && known == findings.rows()) {
      return new Sparse(FilterChoice.of(bare, first), repeated, known);
    }
    long[] duplicates = new long[1];
    ArraySchema[] schema = new ArraySchema[1];
    try (Workers workers = new Workers()) {
      workers.<IOAction, Void>compute(
          List.of(
              () -> duplicates[0] = duplicates(bare, findings.rows()),
              () -> schema[0] = FilterChoice.of(bare, first)),
          action -> {
            try {
              action.run();
              return null;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return new Sparse(schema[0], duplicates[0], findings.rows());
  }

  private interface IOAction {
    void run() throws IOException;
  }

  private TableProfile scan(long max) throws IOException {
    long total = total();
    TableProfile findings =
        file.profile(preferences.enumerated(), max, bytes -> progress.advanced(bytes, total));
    requireColumns(findings.columns(), "--enumerate", preferences.enumerated());
    requireColumns(findings.columns(), "--dims", preferences.dimensions());
    return findings;
  }

  /** Returns the number of bytes that both passes read, or -1 if it is unknown. */
  private long total() {
    return file.size() > 0 ? 2 * file.size() : -1;
  }

  private static void requireColumns(
      List<ColumnProfile> columns, String option, Iterable<String> wanted) {
    List<String> names = columns.stream().map(ColumnProfile::name).toList();
    for (String name : wanted) {
      if (!names.contains(name)) {
        throw new InvalidRequestException(
            "%s: unknown column %s; valid: %s"
                .formatted(
                    option,
                    QuotedText.ofName(name),
                    QuotedText.list(names.stream().map(QuotedText::ofName).toList())));
      }
    }
  }

  private List<ColumnProfile> dimensions(List<ColumnProfile> columns) {
    if (preferences.dimensions().isEmpty()) {
      return preferences.dense()
          ? List.of()
          : preferences.sparse() ? DimensionChoice.ofSparse(columns) : DimensionChoice.of(columns);
    }
    List<ColumnProfile> dimensions = new ArrayList<>();
    for (String name : preferences.dimensions()) {
      ColumnProfile column =
          columns.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
      String reason = DimensionChoice.reason(column);
      if (!reason.isEmpty()) {
        throw new InvalidRequestException(
            "column %s cannot be a dimension: %s".formatted(QuotedText.ofName(name), reason));
      }
      if (dimensions.contains(column)) {
        throw new InvalidRequestException(
            "--dims contains " + QuotedText.ofName(name) + " more than once");
      }
      dimensions.add(column);
    }
    return dimensions;
  }

  /**
   * Returns the columns that become enumerations: the requested ones, and text columns whose few
   * values are known.
   */
  private Set<String> enumerated(TableProfile findings, List<ColumnProfile> dimensions) {
    Set<String> names = new LinkedHashSet<>(preferences.enumerated());
    if (preferences.categories() && findings.complete()) {
      findings.columns().stream()
          .filter(c -> c.isCategorical() && !dimensions.contains(c))
          .forEach(c -> names.add(c.name()));
    }
    return names;
  }

  /**
   * Returns the first cells, on which filters are tried. Attributes are always included.
   *
   * @param coordinates whether to include the columns of dimensions
   */
  private static Batch first(CellTable table, ArraySchema schema, boolean coordinates)
      throws IOException {
    try (ImportCells in = table.cells(schema, coordinates, true)) {
      Batch first = in.next();
      in.check();
      return first == null ? null : sample(first, schema);
    }
  }

  /**
   * Runs the second pass. It counts the rows that repeat the coordinates of another row, and checks
   * that all cells are valid. For tables, the first pass has already checked all columns except
   * enumerated ones.
   */
  private long duplicates(ArraySchema schema, long max) throws IOException {
    long[] hashes = new long[1 << 10];
    int rows = 0;
    try (ImportCells in = file.cells(schema, true, false)) {
      for (Batch batch = in.next(); batch != null && rows < max; batch = in.next()) {
        if (hashes.length - rows < batch.rows()) {
          hashes = Arrays.copyOf(hashes, Math.max(2 * hashes.length, rows + batch.rows()));
        }
        hash(schema, batch, hashes, rows);
        rows += batch.rows();
        progress.advanced(file.size() + in.bytes(), total());
      }
      in.check();
    }
    Arrays.sort(hashes, 0, rows);
    long duplicates = 0;
    for (int i = 1; i < rows; i++) {
      duplicates += hashes[i] == hashes[i - 1] ? 1 : 0;
    }
    return duplicates;
  }

  private static Batch attributes(Batch cells, ArraySchema schema) {
    Set<String> names = new HashSet<>();
    schema.attributes().forEach(a -> names.add(a.name()));
    return Batch.of(
        cells.rows(), cells.columns().stream().filter(c -> names.contains(c.name())).toList());
  }

  private static void hash(ArraySchema schema, Batch batch, long[] hashes, int at) {
    Arrays.fill(hashes, at, at + batch.rows(), FNV_OFFSET);
    for (Dimension dimension : schema.dimensions()) {
      Column column = batch.column(dimension.name());
      byte[] bytes = column.array();
      for (int row = 0; row < batch.rows(); row++) {
        long hash = hashes[at + row];
        for (int i = column.start(row); i < column.end(row); i++) {
          hash = (hash ^ (bytes[i] & 0xff)) * FNV_PRIME;
        }
        hashes[at + row] = (hash ^ column.end(row) - column.start(row)) * FNV_PRIME;
      }
    }
  }

  /**
   * Returns the number of cells in the box that integer columns span, or 0 if a column has other
   * values.
   */
  private static double volume(List<ColumnProfile> dimensions) {
    double cells = 1;
    for (ColumnProfile column : dimensions) {
      boolean integers = column.type() == Datatype.INT32 || column.type() == Datatype.INT64;
      cells *= integers && !column.hasNulls() ? (double) column.max() - column.min() + 1 : 0;
    }
    return cells;
  }

  private static double volume(ArraySchema schema) {
    double cells = 1;
    for (Dimension dimension : schema.dimensions()) {
      Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
      cells *= (double) domain.high() - domain.low() + 1;
    }
    return cells;
  }
}
