package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.output.ByteCounts;
import io.azulejo.cli.output.SchemaText;
import io.azulejo.cli.output.Tree;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.internal.format.Text;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.text.value.RangeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Shows what an array or a group is. */
@Command(
    name = "info",
    description = "Shows what an array is, at a glance; of a group its tree.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo info samples/grid",
      "  azulejo info samples/grid --at 1970-01-01T00:00:00.020Z"
    })
final class InfoCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    Location location = open.location();
    StringBuilder out = new StringBuilder();
    int code = Failure.OK;
    try (Azulejo azulejo = Azulejo.create()) {
      OpenOptions options = open.options(terminal);
      if (azulejo.catalog().type(location) == ObjectType.GROUP) {
        Tree tree = new Tree(azulejo, options);
        tree.append(out, open.uri(), location);
        code = tree.report(terminal);
      } else {
        out.append(open.uri()).append('\n');
        describe(out, azulejo.open(location, options));
      }
    }
    terminal.out().write(Text.encode(out.toString()));
    return code;
  }

  private static void describe(StringBuilder out, Array array) {
    ArraySchema schema = array.schema();
    List<FragmentInfo> fragments = array.fragments();
    List<String[]> rows = new ArrayList<>();
    String type =
        schema.isDense()
            ? "dense array"
            : "sparse array, duplicates " + (schema.allowsDuplicates() ? "allowed" : "not allowed");
    rows.add(row("type", type));
    rows.add(
        row(
            "order",
            "cells %s, tiles %s"
                .formatted(
                    SchemaText.word(schema.cellOrder()), SchemaText.word(schema.tileOrder()))));
    rows.add(row("format version", versions(array)));
    rows.add(row("fragments", fragments.isEmpty() ? "none" : fragments.size() + times(fragments)));
    rows.add(row("cells written", sum(fragments, FragmentInfo::cells)));
    rows.add(row("bytes on disk", bytes(fragments, FragmentInfo::bytesOnDisk)));
    rows.add(row("bytes unfiltered", bytes(fragments, FragmentInfo::bytesUnfiltered)));
    rows.add(
        row(
            "non-empty domain",
            array
                .nonEmptyDomain()
                .map(box -> String.join(" ", RangeText.of(schema, box)))
                .orElse("nothing is written")));
    if (!array.metadata().isEmpty()) {
      int keys = array.metadata().size();
      rows.add(row("metadata", keys + (keys == 1 ? " key" : " keys")));
    }
    SchemaText.appendRows(out, rows);
    out.append(SchemaText.fields(schema));
  }

  private static String versions(Array array) {
    String fragments =
        array.fragments().stream()
            .map(FragmentInfo::formatVersion)
            .distinct()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    String schema = Integer.toString(array.formatVersion());
    String versions =
        fragments.isEmpty() || fragments.equals(schema)
            ? schema
            : "schema " + schema + ", fragments " + fragments;
    return versions
        + array
            .oldestReader()
            .map(release -> ", read by TileDB " + release + " and later")
            .orElse(", read by no release of TileDB yet");
  }

  private static String times(List<FragmentInfo> fragments) {
    long first = -1;
    long last = 0;
    for (FragmentInfo fragment : fragments) {
      long start = fragment.times().start();
      long end = fragment.times().end();
      first = Long.compareUnsigned(start, first) < 0 ? start : first;
      last = Long.compareUnsigned(end, last) > 0 ? end : last;
    }
    String from = RangeText.ofNumber(Datatype.DATETIME_MS, first);
    return first == last
        ? ", written " + from
        : ", written " + from + " to " + RangeText.ofNumber(Datatype.DATETIME_MS, last);
  }

  private static String sum(List<FragmentInfo> fragments, ToLongFunction<FragmentInfo> of) {
    return Long.toUnsignedString(fragments.stream().mapToLong(of).sum());
  }

  private static String bytes(List<FragmentInfo> fragments, ToLongFunction<FragmentInfo> of) {
    return ByteCounts.exact(fragments.stream().mapToLong(of).sum());
  }

  private static String[] row(String... cells) {
    return cells;
  }
}
