package io.azulejo.cli;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists the fragments of an array. */
@Command(
    name = "fragments",
    description = "Lists what each write left in an array, the oldest first.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo fragments samples/grid",
      "  azulejo fragments samples/grid --format json | jq .bytes_on_disk"
    })
final class FragmentsCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "One of ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} when not said.")
  private Rows.Format format;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    Columns columns =
        new Columns(
            Field.of("from", Datatype.DATETIME_MS),
            Field.of("to", Datatype.DATETIME_MS),
            Field.of("version", Datatype.INT64),
            Field.of("type", Datatype.STRING_UTF8),
            Field.of("cells", Datatype.UINT64),
            Field.of("bytes_on_disk", Datatype.UINT64),
            Field.of("domain", Datatype.STRING_UTF8),
            Field.of("name", Datatype.STRING_UTF8));
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      for (FragmentInfo fragment : array.fragments()) {
        columns.add(
            fragment.times().start(),
            fragment.times().end(),
            (long) fragment.formatVersion(),
            fragment.dense() ? "dense" : "sparse",
            fragment.cells(),
            fragment.bytesOnDisk(),
            fragment
                .nonEmptyDomain()
                .map(box -> String.join(" ", Ranges.describe(array.schema(), box)))
                .orElse(null),
            fragment.name());
      }
    }
    columns.write(format, terminal.out(), terminal.width());
    return Failure.OK;
  }
}
