package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.cli.argument.DataArguments;
import io.azulejo.cli.argument.RowFileSet;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.imports.grid.Grid;
import io.azulejo.imports.grid.GridFile;
import io.azulejo.imports.proposal.ImportOptions;
import io.azulejo.imports.proposal.Proposal;
import io.azulejo.imports.rows.SchemaInference;
import io.azulejo.imports.source.FileReading;
import io.azulejo.query.Batch;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Reads a file as {@code create --from} and {@code write} do. Every so many-th is written to an
 * array in memory; of others the cells are read. Of large boxes only the first cells are read, as
 * what follows takes time in proportion.
 */
final class ImportTrial implements AutoCloseable {
  private static final long MOST_CELLS = 1 << 17;
  private static final int WRITTEN = 8;

  private final DataArguments arguments = new Arguments().parsed();
  private final Terminal nowhere =
      new Terminal(
          InputStream.nullInputStream(),
          OutputStream.nullOutputStream(),
          OutputStream.nullOutputStream(),
          100);

  // Without threads of its own, so that all memory is taken by the thread that reads.
  private final Azulejo memory = Azulejo.builder().computeThreads(0).ioThreads(0).build();

  private int number;

  @Command
  private static final class Arguments {
    @Mixin private DataArguments data;

    DataArguments parsed() {
      new CommandLine(this).parseArgs();
      return data;
    }
  }

  /**
   * Reads a file.
   *
   * @throws io.azulejo.error.AzulejoException if it is refused
   */
  void read(Path file) throws IOException {
    RowFileSet files = arguments.files(List.of(file.toString()), nowhere);
    if (files.grid().isPresent()) {
      readGrid(files, files.grid().get());
      return;
    }
    files.readRows(
        () -> {
          readRows(files);
          return null;
        });
  }

  private void readRows(RowFileSet files) throws IOException {
    ImportOptions preferences = ImportOptions.DEFAULT;
    if (files.text().isPresent()) {
      Proposal found =
          new SchemaInference(files.files(), files.text().get(), preferences, (done, total) -> {})
              .find();
      if (isWritten()) {
        write(
            files.with(files.text().map(o -> o.with(found.notation()).withValues())),
            found.schema());
      }
      return;
    }
    ArrowRows rows = new ArrowRows(files);
    Optional<ArraySchema> known = rows.schema();
    write(
        files,
        known.isPresent()
            ? SchemaInference.withFilters(known.get(), rows)
            : new SchemaInference(rows, preferences, (done, total) -> {}).find().schema());
  }

  private void readGrid(RowFileSet files, GridFile grid) throws IOException {
    Proposal described = grid.describe(List.of());
    MetadataChange.Builder facts = MetadataChange.builder();
    described.metadata().forEach(facts::put);
    facts.build();
    try (Grid opened = grid.open()) {
      double cells =
          opened.sides().stream().mapToDouble(Grid.Side::length).reduce(1, (a, b) -> a * b);
      if (cells > MOST_CELLS || !isWritten()) {
        long left = MOST_CELLS;
        Batch batch = FileReading.of(grid.name(), opened::next);
        while (batch != null && left > 0) {
          left -= batch.rows();
          batch = FileReading.of(grid.name(), opened::next);
        }
        return;
      }
    }
    write(files, described.schema());
  }

  private boolean isWritten() {
    return number++ % WRITTEN == 0;
  }

  private void write(RowFileSet files, ArraySchema schema) throws IOException {
    Location array = Location.of("mem:///array" + number);
    memory.create(array, schema);
    try {
      new RowImport(
              new WriteCommit(memory, array, Optional.empty()), ChangeOptions.DEFAULT, nowhere)
          .write(
              files,
              new RowImport.Options(
                  WriteRequest.DEFAULT, false, List.of(), false, false, Optional.empty()));
    } finally {
      memory.catalog().remove(array);
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
