package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.PictureArguments;
import io.azulejo.cli.argument.PlotArguments;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.plot.CellPlot;
import io.azulejo.plot.CellSource;
import io.azulejo.plot.PlotFields;
import io.azulejo.plot.PlotRequest;
import io.azulejo.plot.picture.Picture;
import io.azulejo.query.Subarray;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Draws the cells of an array. */
@Command(
    name = "plot",
    description = {
      "Draws the cells of an array.",
      "",
      "Two dimensions of a dense array: a heat map of an attribute; cells that were never written"
          + " and nulls are left blank; red, green and blue ones: an image. Of a sparse array: a"
          + " point for each cell, or where there are very many, how many there are. One"
          + " dimension: a line, or several by --color. Attributes can be axes, too. Texts,"
          + " enumerations and truth values are names, with a place or a colour each. Of arrays"
          + " with more dimensions the others are fixed by --range, or seen side by side with"
          + " --by.",
      "",
      "Fields are names of dimensions and attributes, and hour(T), weekday(T), month(T) of dates"
          + " and times, in UTC.",
      ""
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo plot samples/grid",
      "  azulejo plot samples/grid --color f --range y=1..6",
      "  azulejo plot samples/grid --range y=4",
      "  azulejo plot samples/grid --x a --y f",
      "  azulejo plot samples/days",
      "  azulejo plot samples/colors --histogram w",
      "  azulejo plot samples/grid --histogram f --bins 12 --title \"Values of f\"",
      "  azulejo plot samples/grid --svg -                   (or --png grid.png)",
    })
final class PlotCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;
  @Mixin private SelectionArguments selection;

  @Option(
      names = "--x",
      paramLabel = "FIELD",
      description = "The dimension or attribute from left to right.")
  private String x;

  @Option(
      names = "--y",
      paramLabel = "FIELD",
      description =
          "The dimension or attribute upwards (of a dense array the dimension downwards). When"
              + " neither is given: the dimensions, or the only one and the first attribute of"
              + " numbers.")
  private String y;

  @Option(
      names = {"--color", "--z"},
      paramLabel = "FIELD",
      description =
          "The attribute or dimension that gives the colour: its mean where several cells share a"
              + " place. Of a heat map the first attribute of numbers when not given.")
  private String color;

  @Mixin private PlotArguments options;
  @Mixin private PictureArguments pictures;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    pictures.check();
    PlotRequest request = options.request(x, y, color);
    try (Azulejo azulejo = terminal.engine().build()) {
      Array array = azulejo.open(open.location(), open.options(terminal));
      Subarray part = selection.box(array, "plot");
      PlotFields fields = PlotFields.of(array, part, request);
      Picture picture;
      try (ReadProgress progress = new ReadProgress(terminal, "reading", "cells")) {
        CellSource cells =
            new CellSource(array, () -> selection.request(array).subarray(part), progress);
        CellPlot plot = new CellPlot(array, open.shortName(), fields, request, part, cells);
        picture = plot.picture(pictures.space(terminal));
      }
      pictures.show(picture, terminal);
    }
    return Failure.OK;
  }
}
