package io.azulejo.tests;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What became of the expectations of a corpus.
 *
 * @param problems what failed and why, and what could not be compared
 * @param families how many of each family passed, failed and are unsupported
 */
record CorpusSummary(String problems, Map<String, List<Integer>> families) {
  static CorpusSummary of(List<CorpusCheck.Result> results) {
    StringBuilder text = new StringBuilder();
    for (CorpusCheck.Result result : results) {
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
    Map<String, List<Integer>> families =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    CorpusCheck.Result::family,
                    TreeMap::new,
                    Collectors.collectingAndThen(Collectors.toList(), CorpusSummary::counts)));
    return new CorpusSummary(text.toString(), families);
  }

  private static List<Integer> counts(List<CorpusCheck.Result> results) {
    return List.of(CorpusCheck.Status.values()).stream()
        .map(status -> (int) results.stream().filter(r -> r.status() == status).count())
        .toList();
  }

  int failed() {
    return sum(CorpusCheck.Status.FAILED);
  }

  int expectations() {
    return families.values().stream().flatMap(List::stream).mapToInt(n -> n).sum();
  }

  private int sum(CorpusCheck.Status status) {
    return families.values().stream().mapToInt(counts -> counts.get(status.ordinal())).sum();
  }

  /** The problems, and a table of the families. */
  String text() {
    StringBuilder text = new StringBuilder(problems);
    text.append("%-16s %7s %7s %12s%n".formatted("family", "passed", "failed", "unsupported"));
    families.forEach(
        (family, n) ->
            text.append("%-16s %7d %7d %12d%n".formatted(family, n.get(0), n.get(1), n.get(2))));
    return text.append(
            "corpus: %d passed, %d failed, %d unsupported"
                .formatted(
                    sum(CorpusCheck.Status.PASSED), failed(), sum(CorpusCheck.Status.UNSUPPORTED)))
        .toString();
  }
}
