package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.LocalDisks;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.disk.Disk;
import io.azulejo.testkit.disk.Disk.Done;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A disk that fails while an array is read: an error of storage that names the file, never other
 * cells or damage that is none; nothing stays open or leased, and the next read is right.
 */
class ReadErrorsTest {
  private static final CorpusFolder CORPUS = CorpusFolder.bundledSelection();

  private static final ReadRequest SOME = ReadRequest.ALL.limit(500);

  private static List<String> read(Azulejo engine, Optional<EncryptionKey> key) {
    Array array =
        engine.open(
            SweptArray.ARRAY, key.map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT));
    List<String> read = new ArrayList<>();
    read.add(array.schema().toString());
    read.add(array.metadata().toString());
    try (Stream<Row> rows = array.read(SOME).rows()) {
      rows.forEach(row -> read.add(row.toString()));
    }
    return read;
  }

  private static Azulejo engine(Disk disk, int threads) {
    return Azulejo.builder()
        .computeThreads(threads)
        .ioThreads(threads)
        .storage("mem", LocalDisks.storage(disk))
        .build();
  }

  /** Returns the number of errors that were tried. */
  private static int sweep(Expectation expectation, int most, int threads) {
    Storage storage = Storage.inMemory();
    MemoryCopy.of(expectation.location(), storage, SweptArray.ARRAY);
    Disk clean = Disk.of(storage);
    List<String> all;
    try (Azulejo engine = engine(clean, 0)) {
      if (engine.catalog().type(SweptArray.ARRAY) != ObjectType.ARRAY) {
        return 0;
      }
      int looks = clean.history().size();
      try {
        all = read(engine, expectation.key());
      } catch (AzulejoException e) {
        assertThat(expectation.someFails()).as("%s: %s", expectation.name(), e).isTrue();
        return 0;
      }
      int operations = clean.history().size() - looks;
      int step = Math.max(1, operations / most);
      int errors = 0;
      for (int number = 0; number < operations; number += step) {
        for (boolean lasting : new boolean[] {false, true}) {
          check(Disk.of(storage), expectation, number, lasting, threads, all);
          errors++;
        }
      }
      return errors;
    }
  }

  private static void check(
      Disk disk,
      Expectation expectation,
      int number,
      boolean lasting,
      int threads,
      List<String> all) {
    String what;
    try (Azulejo engine = engine(disk, threads)) {
      if (lasting) {
        disk.failFrom(number, Done.NOTHING);
      } else {
        disk.failAt(number, Done.NOTHING);
      }
      List<String> read = null;
      StorageException failure = null;
      try {
        read = read(engine, expectation.key());
      } catch (StorageException e) {
        failure = e;
      }
      what =
          "%s, operation %d, %s"
              .formatted(expectation.location(), number, disk.history().get(number));
      if (failure == null) {
        assertThat(read).as(what).isEqualTo(all);
      } else {
        assertThat(failure).as(what).hasMessageContaining("Input/output error");
        assertThat(failure.location()).as(what).hasValueSatisfying(ReadErrorsTest::isInside);
        assertThat(failure).as(what).hasMessageContaining(failure.location().orElseThrow());
      }
      if (!lasting) {
        assertThat(read(engine, expectation.key())).as(what).isEqualTo(all);
      }
      if (threads == 0) {
        assertThat(Leases.held(engine)).as(what).isZero();
      }
    }
    if (threads == 0) {
      // Until it is closed, the engine keeps files open for small reads.
      assertThat(disk.open()).as(what).isEmpty();
    }
  }

  private static void isInside(String location) {
    assertThat(location).startsWith(SweptArray.ARRAY.toString());
  }

  private static int sweepAll(int most, int threads, int step) {
    int errors = 0;
    List<Path> files = CORPUS.expectationFiles();
    for (int i = 0; i < files.size(); i += step) {
      errors += sweep(CORPUS.expectation(files.get(i)), most, threads);
    }
    return errors;
  }

  @Test
  void everyKindOfArraySaysWhatCouldNotBeRead() {
    assertThat(sweepAll(6, 0, 6)).isGreaterThan(100);
  }

  @Test
  void severalThreadsSayItToo() {
    assertThat(sweepAll(6, 2, 20)).isGreaterThan(10);
  }

  @Test
  @Tag("slow")
  void everyErrorOfEveryArrayIsSaid() {
    int errors = sweepAll(60, 0, 1) + sweepAll(20, 2, 4);
    assertThat(errors).isGreaterThan(1000);
  }
}
