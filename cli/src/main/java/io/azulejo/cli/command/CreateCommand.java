package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.MetadataChange;
import io.azulejo.ObjectType;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.ChecksumArgument;
import io.azulejo.cli.argument.DataArguments;
import io.azulejo.cli.argument.DataFiles;
import io.azulejo.cli.argument.FormatVersionArgument;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.argument.ShellWord;
import io.azulejo.cli.grid.Grid;
import io.azulejo.cli.grid.GridFile;
import io.azulejo.cli.output.SchemaText;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.Text;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.text.infer.SchemaInference;
import io.azulejo.text.input.ValueNotation;
import io.azulejo.text.schema.SchemaJsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Creates an array. */
@Command(
    name = "create",
    description = "Creates an array: of a schema, or of one that fits the rows of a file.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo schema samples/grid --format json > grid.json",
      "  azulejo create new/grid --schema grid.json",
      "  azulejo read samples/days --format csv > days.csv",
      "  azulejo create new/days --from days.csv --dry-run",
      "  azulejo create new/days --from days.csv --dims day --write --seal",
      "  azulejo read samples/grid --fields y,x,a --format csv > cells.csv",
      "  azulejo create new/cells --from cells.csv --dims y,x --dense --write",
      "  azulejo read samples/colors --format arrow-file > colors.arrow",
      "  azulejo create new/colors --from colors.arrow --write",
      "  azulejo read samples/grid --fields a --format npy > a.npy",
      "  azulejo create new/plane --from a.npy --dims y,x --write",
    })
final class CreateCommand implements Callable<Integer> {
  private static final Location REHEARSAL = Location.of("mem:///array");

