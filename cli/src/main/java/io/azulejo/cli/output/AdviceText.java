package io.azulejo.cli.output;

import io.azulejo.cli.terminal.ByteCounts;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.schema.FilterText;
import io.azulejo.text.value.QuotedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats layout advice as text for people or as rows for programs. */
public final class AdviceText {
  private static final int SHOWN = 4;
  private static final double MEBIBYTE = 1 << 20;

  private final Advice advice;
  private final String uri;

  public AdviceText(Advice advice, String uri) {
    this.advice = advice;
    this.uri = uri;
  }

  public String forPeople() {
    StringBuilder out = new StringBuilder();
    out.append(
        "sample: %,d of %,d cells, %s, from %s\n"
            .formatted(
                advice.sampledCells(),
                advice.cells(),
                ByteCounts.of(advice.sampledBytes()),
                advice.places() == 1 ? "1 place" : "%,d places".formatted(advice.places())));
    if (!advice.filters().isEmpty()) {
      out.append("filters, measured on the sample\n");
      SchemaText.appendRows(out, filters());
    }
    advice.checksums().ifPresent(checksums -> append(out, checksums));
    if (!advice.tiles().isEmpty()) {
      Advice.TileTrial any = advice.tiles().get(0);
      out.append(
          "tiles, rated by how many a box (%s of the cells along each dimension) and a slice touch\n"
              .formatted(percent(any.boxPart())));
      SchemaText.appendRows(out, tiles());
    }
    out.append("fragments: %,d\n".formatted(advice.fragments()));
    advice.notes().forEach(note -> out.append("note: ").append(note).append('\n'));
    out.append(
        advice.changes()
            ? "recommended (marked *):\n  " + command() + "\n"
            : "no better layout found; keep the current one\n");
    return out.toString();
  }

  private void append(StringBuilder out, Advice.Checksums checksums) {
    out.append(
        "no checksum filter: %s; azulejo repack --checksum adds one at this cost:\n"
            .formatted(
                String.join(", ", checksums.fields().stream().map(QuotedText::ofName).toList())));
    List<String[]> rows = new ArrayList<>();
    for (Advice.FilterTrial trial : withChecksums(checksums)) {
      Advice.FilterTrial without = checksums.trials().get(0);
      rows.add(
          new String[] {
            word(trial),
            "%,d bytes instead of %,d".formatted(trial.bytes(), without.bytes()),
            "%,.0f MiB/s instead of %,.0f"
                .formatted(
                    trial.decodedPerSecond() / MEBIBYTE, without.decodedPerSecond() / MEBIBYTE)
          });
    }
    SchemaText.appendRows(out, rows);
  }

  /** Returns the trials with a checksum filter. The first trial, which has none, is omitted. */
  private static List<Advice.FilterTrial> withChecksums(Advice.Checksums checksums) {
    return checksums.trials().stream().skip(1).toList();
  }

  private static String word(Advice.FilterTrial trial) {
    return trial.filters().filters().get(0).type() == Filter.Type.CHECKSUM_MD5 ? "md5" : "sha256";
  }

