package io.azulejo.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * Times of kernels by their names and parameters, as a file keeps them: a line each, of the name,
 * the time of an operation, its error (half of the 99.9 % confidence interval) and the unit,
 * separated by tabs. Lines that begin with # say where they were measured.
 */
final class KernelTimes {
  /**
   * The time of one kernel.
   *
   * @param time of an operation
   * @param error half of the width of the confidence interval
   * @param unit of both
   */
  record Time(double time, double error, String unit) {}

  private final Map<String, Time> times;

  KernelTimes(Map<String, Time> times) {
    this.times = new LinkedHashMap<>(times);
  }

  /** What JMH measured. */
  static KernelTimes of(Collection<RunResult> results) {
    Map<String, Time> times = new TreeMap<>();
    for (RunResult result : results) {
      Result<?> primary = result.getPrimaryResult();
      double error = primary.getScoreError();
      times.put(
          name(result.getParams()),
          new Time(primary.getScore(), Double.isNaN(error) ? 0 : error, primary.getScoreUnit()));
    }
    return new KernelTimes(times);
  }

  private static String name(BenchmarkParams params) {
    String method = params.getBenchmark();
    int type = method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1;
    List<String> values = new ArrayList<>();
    for (String key : params.getParamsKeys()) {
      values.add(params.getParam(key));
    }
    return method.substring(type) + (values.isEmpty() ? "" : " " + String.join(" ", values));
  }

  /** What a file keeps. */
  static KernelTimes read(Path file) throws IOException {
    Map<String, Time> times = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#")) {
        String[] parts = line.split("\t");
        times.put(
            parts[0],
            new Time(Double.parseDouble(parts[1]), Double.parseDouble(parts[2]), parts[3]));
      }
    }
    return new KernelTimes(times);
  }

  /** Keeps them in a file, below a comment. */
  void write(Path file, String comment) throws IOException {
    List<String> lines = new ArrayList<>(List.of("# " + comment));
    times.forEach(
        (name, time) ->
            lines.add(
                String.format(
                    Locale.ROOT, "%s\t%.4g\t%.2g\t%s", name, time.time, time.error, time.unit)));
    Files.write(file, lines);
  }

  /**
   * A table of these times beside those of a baseline: the ratio is above 1 where a kernel became
   * slower, and called noise where the confidence intervals meet.
   */
  String comparedWith(KernelTimes baseline) {
    StringBuilder table = new StringBuilder();
    String row = "%-50s %12s %12s %8s  %s%n";
    table.append(String.format(Locale.ROOT, row, "kernel", "baseline", "now", "ratio", ""));
    times.forEach(
        (name, now) -> {
          Time before = baseline.times.get(name);
          if (before == null || !before.unit.equals(now.unit)) {
            table.append(
                String.format(Locale.ROOT, row, name, "", shown(now.time), "", "no baseline"));
            return;
          }
          double ratio = now.time / before.time;
          boolean noise = Math.abs(now.time - before.time) <= now.error + before.error;
          table.append(
              String.format(
                  Locale.ROOT,
                  row,
                  name,
                  shown(before.time),
                  shown(now.time),
                  String.format(Locale.ROOT, "%.2f", ratio),
                  noise ? "noise" : ratio > 1 ? "slower" : "faster"));
        });
    baseline.times.keySet().stream()
        .filter(name -> !times.containsKey(name))
        .forEach(
            name ->
                table.append(String.format(Locale.ROOT, row, name, "", "", "", "not measured")));
    return table.toString();
  }

  private static String shown(double time) {
    return String.format(Locale.ROOT, "%.4g", time);
  }
}
