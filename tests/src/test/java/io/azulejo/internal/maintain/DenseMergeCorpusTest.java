package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.internal.write.fragment.FragmentSections;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All fragments of each dense array of the corpus are merged; reads are the same afterwards. */
class DenseMergeCorpusTest {
  private static final long MOST_CELLS = 100_000;
  private static final List<Layout> LAYOUTS =
      List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER);

  @TempDir private Path folder;
  private int number;

  private Path copy(Path from) throws IOException {
    Path to = folder.resolve(number++ + "-" + from.getFileName());
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
    return to;
  }

  private static boolean isDense(Azulejo engine, Expectation expectation, OpenOptions options) {
    try {
      Array array = engine.open(Location.of(expectation.location()), options);
      return array.schema().isDense()
          && !array.fragments().isEmpty()
          && cells(array.nonEmptyDomain().orElseThrow()) <= MOST_CELLS;
    } catch (AzulejoException e) {
      assertThat(expectation.someFails()).as("%s: %s", expectation.name(), e).isTrue();
      return false;
    }
  }

  private static double cells(NDRange box) {
    double cells = 1;
    for (Range range : box.ranges()) {
      Range.Longs longs = (Range.Longs) range;
      cells *= (double) (longs.high() - longs.low() + 1);
    }
    return cells;
  }

  /** The answers to requests that look at statistics. */
  private static List<String> answers(DenseArray array, NDRange box) {
    List<String> answers = new ArrayList<>();
    for (Attribute attribute : array.schema().attributes()) {
      // Gaps meet no condition, but fill values may.
      if (attribute.nullable() && !attribute.fillValid()) {
        ReadRequest request =
            ReadRequest.ALL
                .subarray(DenseArray.subarray(array.schema(), box))
                .select(attribute.name())
                .where(Condition.field(attribute.name()).isNotNull());
        try (Stream<Row> rows = array.array().read(request).rows()) {
          rows.forEach(row -> answers.add(row.toString()));
        }
      }
    }
    return answers;
  }

  /** What is said of values; padding, which tells the sizes of tiles, may be any. */
  private static List<String> statistics(Map<FragmentSections.Subject, String> sections) {
    List<String> texts = new ArrayList<>();
    sections.forEach(
        (subject, text) -> {
          if (!subject.what().equals("var size")) {
            texts.add(subject + " " + text);
          }
        });
    return texts;
  }

  @Test
  void readsAreTheSameAfterwards() throws Exception {
    CorpusFolder corpus = CorpusFolder.find();
    TreeSet<Integer> versions = new TreeSet<>();
    List<String> sparse = new ArrayList<>();
    int arrays = 0;
    long copied = 0;
    try (Azulejo engine = Azulejo.builder().durable(false).build()) {
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        if (expectation.group() || expectation.openingFails()) {
          continue;
        }
        String name = expectation.name() + " " + expectation.location();
        OpenOptions options =
            expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
        if (!isDense(engine, expectation, options)) {
          continue;
        }
        DenseArray array =
            new DenseArray(
                Storage.local(),
                Location.of(copy(expectation.location())),
                engine,
                expectation.key(),
                new Random(1));
        List<FragmentInfo> inputs = array.array().fragments();
        NDRange box = array.array().nonEmptyDomain().orElseThrow();
        List<List<List<String>>> before = new ArrayList<>();
        LAYOUTS.forEach(layout -> before.add(array.cells(box, layout)));
        List<String> answers = answers(array, box);

        MergedFragments merged = array.merge(1 << 28, Long.MAX_VALUE, 1);
        array.replace(inputs.stream().map(FragmentInfo::name).toList(), merged);

        assertThat(array.array().fragments()).as(name).hasSize(1);
        assertThat(array.array().nonEmptyDomain()).as(name).contains(box);
        for (int l = 0; l < LAYOUTS.size(); l++) {
          assertThat(array.cells(box, LAYOUTS.get(l))).as(name).isEqualTo(before.get(l));
        }
        assertThat(answers(array, box)).as(name).isEqualTo(answers);
        assertThat(statistics(array.sections()))
            .as(name)
            .isEqualTo(statistics(array.sectionsOfOneWrite(box)));
        copied += merged.tilesCopied();
        arrays++;
        inputs.forEach(input -> versions.add(input.formatVersion()));
        if (inputs.stream().anyMatch(input -> !input.dense())) {
          sparse.add(name);
        }
      }
    }
    assertThat(sparse).isNotEmpty();
    assertThat(versions).contains(1, 5, 11, 23);
    assertThat(arrays).isGreaterThan(10);
    assertThat(copied).isGreaterThan(100);
  }
}
