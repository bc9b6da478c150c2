package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Verifies all arrays and groups of a corpus: what the reference engine opens and reads has no
 * errors, what it refuses to open has some.
 */
class VerifiedCorpusTest {
  @Test
  void thereAreErrorsInWhatCannotBeOpenedAlone() {
    CorpusFolder corpus = CorpusFolder.find();
    List<String> wrong = new ArrayList<>();
    Map<String, Integer> kinds = new TreeMap<>();
    try (Azulejo azulejo = Azulejo.create()) {
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        boolean broken =
            expectation.openingFails()
                || (expectation.name().contains("/broken-")
                    && expectation.reads().stream().anyMatch(Expectation.Read::fails));
        VerifyReport report;
        try {
          report = verify(azulejo, expectation);
        } catch (InvalidRequestException e) {
          assertThat(broken).as(expectation.name()).isTrue();
          assertThat(e).as(expectation.name()).hasMessageContaining("key");
          continue;
        }
        for (Problem problem : report.problems()) {
          kinds.merge(problem.severity() + " " + problem.kind(), 1, Integer::sum);
        }
        if (report.isSound() == broken) {
          wrong.add(expectation.name() + (broken ? " has no errors" : ":"));
          report.problems().stream()
              .filter(p -> p.severity() == Problem.Severity.ERROR)
              .limit(3)
              .forEach(problem -> wrong.add("    " + problem));
        }
      }
    }

    System.out.println("verified corpus: " + kinds);
    assertThat(wrong).isEmpty();
    assertThat(kinds.keySet())
        .as("what is broken is found")
        .anyMatch(kind -> kind.startsWith("ERROR"));
  }

  private static VerifyReport verify(Azulejo azulejo, Expectation expectation) {
    Location place = Location.of(expectation.location());
    return expectation
        .keyed(azulejo, place)
        .maintenance(place)
        .verify(VerifyRequest.DEFAULT.deep());
  }
}
