package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.schema.ArraySchema;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.value.RangeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code fragments}, which lists the fragments of an array. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "fragments",
    description = "Lists the fragments of an array (one per write), oldest first.",
    footer = {
      "  azulejo fragments samples/grid   # a table",
      "  azulejo fragments samples/grid --format json   # for programs, with full names"
    })
final class FragmentsCommand extends Subcommand {
  @Mixin private OpenArguments open;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    List<FragmentInfo> fragments;
    ArraySchema schema;
    try (Azulejo azulejo = terminal.engine().build()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      fragments = array.fragments();
      schema = array.schema();
    }
    // In a table, the first timestamp is useful only if a fragment merges several writes.
    boolean since =
        !format.isTable() || fragments.stream().anyMatch(f -> f.times().start() != f.times().end());
    ResultTable columns =
        ResultTable.of(
            (since ? "from:DATETIME_MS " : "")
                + "to:DATETIME_MS version:INT64 type cells:UINT64 bytes:UINT64 domain name");
    for (FragmentInfo fragment : fragments) {
      List<Object> row = new ArrayList<>();
      if (since) {
        row.add(fragment.times().start());
      }
      row.add(fragment.times().end());
      row.add((long) fragment.formatVersion());
      row.add(fragment.dense() ? "dense" : "sparse");
      row.add(fragment.cells());
      row.add(fragment.bytesOnDisk());
      row.add(
          fragment
              .nonEmptyDomain()
              .map(box -> String.join(" ", RangeText.of(schema, box)))
              .orElse(null));
      row.add(fragment.name());
      columns.add(row.toArray());
    }
    format.write(columns, terminal);
  }
}
