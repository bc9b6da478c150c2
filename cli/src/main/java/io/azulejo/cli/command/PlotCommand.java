package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.PictureArguments;
import io.azulejo.cli.argument.PlotArguments;
import io.azulejo.cli.argument.SelectionArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.plot.CellPlot;
import io.azulejo.plot.CellSource;
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
@CommandLoad(CommandLoad.Kind.CELLS_AS_OBJECTS)
@Command(
    name = "plot",
    description = {
      "Draws the cells of an array, in the terminal or as PNG or SVG.",
      "Two dimensions of a dense array are a heat map of an attribute; cells that were"
          + " never written and nulls are blank; red, green and blue attributes are an image. A"
          + " sparse array has a point for each cell, or the density where there are very many."
          + " One dimension is a line, or several lines with --color. Attributes can be axes,"
          + " too. Texts, enumerations and truth values are names, with a place or a color"
          + " each. If an array has more dimensions, --range fixes the others, or --by draws"
          + " them side by side.",
      "Fields are names of dimensions and attributes, and hour(T), weekday(T) and"
          + " month(T) of dates and times, in UTC."
    },
    footer = {
      "  azulejo plot samples/grid   # a heat map of the first attribute",
      "  azulejo plot samples/colors --histogram w   # how often each value occurs",
      "  azulejo plot samples/grid --x a --y f --png grid.png   # two attributes, as PNG",
      "  azulejo plot samples/grid --color f --range y=1..6   # another attribute, a part",
      "  azulejo plot samples/grid --range y=4   # a line: one row",
      "  azulejo plot samples/days   # a line: one dimension",
      "  azulejo plot samples/grid --histogram f --bins 12 --title 'Values of f'   # bars and a"
          + " title",
      "  azulejo plot samples/grid --svg -   # SVG on standard output"
    })
final class PlotCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;
  @Mixin private SelectionArguments selection;

  @HelpEntry(Section.PLOT)
  @Option(names = "--x", paramLabel = "FIELD", description = "field from left to right")
  private String x;

  @HelpEntry(Section.PLOT)
  @Option(
      names = "--y",
      paramLabel = "FIELD",
      description = {
        "field from bottom to top (see --y-axis)",
        "Default of both: the dimensions, or the only dimension and the first numeric"
            + " attribute."
      })
  private String y;

  @HelpEntry(Section.PLOT)
  @Option(
      names = {"--color", "--z"},
      paramLabel = "FIELD",
      description = {
        "field that gives the color",
        "Where several cells share a place, it is their mean. Default of a heat map: the"
            + " first numeric attribute."
      })
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
      CellPlot plot = new CellPlot(array, open.shortName(), request, part);
      Picture picture;
      try (ReadProgress progress = new ReadProgress(terminal, "reading", "cells")) {
        CellSource cells = new CellSource(array, selection.request(array).subarray(part), progress);
        picture = plot.picture(cells, pictures.space(terminal));
      }
      pictures.show(picture, terminal);
    }
    return Failure.OK;
  }
}
