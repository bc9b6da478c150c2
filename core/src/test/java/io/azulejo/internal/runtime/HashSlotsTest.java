package io.azulejo.internal.runtime;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashSlotsTest {
  @Test
  void entriesAreFoundHoweverTheirHashesCollide() {
    int[] hashes = new Random(5).ints(10_000, -50, 50).toArray();
    HashSlots slots = new HashSlots();
    for (int entry = 0; entry < hashes.length; entry++) {
      int slot = slots.first(hashes[entry]);
      while (slots.entry(slot) != HashSlots.FREE) {
        slot = slots.next(slot);
      }
      slots.put(slot, entry, i -> hashes[i]);
    }
    for (int entry = 0; entry < hashes.length; entry++) {
      int slot = slots.first(hashes[entry]);
      while (slots.entry(slot) != entry) {
        assertThat(slots.entry(slot)).isNotEqualTo(HashSlots.FREE);
        slot = slots.next(slot);
      }
    }
  }

  @Test
  void moreEntriesThanThereIsRoomForAreRefused() {
    refuses(InvalidRequestException.class, () -> new HashSlots().put(0, 1 << 29, entry -> 0));
  }
}
