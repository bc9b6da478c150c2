package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.CorpusFolder;
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
    CorpusSummary summary;
    try (CorpusCheck check = new CorpusCheck()) {
      summary = CorpusSummary.of(check.run(corpus));
    }

    System.out.println(summary.text());
    assertThat(summary.expectations()).as("expectation files in %s", corpus.path()).isPositive();
    assertThat(summary.failed()).as("failed expectations, which are listed above").isZero();
  }
}
