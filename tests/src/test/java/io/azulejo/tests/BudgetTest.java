package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers do not depend on how much memory there is, and stay within it. */
class BudgetTest {
  private static final int SMALL = 16 << 10;
  private static final List<Layout> LAYOUTS =
      List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER);

  /** The digest of all cells in order, and in how many batches they came. */
  private record Answer(String digest, long rows, int batches) {}

  private static Answer read(Azulejo azulejo, Location location, Layout layout, boolean tested)
      throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    long rows = 0;
    int batches = 0;
    Array array = azulejo.open(location);
    ReadRequest request = ReadRequest.ALL.layout(layout);
    if (tested) {
      request = AnyCondition.of(array.schema()).map(request::where).orElse(request);
    }
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        batches++;
        rows += batch.rows();
        for (int row = 0; row < batch.rows(); row++) {
          for (Column column : batch.columns()) {
            byte[] bytes = column.getBytes(row);
            digest.update((byte) (column.isNull(row) ? 1 : 0));
            digest.update((byte) bytes.length);
            digest.update(bytes);
          }
        }
      }
    }
    return new Answer(HexFormat.of().formatHex(digest.digest()), rows, batches);
  }

  private static boolean isComparable(Array array) {
    return !array.schema().allowsDuplicates()
        && !array.location().toString().contains("wide-domain");
  }

  @Test
  void answersAreTheSameWithLittleMemoryAndNoThreads() throws NoSuchAlgorithmException {
    compareAll(false);
  }

  @Test
  void answersThatMeetAConditionAreTheSameWithLittleMemoryAndNoThreads()
      throws NoSuchAlgorithmException {
    compareAll(true);
  }

  private static void compareAll(boolean tested) throws NoSuchAlgorithmException {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    int compared = 0;
    int cut = 0;
    try (Azulejo large = Azulejo.create();
        Azulejo small =
            Azulejo.builder().memoryBudget(SMALL).computeThreads(0).ioThreads(0).build()) {
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        if (expectation.group()) {
          continue;
        }
        Location location = Location.of(expectation.location());
        for (Layout layout : LAYOUTS) {
          Answer answer;
          try {
            if (!isComparable(large.open(location))) {
              continue;
            }
            answer = read(large, location, layout, tested);
          } catch (AzulejoException e) {
            assertThat(expectation.someFails() || expectation.key().isPresent())
                .as("%s: %s", expectation.name(), e)
                .isTrue();
            continue;
          }
          Answer cutAnswer = read(small, location, layout, tested);
          assertThat(cutAnswer.digest()).as(location + " " + layout).isEqualTo(answer.digest());
          compared++;
          cut += cutAnswer.batches() > 1 ? 1 : 0;
        }
      }
    }
    assertThat(compared).isGreaterThan(200);
    assertThat(cut).as("answers in several batches").isGreaterThan(20);
  }

  @Test
  void aHeapOf64MebibytesReadsMoreThan500() throws IOException, InterruptedException {
    Path array =
        CorpusFolder.bundledSelection().path().resolve("made-layouts/dense-wide-domain/array");
    assertThat(JavaProcess.run(List.of("-Xmx64m"), SmallHeap.class, array.toString()))
        .isEqualTo("36000000 cells, 612000000 bytes");
  }

  /** Reads more than 500 MB; run in a process of its own. */
  static final class SmallHeap {
    private SmallHeap() {}

    public static void main(String[] arguments) {
      long cells = 0;
      long bytes = 0;
      try (Azulejo azulejo = Azulejo.create()) {
        ReadRequest request =
            ReadRequest.ALL.subarray(Subarray.of("y", 0, 5999).and("x", 0, 5999)).select("y", "f");
        try (BatchReader in = azulejo.open(Location.of(arguments[0])).read(request).batches()) {
          for (Batch batch = in.next(); batch != null; batch = in.next()) {
            cells += batch.rows();
            bytes += batch.bytes();
          }
        }
      }
      System.out.printf("%d cells, %d bytes%n", cells, bytes);
    }
  }
}
