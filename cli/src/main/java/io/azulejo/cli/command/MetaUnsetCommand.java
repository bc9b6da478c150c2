package io.azulejo.cli.command;

import io.azulejo.MetadataChange;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Failure;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Removes values from the metadata of an array or a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "meta unset",
    description = "Removes values from the metadata of an array or a group.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo meta unset samples/grid title corners   # two values",
      "  azulejo meta unset samples/group made   # one value of a group"
    })
final class MetaUnsetCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @HelpEntry(Section.ARGUMENTS)
  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "KEY",
      description = "names of the values; unknown names are ignored")
  private List<String> keys = List.of();

  @Override
  public Integer call() throws IOException {
    MetadataChange.Builder removal = MetadataChange.builder();
    keys.forEach(removal::remove);
    change.apply(removal.build(), root.terminal());
    return Failure.OK;
  }
}
