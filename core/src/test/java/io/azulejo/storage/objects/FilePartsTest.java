package io.azulejo.storage.objects;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.storage.StoreMemory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FilePartsTest {
  private static final byte[] TEXT = "0123456789".getBytes(StandardCharsets.UTF_8);

  private final Transfers transfers = new Transfers("test", 1);
  private final UploadMemory memory = new UploadMemory(100, StoreMemory.UNLIMITED);
  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();

  @AfterEach
  void close() {
    gate.countDown();
    transfers.close();
  }

  private static String text(int number, byte[] bytes, int length) {
    return number + ":" + new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Waits at the gate, unless it is sent by who writes. */
  private String sendLater(int number, byte[] bytes, int length) {
    begun.incrementAndGet();
    if (Thread.currentThread().getName().startsWith("azulejo-test-")) {
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted", e);
      }
    }
    return text(number, bytes, length);
  }

  private void requireAllMemoryBack() {
    assertThat(memory.tryTake(101)).isFalse();
    assertThat(memory.tryTake(100)).isTrue();
  }

  @Test
  void sendsEqualPartsInOrderAndTheRest() {
    FileParts<String> parts = new FileParts<>(4, transfers, memory, FilePartsTest::text);
    parts.write(TEXT, 0, 10);
    parts.write(TEXT, 0, 1);

    assertThat(parts.size()).isEqualTo(11);
    assertThat(parts.finish()).containsExactly("1:0123", "2:4567", "3:890");
    requireAllMemoryBack();
  }

  @Test
  void keepsWhatFitsAPart() {
    FileParts<String> parts = new FileParts<>(10, transfers, memory, FilePartsTest::text);
    parts.write(TEXT, 0, 10);

    assertThat(parts.anySent()).isFalse();
    assertThat(parts.buffered()).startsWith(TEXT);
    assertThat(parts.bufferedLength()).isEqualTo(10);
  }

  @Test
  void takesTheMemoryOfTheEngineForWhatIsNotSentYet() {
    MemoryBudget budget = new MemoryBudget(1 << 10);
    StoreMemory engine =
        new StoreMemory() {
          @Override
          public void take(long bytes) {
            budget.take(bytes);
          }

          @Override
          public boolean tryTake(long bytes) {
            return budget.tryTake(bytes);
          }

          @Override
          public void giveBack(long bytes) {
            budget.giveBack(bytes);
          }
        };
    UploadMemory uploads = new UploadMemory(1 << 20, engine);
    FileParts<String> parts = new FileParts<>(1 << 20, transfers, uploads, FilePartsTest::text);
    assertThat(budget.used()).isZero();
    parts.write(new byte[100_000], 0, 100_000);
    assertThat(budget.used()).as("more than there is room for").isBetween(100_000L, 200_000L);
    parts.close();
    assertThat(budget.used()).isZero();
  }

  @Test
  void sendsPartsItselfForWhichThereIsNoMemory() {
    UploadMemory small = new UploadMemory(4, StoreMemory.UNLIMITED);
    FileParts<String> parts = new FileParts<>(4, transfers, small, this::sendLater);
    parts.write(TEXT, 0, 10);

    gate.countDown();
    assertThat(parts.finish()).containsExactly("1:0123", "2:4567", "3:89");
    assertThat(small.tryTake(4)).isTrue();
  }

  @Test
  void givesBackTheMemoryOfPartsThatAreNotSentAnyMore() throws InterruptedException {
    FileParts<String> parts = new FileParts<>(2, transfers, memory, this::sendLater);
    parts.write(TEXT, 0, 10);
    assertThat(memory.tryTake(93)).as("four parts of two bytes are waiting").isFalse();
    gate.countDown();
    parts.close();

    requireAllMemoryBack();
  }

  @Test
  void interruptsThePartThatAnInterruptedWriterWaitsFor() {
    FileParts<String> parts = new FileParts<>(2, transfers, memory, this::sendLater);
    parts.write(TEXT, 0, 3);
    while (begun.get() == 0) {
      Thread.onSpinWait();
    }
    Thread.currentThread().interrupt();

    refuses(parts::finish);
    assertThat(Thread.interrupted()).isTrue();
    gate.countDown();
    parts.close();
    requireAllMemoryBack();
  }

  @Test
  void doesAllThoughNoThreadIsFree() {
    Transfer<String> held = transfers.begin(() -> sendLater(1, TEXT, 1));
    AtomicInteger done = new AtomicInteger();

    transfers.all(List.of(done::incrementAndGet, done::incrementAndGet, done::incrementAndGet));

    assertThat(done).hasValue(3);
    gate.countDown();
    assertThat(held.finish()).isEqualTo("1:0");
  }

  @Test
  void beginsNothingMoreAfterTheFirstFailure() {
    Transfer<String> held = transfers.begin(() -> sendLater(1, TEXT, 1));
    while (begun.get() == 0) {
      Thread.onSpinWait();
    }
    AtomicInteger done = new AtomicInteger();
    List<Runnable> acts =
        List.of(
            done::incrementAndGet,
            () -> {
              throw new IllegalArgumentException("one");
            },
            done::incrementAndGet);

    refuses(() -> transfers.all(acts));

    gate.countDown();
    held.finish();
    assertThat(transfers.begin(() -> "next").finish()).isEqualTo("next");
    assertThat(done).hasValue(1);
  }
}
