package io.azulejo.cli.command;

import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.cli.argument.AttributeText;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.text.value.ParsedValue;
import io.azulejo.text.value.ValueText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Puts a value into the metadata of an array or a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "meta set",
    description = "Sets a value in the metadata of an array or a group.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo meta set samples/grid title 'A grid'   # a text",
      "  azulejo meta set samples/grid corners 1 4 --type INT32   # two numbers",
      "  azulejo meta set samples/group made 2024-05-31 --type DATETIME_DAY   # a date"
    })
final class MetaSetCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @HelpEntry(Section.ARGUMENTS)
  @Parameters(index = "1", paramLabel = "KEY", description = "name of the value")
  private String key;

  @HelpEntry(Section.ARGUMENTS)
  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "VALUE",
      description = "the value; several values of a numeric type")
  private List<String> values = List.of();

  @HelpEntry(Section.OPTIONS)
  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "type of the values, such as INT64 (default: ${DEFAULT-VALUE})")
  private String type;

  @Override
  public Integer call() throws IOException {
    change.apply(MetadataChange.builder().put(key, value()).build(), root.terminal());
    return Failure.OK;
  }

  private MetadataValue value() {
    Datatype wanted =
        type == null
            ? Datatype.STRING_UTF8
            : AttributeText.type(type, OptionScanner.of(type, "--type"));
    boolean whole = ValueText.isText(wanted) || wanted.isBytes();
    if (whole && values.size() > 1) {
      throw new InvalidRequestException(
          "%d values of %s: a text is one value, in quotes; of numbers say the --type"
              .formatted(values.size(), wanted));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String each : values) {
      bytes.writeBytes(ParsedValue.cell(wanted, whole ? Attribute.VAR : 1, each));
    }
    return MetadataValue.of(wanted, bytes.size() / wanted.size(), bytes.toByteArray());
  }
}
