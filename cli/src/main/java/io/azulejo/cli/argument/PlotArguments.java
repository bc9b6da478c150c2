package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.plot.PlotRequest;
import io.azulejo.plot.PlotRequest.Aspect;
import io.azulejo.plot.PlotRequest.Direction;
import io.azulejo.plot.PlotRequest.Kind;
import io.azulejo.plot.PlotRequest.Scaled;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options that determine how cells are drawn. A mixin of {@code plot}. */
public final class PlotArguments {
  private static final int MAX_BINS = 500;

  @HelpEntry(Section.PLOT)
  @Option(
      names = "--histogram",
      paramLabel = "FIELD",
      description = {"draw how often the values of FIELD occur", "Replaces --x and --y."})
  private String histogram;

  @HelpEntry(value = Section.PLOT, rare = true)
  @Option(
      names = "--bins",
      paramLabel = "N",
      description = {
        "with --histogram: approximate number of bars",
        "For numbers. Bars have a round width."
      })
  private String bins;

  @HelpEntry(Section.PLOT)
  @Option(
      names = "--by",
      paramLabel = "FIELD",
      description = {
        "draw one panel for each value of FIELD",
        "FIELD holds names or whole numbers. All panels share their axes. If there are more than"
            + " 12 values, one panel shows all rare values."
      })
  private String by;

  @HelpEntry(value = Section.PLOT, rare = true)
  @Option(
      names = "--categories",
      paramLabel = "FIELD,...",
      description = {
        "treat whole numbers of these fields as names",
        "Each value gets its own place or color."
      })
  private String categories;

  @HelpEntry(Section.PLOT)
  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = {
        "heat, line, points or image",
        "Default: depends on the fields. A line connects the means of cells at the same place."
      })
  private String kind;

  @HelpEntry(Section.PLOT)
  @Option(
      names = "--log",
      paramLabel = "x,y,color",
      description = {
        "logarithmic scales, e.g. y,color",
        "Values of 0 or less are left out and reported. The y of a histogram is the count."
      })
  private String log;

  @HelpEntry(value = Section.PLOT, rare = true)
  @Option(
      names = "--aspect",
      paramLabel = "ASPECT",
      description = {
        "free, equal or geographic",
        "free fills the space. equal uses the same scale on both axes. geographic uses the same"
            + " scale for distances on the ground. Default: geographic for longitude and latitude,"
            + " equal for large tables, else free."
      })
  private String aspect;

  @HelpEntry(value = Section.PLOT, rare = true)
  @Option(
      names = "--y-axis",
      paramLabel = "DIRECTION",
      description = {
        "direction in which y grows: up or down",
        "Default: down for rows of dense arrays and for names, else up."
      })
  private String direction;

  /**
   * Returns the request for a plot.
   *
   * @param x the field of the x axis, or null for the default
   * @param y the field of the y axis, or null for the default
   * @param color the field that sets colors, or null for the default
   * @throws InvalidRequestException if an option's value is invalid
   */
  public PlotRequest request(String x, String y, String color) {
    Set<Scaled> logarithmic = EnumSet.noneOf(Scaled.class);
    if (log != null) {
      for (String name : OptionScanner.list(log, "--log")) {
        logarithmic.add(constant(Scaled.class, name, "--log"));
      }
    }
    return new PlotRequest(
        kind == null ? null : constant(Kind.class, kind, "--kind"),
        x,
        y,
        color,
        histogram,
        by,
        categories == null ? List.of() : OptionScanner.list(categories, "--categories"),
        logarithmic,
        bins(),
        aspect == null ? Aspect.USUAL : constant(Aspect.class, aspect, "--aspect"),
        direction == null ? Direction.USUAL : constant(Direction.class, direction, "--y-axis"));
  }

  private int bins() {
    if (bins == null) {
      return 0;
    }
    try {
      int number = Integer.parseInt(bins);
      if (number >= 1 && number <= MAX_BINS) {
        return number;
      }
    } catch (NumberFormatException none) {
      // The exception below covers text that is not a number as well as numbers outside the limits.
    }
    throw new InvalidRequestException(
        "--bins " + bins + ": expected a number of bars from 1 to " + MAX_BINS + ", such as 20");
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name, String option) {
    List<String> names =
        Arrays.stream(type.getEnumConstants())
            .map(e -> e.name().toLowerCase(Locale.ROOT))
            .filter(n -> !n.equals("usual"))
            .toList();
    String given = name.strip().toLowerCase(Locale.ROOT);
    if (!names.contains(given)) {
      throw new InvalidRequestException(
          option
              + " "
              + name
              + ": expected one of "
              + String.join(", ", names)
              + Suggestion.hint(given, names));
    }
    return Enum.valueOf(type, given.toUpperCase(Locale.ROOT));
  }
}
