package io.azulejo.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command {@code --scaling NAME[,NAME...] --dir DIR [--repeat N] [--limit SIZE] [--svg FILE]}.
 * It measures each series with one and two threads, and prints one line of JSON for each
 * measurement.
 *
 * @param series the series to measure
 * @param folder the folder of the arrays
 * @param repeat the number of timed runs of each measurement (default: 3)
 * @param limit the largest size to measure (default: unlimited)
 * @param svg the file for the plot; empty for no plot
 */
record ScalingCommand(
    List<Scaling.Series> series, Path folder, int repeat, int limit, Optional<Path> svg) {

  /**
   * Parses the arguments of the command.
   *
   * @throws IllegalArgumentException if an argument is invalid or missing
   */
  static ScalingCommand parse(String... arguments) {
    List<Scaling.Series> series = List.of();
    Path folder = null;
    int repeat = 3;
    int limit = Integer.MAX_VALUE;
    Optional<Path> svg = Optional.empty();
    for (int i = 0; i < arguments.length; i += 2) {
      String option = arguments[i];
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(option + " requires a value");
      }
      String value = arguments[i + 1];
      switch (option) {
        case "--scaling" -> series = select(value);
        case "--dir" -> folder = Path.of(value);
        case "--repeat" -> repeat = Workloads.number(option, value, 1);
        case "--limit" -> limit = Workloads.number(option, value, 1);
        case "--svg" -> svg = Optional.of(svg(value));
        default ->
            throw new IllegalArgumentException(
                "unknown option %s; with --scaling, use --dir, --repeat, --limit and --svg"
                    .formatted(option));
      }
    }
    if (folder == null) {
      throw new IllegalArgumentException("--dir DIR is required");
    }
    return new ScalingCommand(series, folder, repeat, limit, svg);
  }

  private static Path svg(String file) {
    Path path = Path.of(file);
    String name = String.valueOf(path.getFileName());
    if (name.contains(".") && !name.toLowerCase(Locale.ROOT).endsWith(".svg")) {
      throw new IllegalArgumentException(
          "--svg %s: the plot is written as SVG; use a file name that ends in .svg"
              .formatted(file));
    }
    return path;
  }

  private static List<Scaling.Series> select(String names) {
    List<Scaling.Series> selected = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      List<Scaling.Series> matching =
          Stream.of(Scaling.Series.values())
              .filter(series -> Workloads.matches(series.title, name))
              .toList();
      if (matching.isEmpty()) {
        throw new IllegalArgumentException(
            "series \"%s\" not found; valid: all, %s; a name may end in *"
                .formatted(
                    name,
                    Stream.of(Scaling.Series.values())
                        .map(series -> series.title)
                        .collect(Collectors.joining(", "))));
      }
      selected.addAll(matching);
    }
    return selected;
  }

  /** Measures all series, prints the measurements, and writes the plot. */
  void run(PrintWriter out) {
    List<Scaling.Figure> figures = new ArrayList<>();
    Scaling scaling = new Scaling(folder, repeat);
    for (Scaling.Series each : series) {
      for (int threads = 1; threads <= 2; threads++) {
        scaling.run(
            each,
            threads,
            limit,
            figure -> {
              figures.add(figure);
              out.println(figure.json());
            });
      }
    }
    svg.ifPresent(
        file -> {
          try {
            Files.write(file, ScalingPlot.svg(figures));
          } catch (IOException e) {
            throw new UncheckedIOException("cannot write the plot to " + file, e);
          }
        });
  }
}
