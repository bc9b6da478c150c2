package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.HistoryEntry;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.HistoryText;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.text.output.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code history}, which lists the changes of an array. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "history",
    description = "Lists the changes of an array, oldest first.",
    footer = {
      "  azulejo history samples/grid   # everything that is recorded",
      "  azulejo history samples/grid --from 20 --to 40   # between two times",
      "  azulejo history samples/colors --format json   # for programs",
      "",
      "Changes are create, schema, write, delete, update, metadata and consolidate. Changes removed by",
      "vacuum are not listed."
    })
final class HistoryCommand extends Subcommand {
  @Mixin private OpenArguments open;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    try (Azulejo azulejo = terminal.engine().build()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      List<HistoryEntry> entries = array.history();
      boolean table = format.isTable();
      // In a table, the first timestamp is useful only if an entry merges several events.
      boolean since =
          !table || entries.stream().anyMatch(e -> e.times().start() != e.times().end());
      ResultTable columns =
          ResultTable.of(
              (since ? "from:DATETIME_MS " : "")
                  + "to:DATETIME_MS event details"
                  + (table ? "" : " name"));
      for (HistoryEntry entry : entries) {
        HistoryText text = HistoryText.of(entry, array.schema());
        List<Object> row = new ArrayList<>();
        if (since) {
          row.add(time(entry, entry.times().start()));
        }
        row.add(time(entry, entry.times().end()));
        row.add(text.event());
        row.add(text.details());
        if (!table) {
          row.add(entry.name());
        }
        columns.add(row.toArray());
      }
      format.write(columns, terminal);
    }
  }

  /**
   * Returns a timestamp of an entry, or null for the schema of an old array, whose time is unknown.
   */
  private static Long time(HistoryEntry entry, long time) {
    return entry instanceof HistoryEntry.SchemaStored && time == 0 ? null : time;
  }
}