  /** So many rows are looked at when nothing is said. */
  private static final long USUAL_SAMPLE = 1_000_000;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private ChangeArguments change;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description =
          "The schema in JSON, as schema --format json shows it; keys that say what is usual can be"
              + " left out. - is standard input.")
  private String schemaFile;

  @Mixin private ChecksumArgument checksum;
  @Mixin private FormatVersionArgument formatVersion;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      arity = "1",
      description =
          "A file of rows to guess a schema from: types, domains, tiles, and the filters that make"
              + " its first rows small; several, or a pattern such as '*.csv', if they have the same"
              + " columns; - is standard input. What read --format arrow-file shows brings its schema,"
              + " and so do NetCDF, HDF5, NumPy, pictures and ESRI grids, which are dense. Only --write writes"
              + " the rows, too.")
  private List<String> from = List.of();

  @Parameters(
      index = "1..*",
      paramLabel = "FILE",
      description = "Further files of --from, such as those that a shell makes of *.csv.")
  private List<String> more = List.of();

  @Option(
      names = "--dims",
      paramLabel = "NAME,...",
      description =
          "With --from: the columns that become dimensions; when not given, those that tell the rows"
              + " apart, such as places, times, numbers and names of things.")
  private String dims;

  @Option(names = "--sparse", description = "With --from: a sparse array; so when not given.")
  private boolean sparse;

  @Option(
      names = "--dense",
      description =
          "With --from: a dense array of the box around the cells; without --dims of the rows, one"
              + " after the other, by their number.")
  private boolean dense;

  @Option(
      names = "--enumerate",
      paramLabel = "NAME,...",
      description =
          "With --from: columns of texts that become enumerations of their values, and no others; when"
              + " not given, those of few values.")
  private String enumerate;

  @Option(
      names = "--sample",
      paramLabel = "ROWS",
      description =
          "With --from: look at so many rows only, 1000000 when not given; at all of them for"
              + " a dense array.")
  private Long sample;

  @Mixin private DataArguments data;

  @Option(names = "--write", description = "With --from: write the rows, too.")
  private boolean write;

  @Option(
      names = "--seal",
      description =
          "Begin a seal that every change through azulejo keeps up to date, as azulejo seal --keep"
              + " does.")
  private boolean seal;

  @Option(
      names = "--explain",
      description = "With --from: say of each column what became of it, and why.")
  private boolean explain;

  @Option(names = "--dry-run", description = "Create nothing; show what the schema would be.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
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
    return Failure.OK;
  }

  private void check() {
    if ((schemaFile == null) == from.isEmpty()) {
      throw new InvalidRequestException(
          schemaFile == null
              ? "say what to create: --schema FILE.json, or --from DATA.csv for a schema that fits"
              : "--schema says all; it goes without --from");
    }
    if (sparse && dense) {
      throw new InvalidRequestException("an array is --sparse or --dense, not both");
    }
    boolean guessed = dims != null || sparse || dense || enumerate != null || write;
    if (from.isEmpty() && (guessed || !more.isEmpty())) {
      throw new InvalidRequestException(
          guessed
              ? "--dims, --sparse, --dense, --enumerate and --write go with --from"
              : "%s: files of rows come after --from".formatted(more.get(0)));
    }
    if (sample != null && sample < 1) {
      throw new InvalidRequestException("--sample " + sample + ": the least is 1");
    }
    if (write && dryRun) {
      throw new InvalidRequestException("--dry-run creates nothing that --write could fill");
    }
    if ("-".equals(schemaFile) && change.takesInput()) {
      throw new InvalidRequestException("standard input can't give both the key and the schema");
    }
    if (names().contains("-") && change.takesInput()) {
      throw new InvalidRequestException("standard input can't give both the key and the rows");
    }
  }

  /** What --from names. */
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
    ValueNotation notation = ValueNotation.USUAL;
    DataFiles files = null;
    GridFile.Description grid = null;
    if (from.isEmpty()) {
      schema = schema(terminal);
    } else {
      files = data.files(names(), terminal);
      SchemaInference.Found found;
      try (ReadProgress progress = new ReadProgress(terminal, "guessing")) {
        if (files.grid().isPresent()) {
          grid = describe(files.grid().get());
        }
        // How much is looked at is known only once it was: there is no whole to compare with.
        found =
            grid == null
                ? found(files, (done, total) -> progress.advanced(done, -1))
                : ofGrid(files.name(), grid);
      }
      if (write && !found.whole()) {
        throw new InvalidRequestException(
            "there is not a row for each cell of the dense array: leave out --write, and write with"
                + " --fill");
      }
      schema = found.schema().toBuilder();
      notation = found.notation();
      List<String> notes = new ArrayList<>(found.notes());
      if (grid != null && !write) {
        notes.addAll(grid.notes());
      }
      for (String note : notes) {
        terminal.out().write(Text.encode(note + "\n"));
      }
      if (!found.better().isEmpty()) {
        terminal
            .out()
            .write(
                Text.encode(
                    "warning: more than one row in twenty shares its coordinates; better: %s\n"
                        .formatted(better(found.better()))));
      }
      for (String reason : explain ? found.reasons() : List.<String>of()) {
        terminal.out().write(Text.encode("  " + reason + "\n"));
      }
    }
    checksum.filter().ifPresent(schema::checksum);
    Location target = dryRun ? REHEARSAL : location;
    azulejo.create(target, schema.build(), creation);
    GridFile.Description described = grid;
    orRemove(
        azulejo,
        target,
        () -> {
          if (seal && !dryRun) {
            azulejo.maintenance().seal(location, SealRequest.DEFAULT.kept().replaced());
          }
          if (described != null) {
            keep(azulejo, described, target, options);
          }
        });
    Array array = azulejo.open(target);
    terminal.out().write(Text.encode(SchemaText.of(array, label -> Optional.empty())));
    if (write) {
      DataFiles rows = files;
      ValueNotation found = notation;
      orRemove(
          azulejo,
          location,
          () ->
              new Writing(azulejo, location, options, terminal)
                  .write(
                      rows.with(rows.text().map(o -> o.with(found).withValues())).forTheLastTime(),
                      new Writing.How(WriteRequest.builder(), false, List.of(), false, false)));
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Removes the array that was created where the next step fails. */
  private static void orRemove(Azulejo azulejo, Location location, Step step) throws IOException {
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      removeEmpty(azulejo, location, e);
      throw e;
    }
  }

  /**
   * The command as it was typed, with another option that says how the array is to be.
   *
   * @param option {@code --dims NAME,...} or {@code --dense}
   */
  private String better(String option) {
    List<String> words = new ArrayList<>(List.of(spec.root().name()));
    Iterator<String> typed = spec.root().commandLine().getParseResult().originalArgs().iterator();
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

  /** Removes the array whose first rows could not be written, unless others were meanwhile. */
  private static void removeEmpty(Azulejo azulejo, Location location, Exception failure) {
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

  private GridFile.Description describe(GridFile grid) throws IOException {
    if (sparse || enumerate != null) {
      throw new InvalidRequestException(
          grid.name() + " has the values of all cells: the array is dense, without enumerations");
    }
    if (sample != null) {
      throw new InvalidRequestException(
          grid.name() + " says what its values are: --sample goes with rows");
    }
    return grid.describe(dims == null ? List.of() : OptionScanner.list(dims, "--dims"));
  }

  /** The schema of the box that a grid is. */
  private static SchemaInference.Found ofGrid(String name, GridFile.Description grid) {
    return SchemaInference.Found.of(
        grid.schema(),
        "the cells of %s, %s%s"
            .formatted(
                name,
                String.join(
                    " by ",
                    grid.schema().dimensions().stream().map(CreateCommand::length).toList()),
                grid.leftOut().isEmpty()
                    ? ""
                    : "\nleft out: %s; --arrays NAME,... reads others"
                        .formatted(String.join(", ", grid.leftOut()))));
  }

  private static String length(Dimension dimension) {
    Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
    return "%,d".formatted(domain.high() - domain.low() + 1);
  }

  /** The schema that a file of Arrow brings, or else one that fits the rows. */
  private SchemaInference.Found found(DataFiles files, Progress progress) throws IOException {
    if (files.text().isPresent()) {
      return new SchemaInference(files.files(), files.text().get(), preferences(), progress).find();
    }
    ArrowRows rows = new ArrowRows(files);
    boolean guessed = dims != null || sparse || dense || enumerate != null;
    Optional<ArraySchema> known = guessed ? Optional.empty() : rows.schema();
    if (known.isEmpty()) {
      return new SchemaInference(rows, preferences(), progress).find();
    }
    return SchemaInference.Found.of(
        SchemaInference.withFilters(known.get(), rows),
        "the schema of the array that %s was read from".formatted(files.name()));
  }

  /** Keeps what else a grid says as metadata and as labels. */
  private static void keep(
      Azulejo azulejo, GridFile.Description grid, Location location, ChangeOptions options) {
    MetadataChange.Builder change = MetadataChange.builder();
    grid.facts().forEach(change::put);
    if (!grid.facts().isEmpty()) {
      azulejo.changeMetadata(location, change.build(), options);
    }
    writeLabels(azulejo, grid, location);
  }

  /** Writes the coordinates of a grid into the arrays of their labels. */
  private static void writeLabels(Azulejo azulejo, GridFile.Description grid, Location location) {
    if (grid.labels().isEmpty()) {
      return;
    }
    ArraySchema schema = azulejo.open(location).schema();
    for (Grid.Label label : grid.labels()) {
      DimensionLabel kept =
          schema.labels().stream()
              .filter(known -> known.name().equals(label.values().name()))
              .findFirst()
              .orElseThrow();
      FixedColumn coordinates = label.values();
      try (ArrayWriter out = azulejo.write(location.resolve(kept.uri()))) {
        out.append(
            Batch.of(
                new FixedColumn(
                    kept.attribute(),
                    coordinates.type(),
                    1,
                    coordinates.rows(),
                    coordinates.array(),
                    null)));
        out.commit();
      }
    }
  }

  /** Refuses before a file is read what would be refused after. */
  private static void requireFree(Azulejo azulejo, Location location) {
    ObjectType type = azulejo.catalog().type(location);
    if (type != ObjectType.NONE) {
      throw new AlreadyExistsException(
          "there is %s already".formatted(type == ObjectType.ARRAY ? "an array" : "a group"),
          location.toString());
    }
  }

  private SchemaInference.Preferences preferences() {
    return new SchemaInference.Preferences(
        dims == null ? data.dimensions() : OptionScanner.list(dims, "--dims"),
        dense,
        data.isMatrix() && !sparse,
        enumerate == null
            ? new LinkedHashSet<>()
            : new LinkedHashSet<>(OptionScanner.list(enumerate, "--enumerate")),
        enumerate == null,
        sample == null ? USUAL_SAMPLE : sample);
  }

  private ArraySchema.Builder schema(Terminal terminal) throws IOException {
    if (schemaFile.equals("-")) {
      return SchemaJsonReader.read(terminal.in());
    }
    try (InputStream in = LocalFile.open(schemaFile, "a schema in JSON")) {
      return SchemaJsonReader.read(in);
    } catch (InvalidRequestException e) {
      String hint =
          e.getMessage().startsWith("JSON: ")
              ? " (azulejo schema URI --format json shows how schemas are written)"
              : "";
      throw new InvalidRequestException(
          e.getMessage().startsWith("JSON")
              ? schemaFile + ": " + e.getMessage() + hint
              : e.getMessage(),
          e.location().orElse(null),
          e);
    }
  }
}
