package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.CorpusFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Opens and reads a whole corpus and compares all that is known of it. Alone, on any folder of that
 * layout: {@code mvn verify -Dcorpus=DIR -Dtest=CorpusTest
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class CorpusTest {
  @Test
  @Timeout(value = 40, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void everyExpectationIsMet() {
    CorpusFolder corpus = CorpusFolder.find();
    System.out.println(
        "corpus: "
            + (corpus.bundled()
                ? "the bundled selection; -Dcorpus=DIR names another folder"
                : corpus.path()));
    List<CorpusCheck.Result> results = new ArrayList<>();
    try (CorpusCheck check = new CorpusCheck()) {
      for (Path file : corpus.expectationFiles()) {
        results.add(check.run(corpus.expectation(file)));
      }
    }

    print(results);
    assertThat(results).as("expectation files in %s", corpus.path()).isNotEmpty();
    assertThat(results.stream().filter(r -> r.status() == CorpusCheck.Status.FAILED).count())
        .as("failed expectations, which are listed above")
        .isZero();
  }

  private static void print(List<CorpusCheck.Result> results) {
    StringBuilder text = new StringBuilder();
    Map<String, int[]> families = new TreeMap<>();
    int[] sum = new int[CorpusCheck.Status.values().length];
    for (CorpusCheck.Result result : results) {
      int status = result.status().ordinal();
      families.computeIfAbsent(result.family(), f -> new int[sum.length])[status]++;
      sum[status]++;
      if (result.status() == CorpusCheck.Status.UNSUPPORTED) {
        text.append("unsupported ").append(result.name()).append(": ");
        text.append(String.join("; ", result.unsupported())).append('\n');
      }
    }
    for (CorpusCheck.Result result : results) {
      if (result.status() == CorpusCheck.Status.FAILED) {
        text.append("failed ").append(result.name()).append('\n');
        for (String problem : result.problems()) {
          text.append("  ").append(problem.replace("\n", "\n    ")).append('\n');
        }
      }
    }
    text.append("%-16s %7s %7s %12s%n".formatted("family", "passed", "failed", "unsupported"));
    families.forEach((family, n) -> text.append(line(family, n)));
    text.append("corpus: %d passed, %d failed, %d unsupported".formatted(sum[0], sum[1], sum[2]));
    System.out.println(text);
  }

  private static String line(String family, int[] n) {
    return "%-16s %7d %7d %12d%n".formatted(family, n[0], n[1], n[2]);
  }
}
