package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.ObjectType;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.ChecksumArgument;
import io.azulejo.cli.argument.DataArguments;
import io.azulejo.cli.argument.FormatVersionArgument;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.argument.RowFileSet;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.output.SchemaText;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.grid.GridFile;
import io.azulejo.imports.proposal.ImportOptions;
import io.azulejo.imports.proposal.Proposal;
import io.azulejo.imports.rows.SchemaInference;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.query.Progress;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.text.schema.SchemaJsonReader;
import io.azulejo.text.value.ShellWord;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code create}, which creates an array from a schema or from the rows of files. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "create",
    description = "Creates an array from a schema, or from the rows of a file.",
    footer = {
      "  azulejo create new/week --from samples/earthquakes.csv   # infer a schema",
      "  azulejo create new/day --from days.csv --dims day --write   # with rows",
      "  azulejo create new/grid --schema grid.json   # from JSON",
      "  azulejo create new/days --from days.csv --dims day --write --seal   # with a seal that"
          + " every change updates",
      "  azulejo create new/days2 --from days.csv --dry-run   # only print the schema",
      "  azulejo read samples/grid --fields y,x,a --format csv > cells.csv   # a table of cells",
      "  azulejo create new/cells --from cells.csv --dims y,x --dense --write   # as a dense array",
      "  azulejo create new/colors --from colors.arrow --write   # with the schema of an Arrow"
          + " file",
      "  azulejo read samples/grid --fields a --format npy > a.npy   # a NumPy file",
      "  azulejo create new/plane --from a.npy --dims y,x --write   # an array of its shape"
    })
final class CreateCommand extends ChangingCommand {
  private static final Location REHEARSAL = Location.of("mem:///array");

  @Mixin private ChangeArguments change;

