package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.bench.Scaling.Figure;
import io.azulejo.bench.Scaling.Series;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class ScalingTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new Workloads().run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void measuresSmallSizesByOneThreadAndByTwoAndDrawsThem(@TempDir Path folder) throws Exception {
    Path svg = folder.resolve("scaling.svg");
    String dir = folder.toString();

    assertThat(
            run(
                "--scaling",
                "fragments/open",
                "--dir",
                dir,
                "--repeat",
                "1",
                "--limit",
                "10",
                "--svg",
                svg.toString()))
        .isZero();
    assertThat(out.toString().lines())
        .hasSize(4)
        .allMatch(
            line ->
                line.matches(
                    "\\{\"scaling\": \"fragments/open\", \"fragments\": (1|10), \"threads\": [12],"
                        + " \"seconds\": [0-9.]+, \"heap\": [1-9][0-9]*}"));
    assertThat(Files.readString(svg)).startsWith("<svg").contains("fragments/open");
  }

  @Test
  void refusesToDrawIntoAFileOfAnotherFormat(@TempDir Path folder) {
    String png = folder.resolve("scaling.png").toString();
    assertThat(run("--scaling", "all", "--dir", folder.toString(), "--svg", png)).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "--svg " + png + ": the plot is written as SVG; use a file name that ends in .svg");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void drawsALineForEachSeriesAndNumberOfThreads() {
    String svg =
        new String(
            ScalingPlot.svg(
                List.of(
                    new Figure(Series.OPEN, 1, 1, 0.001, 1),
                    new Figure(Series.OPEN, 100, 1, 0.1, 1),
                    new Figure(Series.OPEN, 1, 2, 0.001, 1),
                    new Figure(Series.RANGES, 10, 2, 0.02, 1))),
            StandardCharsets.UTF_8);

    // Of one thread, of two threads and of linear growth, in each of two panels.
    assertThat(svg.lines().filter(line -> line.contains("stroke-width=\"1.5\""))).hasSize(5);
    assertThat(svg)
        .contains(">fragments/open (fragments)</text>")
        .contains(">ranges/read (ranges)</text>")
        .contains(">2 threads</text>")
        .contains(">linear growth</text>");
  }

  @Test
  void refusesSeriesAndOptionsThatItDoesNotKnow() {
    assertThat(run("--scaling", "cells", "--dir", "x")).isEqualTo(2);
    assertThat(run("--scaling", "ranges/read")).isEqualTo(2);
    assertThat(run("--scaling", "ranges/read", "--dir", "x", "--threads", "1")).isEqualTo(2);
    assertThat(err.toString())
        .contains("series \"cells\" not found; valid: all, dense/read-all, ")
        .contains("--dir DIR is required")
        .contains("unknown option --threads; with --scaling, use --dir");
  }
}
