package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.MetadataValue;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.MetadataText;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowField;
import io.azulejo.text.output.RowWriter;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.ValueText;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Prints the metadata of an array or a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "meta",
    description = "Prints the metadata of an array or a group.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo meta samples/grid   # a table of keys and values",
      "  azulejo meta samples/group --format json   # for programs"
    })
final class MetaCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    Location location = open.location();
    Map<String, MetadataValue> metadata;
    try (Azulejo azulejo = terminal.engine().build()) {
      OpenOptions options = open.options(terminal);
      metadata =
          azulejo.catalog().type(location) == ObjectType.GROUP
              ? azulejo.group(location).open(options).metadata()
              : azulejo.open(location, options).metadata();
    }
    if (format.value() == RowWriter.Format.JSON) {
      TextBuffer out = new TextBuffer(1 << 12);
      metadata.forEach((key, value) -> MetadataText.appendJson(out, key, value));
      out.drainTo(terminal.out());
      return Failure.OK;
    }
    ResultTable columns =
        new ResultTable(
            RowField.of("key", Datatype.STRING_UTF8),
            RowField.of("type", Datatype.STRING_UTF8),
            RowField.of("num", Datatype.INT64),
            RowField.of("value", Datatype.STRING_UTF8));
    metadata.forEach(
        (key, value) -> columns.add(key, value.type().name(), (long) value.count(), text(value)));
    format.write(columns, terminal);
    return Failure.OK;
  }

  /** The value as a text of its own; null for the one that was put without any. */
  private String text(MetadataValue value) {
    if (value.count() == 0) {
      return null;
    }
    if (format.value() == RowWriter.Format.TSV) {
      return ValueText.of(value).orElse(null);
    }
    return MetadataText.of(value);
  }
}
