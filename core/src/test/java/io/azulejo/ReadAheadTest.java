package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is read while the caller works on a batch: of an array of eight tiles, each a batch. */
class ReadAheadTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int TILE = 1 << 14;
  private static final int TILES = 8;

  /** Counts the files of tiles that are opened: one for each batch. */
  private static final class CountedStorage extends ForwardingStorage {
    final AtomicInteger batches = new AtomicInteger();
    final CountDownLatch third = new CountDownLatch(3);
    final AtomicInteger held = new AtomicInteger();
    volatile boolean fails;

    CountedStorage() {
      super(Storage.inMemory());
    }

    @Override
    public InputFile open(Location file) {
      if (file.name().equals("a0.tdb")) {
        if (fails) {
          throw new StorageException("the store is gone", file.toString(), null, false);
        }
        batches.incrementAndGet();
        third.countDown();
        return new HeldFile(super.open(file), held);
      }
      return super.open(file);
    }
  }

  /** A file that counts as held until it is closed. */
  private record HeldFile(InputFile file, AtomicInteger held) implements InputFile {
    HeldFile {
      held.incrementAndGet();
    }

    @Override
    public Location location() {
      return file.location();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      file.read(position, target, offset, length);
    }

    @Override
    public void close() {
      held.decrementAndGet();
      file.close();
    }
  }

  private final CountedStorage storage = new CountedStorage();

  private Azulejo engine(int threads) {
    Azulejo azulejo =
        Azulejo.builder()
            .storage("mem", storage)
            .computeThreads(threads)
            .memoryBudget(8L * TILE * Long.BYTES)
            .build();
    azulejo.create(
        ARRAY, TestSchemas.of("dense(x INT32 0..%s/%s) v INT64", TILE * TILES - 1, TILE));
    azulejo.array(ARRAY).write(Subarray.ALL, "v", LongStream.range(0, TILE * TILES).toArray());
    return azulejo;
  }

  private static BatchReader read(Azulejo azulejo) {
    return azulejo.open(ARRAY).read(ReadRequest.ALL.select("v")).batches();
  }

  @Test
  void theNextBatchIsReadWhileTheCallerHasTheSecond() throws InterruptedException {
    try (Azulejo azulejo = engine(1);
        BatchReader in = read(azulejo)) {
      in.next();
      assertThat(storage.batches).hasValue(1);
      in.next();

      assertThat(storage.third.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void allBatchesComeInTheirOrder() {
    try (Azulejo azulejo = engine(2);
        BatchReader in = read(azulejo)) {
      long value = 0;
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          assertThat(batch.column(0).getLong(row)).isEqualTo(value++);
        }
      }
      assertThat(value).isEqualTo(TILE * TILES);
      assertThat(in.stats().cellsDelivered()).isEqualTo(value);
      assertThat(storage.batches.get()).isEqualTo((int) in.stats().batches());
    }
  }

  @Test
  void aReaderThatStopsAtTheFirstBatchReadsNoOther() {
    try (Azulejo azulejo = engine(1)) {
      try (BatchReader in = read(azulejo)) {
        in.next();
      }
      assertThat(storage.batches).hasValue(1);
    }
  }

  @Test
  void withoutThreadsNothingIsReadAhead() {
    try (Azulejo azulejo = engine(0);
        BatchReader in = read(azulejo)) {
      in.next();
      in.next();
      assertThat(storage.batches).hasValue(2);
    }
  }

  @Test
  void nothingIsReadAfterClosing() {
    try (Azulejo azulejo = engine(1)) {
      BatchReader in = read(azulejo);
      in.next();
      in.next();
      in.close();

      assertThat(storage.held).hasValue(0);
      assertThat(storage.batches.get()).isBetween(2, 3);
      assertThatThrownBy(in::next).isInstanceOf(InvalidRequestException.class);
    }
  }

  @Test
  void aFailureOfTheBatchThatIsReadAheadComesWhenItIsAskedFor() throws InterruptedException {
    try (Azulejo azulejo = engine(1);
        BatchReader in = read(azulejo)) {
      in.next();
      storage.fails = false;
      in.next();
      storage.third.await(1, TimeUnit.MINUTES);
      storage.fails = true;
      in.next();

      refuses(StorageException.class, in::next);
    }
  }
}
