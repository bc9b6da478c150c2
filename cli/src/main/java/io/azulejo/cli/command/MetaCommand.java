package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.AttributeText;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.MetadataText;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowWriter;
import io.azulejo.text.value.ParsedValue;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.ValueText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code meta}, which prints the metadata of an array or a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "meta",
    description = "Prints the metadata of an array or a group.",
    subcommands = {MetaCommand.SetValue.class, MetaCommand.Unset.class},
    modelTransformer = MetaCommand.OptionalUri.class,
    footer = {
      "  azulejo meta samples/grid   # a table of keys and values",
      "  azulejo meta samples/group --format json   # for programs"
    })
final class MetaCommand extends Subcommand {
  @Mixin private OpenArguments open;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    if (open.uri() == null) {
      throw new MissingParameterException(
          spec().commandLine(), spec().positionalParameters().get(0), "");
    }
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
      return;
    }
    ResultTable columns = ResultTable.of("key type num:INT64 value");
    metadata.forEach(
        (key, value) -> columns.add(key, value.type().name(), (long) value.count(), text(value)));
    format.write(columns, terminal);
  }

  /** Returns a value as text, or null if it has no elements. */
  private String text(MetadataValue value) {
    if (value.count() == 0) {
      return null;
    }
    if (format.value() == RowWriter.Format.TSV) {
      return ValueText.of(value).orElse(null);
    }
    return MetadataText.of(value);
  }

  /** Makes the URI of {@code meta} optional, because its subcommands have a URI of their own. */
  static final class OptionalUri implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      PositionalParamSpec uri = command.positionalParameters().get(0);
      return command
          .remove(uri)
          .addPositional(PositionalParamSpec.builder(uri).required(false).build());
    }
  }

  /** The command {@code meta set}, which sets a metadata value of an array or a group. */
  @Command(
      name = "set",
      description = "Sets a value in the metadata of an array or a group.",
      footer = {
        "  azulejo meta set samples/grid title 'A grid'   # a text",
        "  azulejo meta set samples/grid corners 1 4 --type INT32   # two numbers",
        "  azulejo meta set samples/group made 2024-05-31 --type DATETIME_DAY   # a date"
      })
  static final class SetValue extends ChangingCommand {
    @Mixin private ChangeArguments change;

    @Parameters(index = "1", paramLabel = "KEY", description = "key of the value")
    private String key;

    @Parameters(
        index = "2..*",
        arity = "1..*",
        paramLabel = "VALUE",
        description = "the value, or several numbers")
    private List<String> values = List.of();

    @Option(
        names = "--type",
        paramLabel = "TYPE",
        description = "type of the values, e.g. INT64 (default: ${DEFAULT-VALUE})")
    private String type;

    @Override
    void run(Terminal terminal) throws IOException {
      change.apply(MetadataChange.builder().put(key, value()).build(), terminal);
    }

    private MetadataValue value() {
      Datatype wanted =
          type == null
              ? Datatype.STRING_UTF8
              : AttributeText.type(type, OptionScanner.of(type, "--type"));
      boolean whole = ValueText.isText(wanted) || wanted.isBytes();
      if (whole && values.size() > 1) {
        throw new InvalidRequestException(
            "%d values of %s; put text in quotes as one value, or specify a numeric --type"
                .formatted(values.size(), wanted));
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (String each : values) {
        bytes.writeBytes(ParsedValue.cell(wanted, whole ? Attribute.VAR : 1, each));
      }
      return MetadataValue.of(wanted, bytes.size() / wanted.size(), bytes.toByteArray());
    }
  }

  /** The command {@code meta unset}, which removes metadata values of an array or a group. */
  @Command(
      name = "unset",
      description = "Removes values from the metadata of an array or a group.",
      footer = {
        "  azulejo meta unset samples/grid title corners   # two values",
        "  azulejo meta unset samples/group made   # one value of a group"
      })
  static final class Unset extends ChangingCommand {
    @Mixin private ChangeArguments change;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "KEY",
        description = "keys of the values; unknown keys are ignored")
    private List<String> keys = List.of();

    @Override
    void run(Terminal terminal) throws IOException {
      MetadataChange.Builder removal = MetadataChange.builder();
      keys.forEach(removal::remove);
      change.apply(removal.build(), terminal);
    }
  }
}
