package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Which requests to an object store are underway at the same time: each waits until all of its
 * round are, which would take for ever if one were sent only after the answer to another.
 */
class RequestRoundsTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int FRAGMENTS = 50;
  private static final int CELLS = 10;

  /** Opens some files only when all of them are asked for. */
  private static final class RoundStorage extends ForwardingStorage {
    private volatile Predicate<Location> inRound = file -> false;
    private volatile CountDownLatch missing = new CountDownLatch(0);

    RoundStorage() {
      super(Storage.inMemory());
    }

    void expect(int requests, Predicate<Location> which) {
      missing = new CountDownLatch(requests);
      inRound = which;
    }

    @Override
    public StorageTraits traits() {
      return StorageTraits.OBJECTS;
    }

    @Override
    public InputFile open(Location file) {
      if (inRound.test(file)) {
        missing.countDown();
        try {
          if (!missing.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError(missing.getCount() + " requests are not underway: " + file);
          }
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return super.open(file);
    }
  }

  private final RoundStorage storage = new RoundStorage();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  private void create() {
    azulejo.create(ARRAY, TestSchemas.of("sparse(k INT64 0..1000000/1000) v INT64"));
    for (int f = 0; f < FRAGMENTS; f++) {
      long[] keys = LongStream.range((long) f * CELLS, (f + 1L) * CELLS).toArray();
      TestArrays.append(
          azulejo.array(ARRAY),
          f + 1,
          Batch.of(Column.of("k", Datatype.INT64, keys), Column.of("v", Datatype.INT64, keys)));
    }
  }

  @Test
  void footersOfAllFragmentsAreOneRound() {
    create();
    storage.expect(FRAGMENTS, file -> file.name().equals("__fragment_metadata.tdb"));

    assertThat(azulejo.open(ARRAY).fragments()).hasSize(FRAGMENTS);
  }

  @Test
  void tilesOfAllFragmentsAreOneRound() {
    create();
    Array array = azulejo.open(ARRAY);
    storage.expect(FRAGMENTS, file -> file.name().equals("d0.tdb"));

    assertThat(TestArrays.count(array.read())).isEqualTo(FRAGMENTS * CELLS);
  }

  @Test
  void filesOfMetadataAreOneRound() {
    create();
    for (int i = 0; i < 20; i++) {
      String key = "key" + i;
      azulejo
          .array(ARRAY)
          .metadata()
          .change(
              MetadataChange.builder().put(key, MetadataValue.ofInts(i)).build(),
              ChangeOptions.DEFAULT.at(i + 1));
    }
    storage.expect(20, file -> file.parent().name().equals("__meta"));

    assertThat(azulejo.open(ARRAY).metadata()).hasSize(20);
  }
}
