package io.azulejo.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@link PeerProgram} printed of some libraries, as a table in Markdown. */
final class PeerResults {
  private static final Pattern LINE =
      Pattern.compile(
          "\\{\"peer\": \"(.*?)\", \"workload\": \"(.*?)\", \"seconds\": \\[(.*?)\\],"
              + " \"checksum\": \"(.*?)\", \"stored\": (\\d+)}");

  private final Map<String, Map<String, Double>> medians = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> stored = new LinkedHashMap<>();
  private final Map<String, String> checksums = new HashMap<>();

  /**
   * Adds what one line says; lines of something else do not count.
   *
   * @throws IllegalStateException if another library read other values
   */
  void add(String printed) {
    Matcher line = LINE.matcher(printed);
    if (!line.matches()) {
      return;
    }
    String peer = line.group(1);
    String work = line.group(2);
    String before = checksums.putIfAbsent(work, line.group(4));
    if (before != null && !before.equals(line.group(4))) {
      throw new IllegalStateException(
          "%s: %s reads other values than those before it".formatted(work, peer));
    }
    double[] seconds =
        Arrays.stream(line.group(3).split(", ", -1)).mapToDouble(Double::parseDouble).toArray();
    Arrays.sort(seconds);
    int middle = seconds.length / 2;
    double median =
        seconds.length % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
    medians.computeIfAbsent(work, w -> new HashMap<>()).put(peer, median);
    String array =
        work.startsWith("field/") ? "field, " + work.substring(work.lastIndexOf('/') + 1) : "points";
    if (!work.endsWith("/write")) {
      stored
          .computeIfAbsent(array, a -> new HashMap<>())
          .put(peer, Long.parseLong(line.group(5)));
    }
  }

  /** The table: seconds, and how many times as long as the engine in brackets; at last, sizes. */
  String table(List<String> peers) {
    List<String> rows = new ArrayList<>();
    rows.add("| line | " + String.join(" | ", peers) + " |");
    rows.add("| --- |" + " --- |".repeat(peers.size()));
    medians.forEach((work, times) -> rows.add(row(work + ", s", peers, times)));
    stored.forEach(
        (array, sizes) -> {
          Map<String, Double> megabytes = new HashMap<>();
          sizes.forEach((peer, bytes) -> megabytes.put(peer, bytes / 1e6));
          rows.add(row(array + ", MB", peers, megabytes));
        });
    return String.join("\n", rows);
  }

  private static String row(String name, List<String> peers, Map<String, Double> values) {
    StringBuilder row = new StringBuilder("| ").append(name).append(" |");
    Double own = values.get(peers.get(0));
    for (String peer : peers) {
      Double value = values.get(peer);
      if (value == null) {
        row.append(" |");
      } else if (own == null || peer.equals(peers.get(0))) {
        row.append(String.format(Locale.ROOT, " %.3g |", value));
      } else {
        row.append(String.format(Locale.ROOT, " %.3g (%.2g) |", value, value / own));
      }
    }
    return row.toString();
  }
}
