package io.azulejo.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestLayer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What {@link PushDownTest} holds, of arrays that others wrote, in all versions of the format. */
class CorpusPushDownTest {
  private static final int MANY_CELLS = 5_000;

  @Test
  void pushedPredicatesAreRightForArraysOfOthers() {
    long seed = PushDownTest.seed();
    CorpusFolder corpus =
        System.getProperty("corpus", "").isEmpty()
            ? CorpusFolder.bundledSelection()
            : CorpusFolder.find();
    PushDownTest test = new PushDownTest();
    Set<Path> seen = new HashSet<>();
    int checked = 0;
    try (Azulejo engine = Azulejo.builder().computeThreads(1).build()) {
      for (Path file : TestLayer.some(corpus.expectationFiles(), 3)) {
        Expectation expected = corpus.expectation(file);
        boolean readable =
            !expected.group()
                && !expected.openingFails()
                && !expected.name().contains("webp") // a module of its own
                && expected.reads().stream().noneMatch(Expectation.Read::fails);
        if (readable && seen.add(expected.location())) {
          OpenOptions options =
              expected.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
          Array array = engine.open(Location.of(expected.location()), options);
          if (array.read().plan().steps().cells() <= MANY_CELLS) {
            Random random = new Random(seed + expected.name().hashCode());
            test.check(expected.name() + " with seed " + seed, array, random, 10);
            checked++;
          }
        }
      }
    }
    System.out.println("arrays as tables: " + checked + " of " + seen.size());
    assertThat(checked).isGreaterThan(seen.size() / 2).isGreaterThan(TestLayer.cases(50, 20));
  }
}
