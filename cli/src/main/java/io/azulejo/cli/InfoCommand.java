package io.azulejo.cli;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.internal.format.Text;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

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
      if (azulejo.type(location) == ObjectType.GROUP) {
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
                .map(box -> String.join(" ", Ranges.describe(schema, box)))
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
    String schema = Integer.toString(array.schemaVersion());
    return fragments.isEmpty() || fragments.equals(schema)
        ? schema
        : "schema " + schema + ", fragments " + fragments;
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
    String from = Ranges.describe(Datatype.DATETIME_MS, (Number) first);
    return first == last
        ? ", written " + from
        : ", written " + from + " to " + Ranges.describe(Datatype.DATETIME_MS, (Number) last);
  }

  private static String sum(List<FragmentInfo> fragments, ToLongFunction<FragmentInfo> of) {
    return Long.toUnsignedString(fragments.stream().mapToLong(of).sum());
  }

  private static String bytes(List<FragmentInfo> fragments, ToLongFunction<FragmentInfo> of) {
    return bytes(fragments.stream().mapToLong(of).sum());
  }

  /** A number of bytes in a unit of which there are not many. */
  static String size(long bytes) {
    String text = bytes(bytes);
    return bytes < 1024
        ? text + (bytes == 1 ? " byte" : " bytes")
        : text.substring(text.indexOf('(') + 1, text.length() - 1);
  }

  /** A number of bytes; where there are many also in a greater unit. */
  private static String bytes(long bytes) {
    String text = Long.toUnsignedString(bytes);
    double size = bytes;
    int unit = -1;
    while (size >= 1024 && unit < UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return unit < 0 ? text : text + String.format(Locale.ROOT, " (%.1f %s)", size, UNITS[unit]);
  }

  private static String[] row(String... cells) {
    return cells;
  }
}
