package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Suggestion;
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

/** How cells are drawn: a mixin. */
public final class PlotArguments {
  private static final int MAX_BINS = 500;

  @Option(
      names = "--histogram",
      paramLabel = "FIELD",
      description = "How often the values of a field come, in place of --x and --y.")
  private String histogram;

  @Option(
      names = "--bins",
      paramLabel = "N",
      description =
          "About how many bars a histogram of numbers has; they are as wide as a round number.")
  private String bins;

  @Option(
      names = "--by",
      paramLabel = "FIELD",
      description =
          "A panel for each value of a field of names or whole numbers, all with the same axes; of"
              + " more than 12 the most frequent ones, and one for the others.")
  private String by;

  @Option(
      names = "--categories",
      paramLabel = "FIELD,...",
      description = "Fields of whole numbers that are names, with a place or a colour each.")
  private String categories;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "heat, line, points or image, in place of what is usual for such fields. A line goes"
              + " through the mean of the cells that share a place.")
  private String kind;

  @Option(
      names = "--log",
      paramLabel = "x,y,color",
      description =
          "Which of the axes and the colour has a logarithmic scale; what is not above 0 is left"
              + " out, and said. y of a histogram are the counts.")
  private String log;

  @Option(
      names = "--aspect",
      paramLabel = "ASPECT",
      description =
          "free: as large as possible; equal: the same difference is as long in both directions;"
              + " geographic: the same distance on the ground is. When not given, geographic for"
              + " longitude and latitude, equal for large tables, else free.")
  private String aspect;

  @Option(
      names = "--y-axis",
      paramLabel = "DIRECTION",
      description =
          "up or down: where y grows. When not given, down for rows of dense arrays and for names,"
              + " else up.")
  private String direction;

  /** What is wanted of the cells. */
  public PlotRequest request(String x, String y, String color) {
    Set<Scaled> logarithmic = EnumSet.noneOf(Scaled.class);
    if (log != null) {
      for (String name : OptionScanner.list(log, "--log")) {
        logarithmic.add(one(Scaled.class, name, "--log"));
      }
    }
    return new PlotRequest(
        kind == null ? null : one(Kind.class, kind, "--kind"),
        x,
        y,
        color,
        histogram,
        by,
        categories == null ? List.of() : OptionScanner.list(categories, "--categories"),
        logarithmic,
        bins(),
        aspect == null ? Aspect.USUAL : one(Aspect.class, aspect, "--aspect"),
        direction == null ? Direction.USUAL : one(Direction.class, direction, "--y-axis"));
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
      // Said below, as for other numbers that are not meant.
    }
    throw new InvalidRequestException(
        "--bins " + bins + ": a number of bars from 1 to " + MAX_BINS + " is wanted, such as 20");
  }

  private static <E extends Enum<E>> E one(Class<E> type, String name, String option) {
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
              + ": there are "
              + String.join(", ", names)
              + Suggestion.hint(given, names));
    }
    return Enum.valueOf(type, given.toUpperCase(Locale.ROOT));
  }
}
