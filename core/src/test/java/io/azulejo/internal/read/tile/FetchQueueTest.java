package io.azulejo.internal.read.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.Progress;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FetchQueueTest {
  private static final Location FIRST = Location.of("mem://array/a0.tdb");
  private static final Location SECOND = Location.of("mem://array/a1.tdb");

  /** Files that are opened only once their latch is at 0. */
  private final Map<Location, CountDownLatch> latches = new ConcurrentHashMap<>();

  private final Storage storage =
      new ForwardingStorage(Storage.inMemory()) {
        @Override
        public StorageTraits traits() {
          return StorageTraits.OBJECTS;
        }

        @Override
        public InputFile open(Location file) {
          try {
            latches.getOrDefault(file, new CountDownLatch(0)).await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          return super.open(file);
        }
      };

  @AutoClose private final Tasks tasks = new Tasks(1, 2);
  private final ReadScope scope =
      new ReadScope(
          storage,
          new Resources(
              tasks,
              new ScratchPool(),
              new MemoryBudget(1 << 20),
              SpillFiles.in(Path.of("target")),
              Progress.NONE));
  private final FetchQueue<String> queue = new FetchQueue<>(scope);

  private void write(Location file) {
    try (OutputFile out = storage.create(file)) {
      out.write(new byte[] {1, 2, 3}, 0, 3);
      out.commit();
    }
  }

  @Test
  void givesOutTheFirstGroupWhileTheSecondIsStillOnItsWay() {
    write(FIRST);
    write(SECOND);
    CountDownLatch second = new CountDownLatch(1);
    latches.put(SECOND, second);
    TilePart one = new TilePart(FIRST, 1, 2);
    TilePart two = new TilePart(SECOND, 0, 3);
    queue.add("first", List.of(one), 2);
    queue.add("second", List.of(two), 3);

    assertThat(queue.take()).isEqualTo("first");
    assertThat(one.bytes().getByte(0)).isEqualTo((byte) 2);
    assertThat(queue.isEmpty()).isFalse();
    second.countDown();
    assertThat(queue.take()).isEqualTo("second");
    assertThat(two.bytes().getByte(2)).isEqualTo((byte) 3);
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.take()).isNull();
  }

  @Test
  void hasRoomForOneGroupAndForMoreWithinItsBytes() {
    long most = scope.aheadBytes();
    assertThat(most).isEqualTo((1 << 20) / 4);
    assertThat(queue.hasRoom(2 * most)).as("a single group, however large").isTrue();

    queue.add("first", List.of(), most - 10);
    assertThat(queue.hasRoom(10)).isTrue();
    assertThat(queue.hasRoom(11)).isFalse();
    queue.add("second", List.of(), 10);
    assertThat(queue.take()).isEqualTo("first");
    assertThat(queue.hasRoom(1)).as("the first is being decoded").isFalse();
    queue.release();
    assertThat(queue.hasRoom(most - 10)).isTrue();
    assertThat(queue.hasRoom(most - 9)).isFalse();
  }

  @Test
  void awaitsWhatIsUnderwayWhenItIsStopped() {
    write(SECOND);
    TilePart two = new TilePart(SECOND, 0, 3);
    queue.add("first", List.of(new TilePart(FIRST, 0, 3)), 3);
    queue.add("second", List.of(two), 3);

    assertThatThrownBy(queue::take)
        .isInstanceOf(AzulejoException.class)
        .hasMessageContaining("a data file is missing")
        .satisfies(failure -> queue.stop(failure));
    assertThat(queue.isEmpty()).isTrue();
  }
}
