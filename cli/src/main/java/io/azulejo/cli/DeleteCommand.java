package io.azulejo.cli;

import io.azulejo.Azulejo;
import io.azulejo.internal.format.Text;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Deletes cells. */
@Command(
    name = "delete",
    description =
        "Deletes the cells of a sparse array that meet a condition. Reads of earlier times still"
            + " see them.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo delete samples/names --where \"v > 40\"",
      "  azulejo delete samples/days --where \"day < 1970-01-01\" --at 2024-05-31",
    })
final class DeleteCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      required = true,
      description =
          "What the cells meet that go, as in read --where. Cells that are null in a field, or of"
              + " fragments without it, stay; where the format can't say that, the deletion is"
              + " refused.")
  private String where;

  @Option(
      names = "--also-nulls",
      paramLabel = "NAME,...",
      description = "Accept that cells go too that are null in these fields.")
  private List<String> nulls = List.of();

  @Option(
      names = "--also-missing",
      paramLabel = "NAME,...",
      description = "Accept that cells go too that were written before there were these fields.")
  private List<String> missing = List.of();

  @Option(
      names = "--also-nan",
      paramLabel = "NAME,...",
      description = "Accept that cells go too that are NaN in these fields.")
  private List<String> nan = List.of();

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    DeleteRequest request =
        DeleteRequest.where(Condition.parse(where))
            .alsoNulls(names(nulls, "--also-nulls"))
            .alsoMissing(names(missing, "--also-missing"))
            .alsoNaN(names(nan, "--also-nan"));
    try (Azulejo azulejo = Azulejo.create()) {
      Optional<String> name = azulejo.delete(change.location(), request, change.options(terminal));
      String said =
          name.map(n -> "deleted, from now on, what meets the condition: " + n)
              .orElse("no cell can meet the condition; nothing was changed");
      terminal.out().write(Text.encode(said + "\n"));
    }
    return Failure.OK;
  }

  private static String[] names(List<String> lists, String option) {
    List<String> names = new ArrayList<>();
    lists.forEach(list -> names.addAll(Words.list(list, option)));
    return names.stream().distinct().toArray(String[]::new);
  }
}
