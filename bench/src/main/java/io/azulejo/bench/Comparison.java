package io.azulejo.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison of two result files. They contain lines printed by {@link Workloads}, or by another
 * engine's program in the same format. Several lines of the same workload are merged.
 */
final class Comparison {
  private static final Pattern NAME = Pattern.compile("\"workload\"\\s*:\\s*\"([^\"]*)\"");
  private static final Pattern SECONDS = Pattern.compile("\"seconds\"\\s*:\\s*\\[([^\\]]*)\\]");
  private static final Pattern CHECKSUM = Pattern.compile("\"checksum\"\\s*:\\s*\"([^\"]*)\"");

  private final Map<String, Runs> first;
  private final Map<String, Runs> second;

  /** The times in seconds and the checksums of all runs of one workload. */
  private static final class Runs {
    private final List<Double> seconds = new ArrayList<>();
    private final Set<String> checksums = new LinkedHashSet<>();

    double median() {
      double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
  }

  /** The output formats of a comparison. */
  enum Format {
    TABLE,
    CSV,
    JSON;

    /**
     * Returns the format with the given name in lower case.
     *
     * @throws IllegalArgumentException if the name is not valid
     */
    static Format of(String name) {
      return Stream.of(values())
          .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "--format \"%s\" is not valid; use table, csv or json".formatted(name)));
    }
  }

  private Comparison(Map<String, Runs> first, Map<String, Runs> second) {
    this.first = first;
    this.second = second;
  }

  /**
   * Compares two result files.
   *
   * @throws IllegalArgumentException if a file cannot be read or does not contain a result
   */
  static Comparison of(Path first, Path second) {
    return new Comparison(read(first), read(second));
  }

  private static Map<String, Runs> read(Path file) {
    Map<String, Runs> results = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        Matcher name = NAME.matcher(line);
        Matcher seconds = SECONDS.matcher(line);
        if (name.find() && seconds.find()) {
          Runs runs = results.computeIfAbsent(name.group(1), n -> new Runs());
          for (String number : seconds.group(1).split(",", -1)) {
            runs.seconds.add(Double.parseDouble(number.strip()));
          }
          Matcher checksum = CHECKSUM.matcher(line);
          if (checksum.find()) {
            runs.checksums.add(checksum.group(1));
          }
        }
      }
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("file " + file + " not found", e);
    } catch (IOException | NumberFormatException e) {
      throw new IllegalArgumentException("cannot read %s: %s".formatted(file, e), e);
    }
    if (results.isEmpty()) {
      throw new IllegalArgumentException(
          file + " has no results; expected lines as printed by a workload");
    }
    return results;
  }

  /**
   * Prints one row for each workload with the median times in seconds and their ratio. Workloads of
   * the first file come first.
   */
  void print(Format format, PrintWriter out) {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"workload", "first", "second", "ratio"});
    Set<String> names = new LinkedHashSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      Runs a = first.get(name);
      Runs b = second.get(name);
      rows.add(
          new String[] {
            name,
            a == null ? "" : "%.6f".formatted(a.median()),
            b == null ? "" : "%.6f".formatted(b.median()),
            a == null || b == null ? "" : "%.2f".formatted(a.median() / b.median())
          });
    }
    switch (format) {
      case TABLE -> printTable(rows, out);
      case CSV -> rows.forEach(row -> out.println(String.join(",", row)));
      case JSON -> rows.subList(1, rows.size()).forEach(row -> out.println(json(rows.get(0), row)));
    }
  }

  private static String json(String[] head, String[] row) {
    List<String> fields = new ArrayList<>();
    fields.add("\"%s\": \"%s\"".formatted(head[0], row[0]));
    for (int i = 1; i < row.length; i++) {
      fields.add("\"%s\": %s".formatted(head[i], row[i].isEmpty() ? "null" : row[i]));
    }
    return "{" + String.join(", ", fields) + "}";
  }

  private static void printTable(List<String[]> rows, PrintWriter out) {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        String padding = " ".repeat(widths[i] - row[i].length());
        line.append(i == 0 ? row[i] + padding : "  " + padding + row[i]);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  /**
   * Returns the names of the workloads whose checksums differ, separated by commas. Their times are
   * not comparable. Empty if there are none.
   */
  String differing() {
    return first.keySet().stream()
        .filter(second::containsKey)
        .filter(name -> !first.get(name).checksums.isEmpty())
        .filter(name -> !second.get(name).checksums.isEmpty())
        .filter(name -> !first.get(name).checksums.equals(second.get(name).checksums))
        .collect(Collectors.joining(", "));
  }
}
