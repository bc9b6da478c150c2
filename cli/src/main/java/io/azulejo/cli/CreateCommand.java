package io.azulejo.cli;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.Text;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Creates an array. */
@Command(
    name = "create",
    description = "Creates an array: of a schema, or of one that fits the rows of a file.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo schema samples/grid --format json > grid.json",
      "  azulejo create new/grid --schema grid.json",
    })
final class CreateCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description =
          "The schema in JSON, as schema --format json shows it; keys that say what is usual can be"
              + " left out. - is standard input.")
  private String schemaFile;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if (schemaFile == null) {
      throw new InvalidRequestException("say what to create: --schema FILE.json");
    }
    Location location = change.location();
    ChangeOptions options = change.options(terminal);
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(location, schema(terminal), options);
      show(azulejo, location, options, terminal);
    }
    return Failure.OK;
  }

  private ArraySchema schema(Terminal terminal) throws IOException {
    if (schemaFile.equals("-")) {
      return SchemaJsonReader.read(terminal.in()).build();
    }
    try (InputStream in = Files.newInputStream(Path.of(schemaFile))) {
      return SchemaJsonReader.read(in).build();
    } catch (NoSuchFileException e) {
      throw new NotFoundException("there is no file " + schemaFile);
    }
  }

  private void show(Azulejo azulejo, Location location, ChangeOptions options, Terminal terminal)
      throws IOException {
    Array array = azulejo.open(location, change.openOptions(options));
    terminal.out().write(Text.encode(SchemaText.of(array, label -> Optional.empty())));
  }
}
