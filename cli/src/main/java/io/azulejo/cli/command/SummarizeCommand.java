package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.output.ColumnSummary;
import io.azulejo.cli.output.ValueCounts;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowField;
import io.azulejo.text.output.RowWriter;
import io.azulejo.text.value.TextBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The command {@code summarize}, which prints statistics of each field. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "summarize",
    description = "Prints statistics of each field: extremes, mean, top values.",
    footer = {
      "  azulejo summarize samples/grid   # all fields",
      "  azulejo summarize samples/names --top 5   # more of the most frequent values",
      "  azulejo summarize samples/colors --where 'i < 10' --fields n,w   # a part",
      "",
      "If a field has more than 10,000 distinct values, their number and the counts of the most",
      "frequent ones are estimates, marked with ~. All other statistics are exact.",
      "Of dense arrays, only written cells are counted."
    })
final class SummarizeCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;
  @Mixin private SelectionArguments selection;

  @HelpEntry(Section.SELECT)
  @Option(
      names = "--fields",
      paramLabel = "NAME,...",
      description = "only these fields, in this order (default: all)")
  private String fields;

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "3",
      description = "number of most frequent values (default: ${DEFAULT-VALUE})")
  private int top;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if (top < 0) {
      throw new InvalidRequestException("--top " + top + ": must be at least 0");
    }
    try (Azulejo azulejo = terminal.engine().build()) {
      OpenOptions options = open.options(terminal);
      Array array = azulejo.open(open.location(), options);
      open.warn(array, azulejo, options, terminal);
      selection.warn(array, terminal);
      ReadRequest request = selection.written(array).layout(Layout.UNORDERED);
      if (fields != null) {
        request = request.select(OptionScanner.list(fields, "--fields"));
      }
      List<ColumnSummary> summaries = summarize(array, request, terminal);
      if (format.value() == RowWriter.Format.JSON) {
        writeJson(summaries, terminal);
      } else {
        write(summaries, terminal);
      }
    }
    return Failure.OK;
  }

  private static List<ColumnSummary> summarize(
      Array array, ReadRequest described, Terminal terminal) {
    try (ReadProgress progress = new ReadProgress(terminal, "reading")) {
      ReadRequest request = described.progress(progress);
      List<ColumnSummary> summaries =
          RowField.of(array, request).stream().map(ColumnSummary::new).toList();
      List<Aggregate> aggregates = new ArrayList<>(List.of(Aggregate.count()));
      summaries.stream().flatMap(ColumnSummary::aggregates).forEach(aggregates::add);
      Batch answer =
          array
              .read(request)
              .aggregateAndRead(
                  Aggregation.of(aggregates).skippingNan(),
                  batch -> summaries.parallelStream().forEach(summary -> summary.add(batch)));
      summaries.forEach(summary -> summary.complete(answer));
      return summaries;
    }
  }

  private void write(List<ColumnSummary> summaries, Terminal terminal) throws IOException {
    boolean table = format.isTable();
    boolean nanCount = !table || summaries.stream().anyMatch(s -> s.nanCount() > 0);
    List<RowField> columns = new ArrayList<>();
    columns.add(RowField.of("field", Datatype.STRING_UTF8));
    columns.add(RowField.of("type", Datatype.STRING_UTF8));
    columns.add(RowField.of("count", Datatype.UINT64));
    columns.add(RowField.of("nulls", Datatype.UINT64));
    if (nanCount) {
      columns.add(RowField.of("nan", Datatype.UINT64));
    }
    for (String name : List.of("min", "max", "mean")) {
      columns.add(RowField.of(name, Datatype.STRING_UTF8));
    }
    columns.add(RowField.of("distinct", Datatype.STRING_UTF8));
    columns.add(RowField.of("top", Datatype.STRING_UTF8));
    ResultTable rows = new ResultTable(columns.toArray(RowField[]::new));
    CellText.Notation notation = CellText.Notation.PLAIN;
    for (ColumnSummary summary : summaries) {
      List<Object> row = new ArrayList<>();
      row.add(summary.field().name());
      row.add(summary.type());
      row.add(summary.count());
      row.add(summary.nulls());
      if (nanCount) {
        row.add(summary.nanCount());
      }
      row.add(summary.min(notation).orElse(table ? "" : null));
      row.add(summary.max(notation).orElse(table ? "" : null));
      row.add(summary.mean(table ? notation : CellText.Notation.CSV).orElse(table ? "" : null));
      row.add((summary.values().isExact() ? "" : "~") + summary.values().distinct());
      row.add(mostFrequent(summary));
      rows.add(row.toArray());
    }
    format.write(rows, terminal);
  }

  /** Returns the most frequent values with their counts, such as {@code red ×8, blue ×5}. */
  private String mostFrequent(ColumnSummary summary) {
    String mark = summary.values().countsAreExact() ? " ×" : " ×~";
    return summary.mostFrequent(top).stream()
        .map(m -> summary.text(m.value(), CellText.Notation.PLAIN) + mark + m.count())
        .collect(Collectors.joining(", "));
  }

  private void writeJson(List<ColumnSummary> summaries, Terminal terminal) throws IOException {
    CellText.Notation notation = CellText.Notation.JSON;
    TextBuffer out = new TextBuffer(1 << 12);
    for (ColumnSummary summary : summaries) {
      TextBuffer name = new TextBuffer(64).append(CellText.name(summary.field(), false));
      out.append("{\"field\":");
      CellText.appendJson(out, name);
      out.append(",\"type\":\"").append(summary.type()).append("\",\"count\":");
      out.appendDecimal(summary.count()).append(",\"nulls\":").appendDecimal(summary.nulls());
      out.append(",\"nan\":").appendDecimal(summary.nanCount());
      out.append(",\"min\":").append(summary.min(notation).orElse("null"));
      out.append(",\"max\":").append(summary.max(notation).orElse("null"));
      out.append(",\"mean\":").append(summary.mean(notation).orElse("null"));
      out.append(",\"distinct\":").appendDecimal(summary.values().distinct());
      out.append(",\"distinct_exact\":").append(String.valueOf(summary.values().isExact()));
      out.append(",\"top\":[");
      String comma = "";
      for (ValueCounts.Frequent mostFrequent : summary.mostFrequent(top)) {
        out.append(comma)
            .append("{\"value\":")
            .append(summary.text(mostFrequent.value(), notation));
        out.append(",\"count\":").appendDecimal(mostFrequent.count()).append('}');
        comma = ",";
      }
      out.append("],\"top_exact\":").append(String.valueOf(summary.values().countsAreExact()));
      out.append("}\n");
    }
    out.drainTo(terminal.out());
  }
}