  @HelpEntry(Section.INPUT)
  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = {
        "schema in JSON, as 'schema --format json' prints it",
        "Keys with default values are optional. - is standard input."
      })
  private String schemaFile;

  @Mixin private ChecksumArgument checksum;
  @Mixin private FormatVersionArgument formatVersion;

  @HelpEntry(Section.INPUT)
  @Option(
      names = "--from",
      paramLabel = "FILE",
      arity = "1",
      description = {
        "infer the schema from a file of rows (repeatable)",
        "Infers types, domains, tiles and filters. Several files, or a pattern such as '*.csv',"
            + " must have the same columns; - is standard input. Arrow files contain a schema."
            + " NetCDF, HDF5, NumPy, image and ESRI grid files become dense arrays. Rows are"
            + " written only with --write."
      })
  private List<String> from = List.of();

  @HelpEntry(value = Section.ARGUMENTS, rare = true)
  @Parameters(
      index = "1..*",
      paramLabel = "FILE",
      description = "more files for --from, e.g. from the shell's *.csv")
  private List<String> more = List.of();

  @HelpEntry(Section.SCHEMA)
  @Option(
      names = "--dims",
      paramLabel = "NAME,...",
      description = {
        "columns that become dimensions",
        "With --from. Default: columns that are an obvious key, such as a place, a time or an id;"
            + " otherwise a dimension of row numbers."
      })
  private String dims;

  @HelpEntry(Section.SCHEMA)
  @Option(
      names = "--sparse",
      description = {
        "create a sparse array",
        "With --from, even if no columns are an obvious key."
      })
  private boolean sparse;

  @HelpEntry(Section.SCHEMA)
  @Option(
      names = "--dense",
      description = {
        "create a dense array",
        "With --from: covers the bounding box of the cells; without --dims, the dimension is the"
            + " row number."
      })
  private boolean dense;

  @HelpEntry(Section.SCHEMA)
  @Option(
      names = "--enumerate",
      paramLabel = "NAME,...",
      description = {
        "text columns that become enumerations",
        "With --from. Default: columns with few distinct values."
      })
  private String enumerate;

  @HelpEntry(Section.INPUT)
  @Option(
      names = "--sample",
      paramLabel = "ROWS",
      description = {
        "infer from this many rows (default: 1,000,000)",
        "With --from. Ignored with both --dims and --dense, which use all rows."
      })
  private Long sample;

  @Mixin private DataArguments data;

  @HelpEntry(Section.INPUT)
  @Option(names = "--write", description = "with --from: also write the rows")
  private boolean write;

  @HelpEntry(value = Section.STORE, rare = true)
  @Option(
      names = "--seal",
      description = {
        "seal the array, and update the seal with every change",
        "Same as azulejo seal --keep."
      })
  private boolean seal;

  @HelpEntry(Section.OUTPUT)
  @Option(names = "--explain", description = "print what each column becomes, and why")
  private boolean explain;

  @HelpEntry(Section.OUTPUT)
  @Option(names = "--dry-run", description = "create nothing; print the schema")
  private boolean dryRun;

  @Override
  boolean isPreview() {
    return dryRun;
  }

  @Override
  void run(Terminal terminal) throws IOException {
    check();
    ChangeOptions options = change.options();
    CreateOptions creation = change.creation(formatVersion);
    Azulejo.Builder engine = terminal.engine().storage(REHEARSAL.scheme(), Storage.inMemory());
    change.key(terminal).ifPresent(key -> engine.key(change.location(), key).key(REHEARSAL, key));
    Interruption.during(
        () -> {
          try (Azulejo azulejo = engine.build()) {
            create(azulejo, creation, options, terminal);
          }
        });
  }

  private void check() {
    if ((schemaFile == null) == from.isEmpty()) {
      throw new InvalidRequestException(
          schemaFile == null
              ? "nothing to create: use --schema FILE.json, or --from DATA.csv to infer the schema"
              : "--schema cannot be combined with --from");
    }
    if (sparse && dense) {
      throw new InvalidRequestException("use either --sparse or --dense");
    }
    boolean guessed = dims != null || sparse || dense || enumerate != null || write;
    if (from.isEmpty() && (guessed || !more.isEmpty())) {
      throw new InvalidRequestException(
          guessed
              ? "--dims, --sparse, --dense, --enumerate and --write require --from"
              : "%s: files of rows require --from".formatted(more.get(0)));
    }
    if (sample != null && sample < 1) {
      throw new InvalidRequestException("--sample " + sample + ": must be at least 1");
    }
    if (write && dryRun) {
      throw new InvalidRequestException("--dry-run cannot be combined with --write");
    }
    if ("-".equals(schemaFile) && change.takesInput()) {
      throw new InvalidRequestException(
          "cannot read both the key and the schema from standard input");
    }
    if (names().contains("-") && change.takesInput()) {
      throw new InvalidRequestException(
          "cannot read both the key and the rows from standard input");
    }
  }

  private List<String> names() {
    List<String> names = new ArrayList<>(from);
    names.addAll(more);
    return names;
  }

  private void create(
      Azulejo azulejo, CreateOptions creation, ChangeOptions options, Terminal terminal)
      throws IOException {
    Location location = change.location();
    if (!dryRun) {
      requireFree(azulejo, location);
    }
    ArraySchema.Builder schema;
    RowFileSet files = null;
    Proposal proposed = null;
    if (from.isEmpty()) {
      schema = schema(terminal);
    } else {
      files = data.files(names(), terminal);
      Proposal found;
      try (ReadProgress progress = new ReadProgress(terminal, "guessing")) {
        // The total is unknown, because the amount to sample is determined while reading.
        found =
            files.grid().isPresent()
                ? describe(files.grid().get())
                : found(files, (done, total) -> progress.advanced(done, -1));
      }
      if (write && !found.whole()) {
        throw new InvalidRequestException(
            "the file lacks rows for some cells of the dense array; omit --write, and then run azulejo"
                + " write with --fill");
      }
      schema = found.schema().toBuilder();
      proposed = found;
      List<String> notes = new ArrayList<>(found.notes());
      if (!write) {
        notes.addAll(found.cellNotes());
      }
      for (String note : notes) {
        terminal.print(note + "\n");
      }
      if (!found.better().isEmpty()) {
        terminal.print(
            "warning: more than one row in twenty shares its coordinates; better: %s\n"
                .formatted(better(found.better())));
      }
      for (String reason : explain ? found.reasons() : List.<String>of()) {
        terminal.print("  " + reason + "\n");
      }
    }
    checksum.filter().ifPresent(schema::checksum);
    Location target = dryRun ? REHEARSAL : location;
    azulejo.create(target, schema.build(), creation);
    Proposal proposal = proposed;
    removingOnFailure(
        azulejo,
        target,
        () -> {
          if (seal && !dryRun) {
            azulejo.maintenance(location).seal(SealRequest.DEFAULT.kept().replaced());
          }
          if (proposal != null) {
            proposal.keep(azulejo, target, options);
          }
          GrowingEnumerations.enable(azulejo, target, options);
        });
    Array array = azulejo.open(target);
    terminal.print(SchemaText.of(array, label -> Optional.empty()));
    Optional<String> note = GrowingEnumerations.note(array);
    if (note.isPresent()) {
      terminal.print(note.get());
    }
    if (write) {
      RowFileSet rows = files;
      removingOnFailure(
          azulejo,
          location,
          () ->
              new RowImport(new WriteCommit(azulejo, location, Optional.empty()), options, terminal)
                  .write(
                      rows.with(rows.text().map(o -> o.with(proposal.notation()).withValues())),
                      new RowImport.Options(
                          WriteRequest.DEFAULT, false, List.of(), false, false, Optional.empty())));
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Runs a step and removes the new array if the step fails. */
  private static void removingOnFailure(Azulejo azulejo, Location location, Step step)
      throws IOException {
    try {
      step.run();
    } catch (Throwable e) {
      removeEmpty(azulejo, location, e);
      throw e;
    }
  }

  /**
   * Returns the command as typed, with another option for the dimensions of the array.
   *
   * @param option the option: {@code --dims NAME,...} or {@code --dense}
   */
  private String better(String option) {
    List<String> words = new ArrayList<>(List.of(spec().root().name()));
    Iterator<String> typed = spec().root().commandLine().getParseResult().originalArgs().iterator();
    while (typed.hasNext()) {
      String word = typed.next();
      if (word.equals("--dims")) {
        typed.next();
      } else if (!word.startsWith("--dims=") && !word.equals("--sparse")) {
        words.add(word);
      }
    }
    words.addAll(List.of(option.split(" ", 2)));
    return String.join(" ", words.stream().map(ShellWord::quoted).toList());
  }

  /**
   * Removes the array after a failure, unless it contains rows by now. Runs even if the thread has
   * been interrupted.
   */
  private static void removeEmpty(Azulejo azulejo, Location location, Throwable failure) {
    boolean interrupted = Thread.interrupted();
    try {
      if (azulejo.open(location).fragments().isEmpty()) {
        azulejo.catalog().remove(location);
      }
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Proposal describe(GridFile grid) throws IOException {
    if (sparse || enumerate != null) {
      throw new InvalidRequestException(
          grid.name()
              + " is a grid, which becomes a dense array without enumerations; omit --sparse and --enumerate");
    }
    if (sample != null) {
      throw new InvalidRequestException(
          grid.name() + " contains its schema; --sample is only for files of rows");
    }
    return grid.describe(dims == null ? List.of() : OptionScanner.list(dims, "--dims"));
  }

  /** Returns the schema that an Arrow file contains, or else a schema inferred from the rows. */
  private Proposal found(RowFileSet files, Progress progress) throws IOException {
    return files.readRows(() -> guessed(files, progress));
  }

  private Proposal guessed(RowFileSet files, Progress progress) throws IOException {
    if (files.text().isPresent()) {
      return new SchemaInference(files.files(), files.text().get(), preferences(), progress).find();
    }
    ArrowRows rows = new ArrowRows(files);
    boolean guessed = dims != null || sparse || dense || enumerate != null;
    Optional<ArraySchema> known = guessed ? Optional.empty() : rows.schema();
    if (known.isEmpty()) {
      return new SchemaInference(rows, preferences(), progress).find();
    }
    return Proposal.of(
        SchemaInference.withFilters(known.get(), rows),
        "the schema of the array that %s was read from".formatted(files.name()));
  }

  /**
   * Checks that nothing exists at the location, before any file is read.
   *
   * @throws AlreadyExistsException if an array or group exists there
   */
  private static void requireFree(Azulejo azulejo, Location location) {
    ObjectType type = azulejo.catalog().type(location);
    if (type != ObjectType.NONE) {
      throw new AlreadyExistsException(
          "%s already exists".formatted(type == ObjectType.ARRAY ? "an array" : "a group"),
          location.toString());
    }
  }

  private ImportOptions preferences() {
    return new ImportOptions(
        dims == null ? data.dimensions() : OptionScanner.list(dims, "--dims"),
        dense,
        sparse,
        data.isMatrix() && !sparse,
        enumerate == null
            ? Set.of()
            : new LinkedHashSet<>(OptionScanner.list(enumerate, "--enumerate")),
        enumerate == null,
        sample == null ? ImportOptions.DEFAULT.sample() : sample,
        List.of());
  }

  private ArraySchema.Builder schema(Terminal terminal) throws IOException {
    if (schemaFile.equals("-")) {
      return SchemaJsonReader.read(terminal.in());
    }
    try (InputStream in = LocalFile.open(schemaFile, "a JSON schema")) {
      return schema(in);
    }
  }

  private ArraySchema.Builder schema(InputStream in) throws IOException {
    try {
      return SchemaJsonReader.read(in);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(
          "%s: %s (for an example of a schema: azulejo schema URI --format json)"
              .formatted(schemaFile, e.getMessage()),
          null,
          e);
    }
  }
}
