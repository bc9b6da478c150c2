package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.TestLayer;
import io.azulejo.tests.HostileArray.Ask;
import io.azulejo.tests.HostileArray.Kind;
import io.azulejo.tests.HostileArray.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Flips bits of the metadata of fragments, one at a time, in arrays of all ages: a count, a read of
 * all and a read of a box give what they gave before, or say what is wrong. Few bits of a footer
 * have nothing to be compared with by a read that does not look further; they are counted, and what
 * they are is pinned here.
 *
 * <p>The long run: {@code mvn verify -Dgroups=slow -DexcludedGroups= -Dtest=HostileFootersTest
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class HostileFootersTest {
  /** Small arrays of several versions, and what is special about each. */
  private static final List<String> ARRAYS =
      List.of(
          "old-v1/dense-types",
          "old-v1/sparse-basic",
          "old-v2/sparse-consolidated",
          "old-v3/sparse-basic",
          "old-v5/sparse-strings-dups",
          "old-v7/consolidated-fragment-metadata",
          "old-v7/sparse-nullable",
          "old-v9/dense-sparse-fragments",
          "old-v10/sparse-dups",
          "old-v15/sparse-consolidated",
          "old-v16/sparse-encrypted",
          "old-v22/current-domain",
          "made-layouts/random-sparse-3",
          "made-types/dense-2d",
          "made-types/dim-mixed4-col",
          "made-time/consolidate-sparse-vacuumed");

  /**
   * What no other byte that is read repeats: a count reads footers alone; of a fragment that seems
   * to be outside of a box no more is read; dense arrays are read where something was written.
   */
  private static final List<String> UNCHECKED =
      List.of(
          "COUNT footer sparse_tiles",
          "COUNT footer last_tile_cells",
          "COUNT footer non_empty_domain",
          "ALL footer non_empty_domain",
          "BOX footer non_empty_domain");

  private static final int SHOWN = 25;

  @Test
  void flippedBitsOfMetadataAreFoundOrChangeNothing() {
    new Sweep(TestLayer.cases(499, 2999)).run();
  }

  @Test
  @Tag("slow")
  void allFlippedBitsOfMetadataAreFoundOrChangeNothing() {
    new Sweep(Integer.getInteger("azulejo.step", 1)).run();
  }

  private static final class Sweep {
    private final int step;
    private final Map<Ask, int[]> counts = new EnumMap<>(Ask.class);
    private final Map<String, Integer> others = new TreeMap<>();
    private final Map<String, String> mistakes = new TreeMap<>();
    private final List<HostileArray> arrays = new ArrayList<>();
    private int cases;

    /** Every so many-th bit. */
    Sweep(int step) {
      this.step = step;
      CorpusFolder corpus = CorpusFolder.bundledSelection();
      for (Path file : corpus.expectationFiles()) {
        String name = corpus.path().relativize(file).toString().replace('\\', '/');
        if (ARRAYS.contains(name.substring(0, name.lastIndexOf('/')))) {
          HostileArray.of(corpus.expectation(file)).ifPresent(arrays::add);
        }
      }
      assertThat(arrays).hasSizeGreaterThanOrEqualTo(ARRAYS.size());
    }

    void run() {
      long bit = 0;
      for (HostileArray array : arrays) {
        for (String path : array.paths()) {
          if (!path.endsWith("__fragment_metadata.tdb") && !path.endsWith(".meta")) {
            continue;
          }
          long bits = 8L * array.bytes(path).length;
          while (bit < bits) {
            flip(array, path, (int) bit);
            bit += step;
          }
          bit -= bits;
        }
      }
      report();
    }

    private void flip(HostileArray array, String path, int bit) {
      byte[] damaged = array.bytes(path).clone();
      damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
      for (Ask ask : Ask.values()) {
        cases++;
        Outcome outcome = array.ask(ask, path, damaged);
        counts.computeIfAbsent(ask, a -> new int[4])[outcome.kind().ordinal()]++;
        if (outcome.kind() == Kind.MISTAKE) {
          mistakes.putIfAbsent(
              outcome.what().replaceAll("[0-9]+|mem:.*", "#"),
              "%s %s, %s, bit %d: %s".formatted(ask, array.name(), path, bit, outcome.what()));
        } else if (outcome.kind() == Kind.OTHER) {
          others.merge(ask + " " + array.field(path, bit), 1, Integer::sum);
        }
      }
    }

    private void report() {
      System.out.printf("flipped bits: %d cases, %d arrays%n", cases, arrays.size());
      System.out.printf("%-8s %9s %9s %9s %9s%n", "", "refused", "same", "others", "mistakes");
      counts.forEach(
          (ask, n) -> System.out.printf("%-8s %9d %9d %9d %9d%n", ask, n[0], n[1], n[2], n[3]));
      others.forEach((field, n) -> System.out.println("  " + field + ": " + n));
      mistakes.values().stream().limit(SHOWN).forEach(System.out::println);
      assertThat(mistakes).isEmpty();
      assertThat(counts).containsOnlyKeys(Ask.values());
      assertThat(counts.values())
          .allSatisfy(n -> assertThat(n[Kind.REFUSED.ordinal()]).isGreaterThan(cases / 100));
      assertThat(others.keySet())
          .as("what can change an answer")
          .allMatch(field -> UNCHECKED.stream().anyMatch(field::startsWith));
    }
  }
}