  private List<String[]> filters() {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"", "field", "filters", "bytes", "of", "MiB/s", ""});
    for (Advice.FieldFilters field : advice.filters()) {
      for (int i : shown(field)) {
        Advice.FilterTrial trial = field.trials().get(i);
        rows.add(
            new String[] {
              i == field.best() ? "*" : " ",
              field.shared() ? field.field() : QuotedText.ofName(field.field()),
              FilterText.of(trial.filters()),
              "%,d".formatted(trial.bytes()),
              percent((double) trial.bytes() / Math.max(1, field.unfiltered())),
              "%,.0f".formatted(trial.decodedPerSecond() / MEBIBYTE),
              i == 0 ? "now" : ""
            });
      }
    }
    return rows;
  }

  /** Returns the indexes of the smallest trials, the recommended one, and the present filters. */
  private static List<Integer> shown(Advice.FieldFilters field) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < field.trials().size(); i++) {
      all.add(i);
    }
    all.sort((a, b) -> Long.compare(field.trials().get(a).bytes(), field.trials().get(b).bytes()));
    List<Integer> shown = new ArrayList<>(all.subList(0, Math.min(SHOWN, all.size())));
    for (int wanted : new int[] {field.best(), 0}) {
      if (!shown.contains(wanted)) {
        shown.add(wanted);
      }
    }
    return shown;
  }

  private List<String[]> tiles() {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"", "tiles", "by a box", "by a slice", "cost of both", ""});
    int left = SHOWN + 1;
    for (Advice.TileTrial trial : advice.tiles()) {
      if (trial.current() || trial.best() || left > 0) {
        rows.add(
            new String[] {
              trial.best() ? "*" : " ",
              trial.text(),
              "%,.1f".formatted(trial.tilesPerBox()),
              "%,.1f".formatted(trial.tilesPerSlice()),
              ByteCounts.of((long) trial.cost()),
              trial.current() ? "now" : ""
            });
        left--;
      }
    }
    return rows;
  }

  /** Returns all trials, with numbers in numeric columns. */
  public ResultTable rows() {
    ResultTable columns =
        ResultTable.of(
            "part name tried unfiltered:UINT64 bytes:UINT64 decoded_per_second:UINT64 tiles_per_1000_boxes:UINT64 tiles_per_1000_slices:UINT64 now recommended");
    columns.add(
        "sample",
        "cells",
        advice.sampledCells() + " of " + advice.cells(),
        advice.sampledBytes(),
        null,
        null,
        null,
        null,
        null,
        null);
    for (Advice.FieldFilters field : advice.filters()) {
      for (int i = 0; i < field.trials().size(); i++) {
        Advice.FilterTrial trial = field.trials().get(i);
        columns.add(
            field.shared() ? "shared filters" : "filters",
            field.field(),
            FilterText.of(trial.filters()),
            field.unfiltered(),
            trial.bytes(),
            (long) trial.decodedPerSecond(),
            null,
            null,
            yes(i == 0),
            yes(i == field.best()));
      }
    }
    if (advice.checksums().isPresent()) {
      Advice.Checksums checksums = advice.checksums().get();
      for (Advice.FilterTrial trial : withChecksums(checksums)) {
        columns.add(
            "checksum",
            String.join(", ", checksums.fields()),
            word(trial),
            checksums.trials().get(0).bytes(),
            trial.bytes(),
            (long) trial.decodedPerSecond(),
            null,
            null,
            "no",
            "no");
      }
    }
    for (Advice.TileTrial trial : advice.tiles()) {
      columns.add(
          "tiles",
          trial.text(),
          null,
          null,
          (long) trial.cost(),
          null,
          Math.round(1000 * trial.tilesPerBox()),
          Math.round(1000 * trial.tilesPerSlice()),
          yes(trial.current()),
          yes(trial.best()));
    }
    for (String note : advice.notes()) {
      columns.add("note", note, null, null, null, null, null, null, null, null);
    }
    if (advice.changes()) {
      columns.add("command", command(), null, null, null, null, null, null, null, null);
    }
    return columns;
  }

  private static String yes(boolean is) {
    return is ? "yes" : "no";
  }

  private static String percent(double part) {
    return part < 0.1 && part > 0
        ? "%.1f %%".formatted(100 * part)
        : "%.0f %%".formatted(100 * part);
  }

  /** Returns the command that creates the recommended array. */
  private String command() {
    RepackRequest request = advice.recommended();
    StringBuilder out = new StringBuilder("azulejo repack ");
    out.append(shell(uri)).append(' ').append(shell(stripped(uri) + "-repacked"));
    request.capacity().ifPresent(cells -> out.append(" --capacity ").append(cells));
    for (Map.Entry<String, Number> extent : request.extents().entrySet()) {
      String length =
          extent.getValue() instanceof Long integer
              ? Long.toUnsignedString(integer)
              : extent.getValue().toString();
      add(out, "--extent", QuotedText.ofName(extent.getKey()) + "=" + length);
    }
    request.cellOrder().ifPresent(order -> add(out, "--order", word(order)));
    request.tileOrder().ifPresent(order -> add(out, "--tile-order", word(order)));
    for (Map.Entry<String, FilterPipeline> field : request.filters().entrySet()) {
      add(
          out,
          "--filters",
          QuotedText.ofName(field.getKey()) + "=" + FilterText.of(field.getValue()));
    }
    request.offsetsFilters().ifPresent(f -> add(out, "--filters", "offsets=" + FilterText.of(f)));
    request.validityFilters().ifPresent(f -> add(out, "--filters", "validity=" + FilterText.of(f)));
    return out.toString();
  }

  private static String stripped(String text) {
    return text.endsWith("/") ? stripped(text.substring(0, text.length() - 1)) : text;
  }

  private static String word(Layout order) {
    return order.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void add(StringBuilder out, String option, String value) {
    out.append(' ').append(option).append(' ').append(shell(value));
  }

  /** Quotes an argument for a shell where necessary. */
  private static String shell(String text) {
    return text.matches("[A-Za-z0-9_./:=,@%+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
