package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.arrow.ArrowOptions;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.arrow.ArrowWriter;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Cells that become Arrow, and are compared with what comes back. */
final class ArrowCells {
  private ArrowCells() {}

  /** What is done with an array of a corpus. */
  interface Check {
    void of(Azulejo azulejo, Expectation expected) throws IOException;
  }

  /** Checks each array of the corpus that can be opened, once; returns how many there were. */
  static int forEachArray(Check check) throws IOException {
    CorpusFolder corpus = CorpusFolder.find();
    Set<Path> seen = new HashSet<>();
    try (Azulejo azulejo = Azulejo.builder().memoryBudget(64 << 20).build()) {
      for (Path file : corpus.expectationFiles()) {
        Expectation expected = corpus.expectation(file);
        if (!expected.group() && !expected.openingFails() && seen.add(expected.location())) {
          check.of(azulejo, expected);
        }
      }
    }
    return seen.size();
  }

  /** All cells that were written; of a dense array those of the box around them. */
  static ReadRequest whole(Array array, long limit) {
    Subarray box = Subarray.ALL;
    if (array.schema().isDense() && array.nonEmptyDomain().isPresent()) {
      for (int d = 0; d < array.schema().dimensions().size(); d++) {
        box =
            box.and(array.schema().dimensions().get(d).name(), array.nonEmptyDomain().get().get(d));
      }
    }
    return ReadRequest.ALL.subarray(box).layout(Layout.UNORDERED).limit(limit);
  }

  /** A stream or file of batches. */
  static byte[] written(ArrowTable table, List<Batch> batches, ArrowOptions options)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ArrowWriter writer = ArrowWriter.begin(out, table, options);
    for (Batch batch : batches) {
      writer.write(batch);
    }
    writer.finish();
    return out.toByteArray();
  }

  /** Fails where two batches differ. */
  static void assertSame(String name, Batch expected, Batch read) {
    assertThat(read.rows()).as(name).isEqualTo(expected.rows());
    assertThat(read.columns()).as(name).hasSameSizeAs(expected.columns());
    for (int i = 0; i < expected.columns().size(); i++) {
      assertSame(name, expected.column(i), read.column(i));
    }
  }

  private static void assertSame(String name, Column expected, Column read) {
    assertThat(read.toString()).as(name).isEqualTo(expected.toString());
    for (int row = 0; row < expected.rows(); row++) {
      boolean same =
          expected.isNull(row)
              ? read.isNull(row)
              : !read.isNull(row)
                  && Arrays.equals(
                      expected.array(),
                      expected.start(row),
                      expected.end(row),
                      read.array(),
                      read.start(row),
                      read.end(row));
      if (!same) {
        assertThat(read.isNull(row) ? "null" : Arrays.toString(read.getBytes(row)))
            .as("%s, %s, row %d", name, expected, row)
            .isEqualTo(expected.isNull(row) ? "null" : Arrays.toString(expected.getBytes(row)));
      }
    }
  }
}
