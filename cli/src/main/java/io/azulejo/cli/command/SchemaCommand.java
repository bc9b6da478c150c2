package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.TextFormatArgument;
import io.azulejo.cli.output.JsonText;
import io.azulejo.cli.output.SchemaText;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.storage.Location;
import io.azulejo.text.schema.SchemaJsonWriter;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code schema}, which prints the schema of an array. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "schema",
    description = "Prints the schema of an array.",
    footer = {
      "  azulejo schema samples/grid   # for people",
      "  azulejo schema samples/grid --format json > grid.json   # as input for create"
    })
final class SchemaCommand extends Subcommand {
  @Mixin private OpenArguments open;

  @Mixin private TextFormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    try (Azulejo azulejo = terminal.engine().build()) {
      OpenOptions options = open.options(terminal);
      Array array = azulejo.open(open.location(), options);
      byte[] text =
          format.isJson()
              ? json(azulejo, array, options)
              : LosslessUtf8.encode(
                  SchemaText.of(array, label -> schema(azulejo, array, label, options)));
      terminal.out().write(text);
    }
  }

  private static byte[] json(Azulejo azulejo, Array array, OpenOptions options) throws IOException {
    return JsonText.of(
        json ->
            new SchemaJsonWriter(
                    json, array::enumeration, label -> schema(azulejo, array, label, options))
                .write(array.schema(), array.formatVersion()));
  }

  /** Returns the schema of a label array, or an empty result if it cannot be opened. */
  private static Optional<ArraySchema> schema(
      Azulejo azulejo, Array array, DimensionLabel label, OpenOptions options) {
    Location place =
        label.relative() ? array.location().resolve(label.uri()) : Location.of(label.uri());
    try {
      return Optional.of(azulejo.open(place, options).schema());
    } catch (NotFoundException | InvalidRequestException e) {
      return Optional.empty();
    }
  }
}
