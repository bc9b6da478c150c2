package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The slots of a hash table with open addressing and linear probing. The entries themselves lie
 * with the caller, numbered from 0 in the order in which they came; a slot holds such a number, and
 * at most half of the slots are taken. Not for several threads.
 *
 * <p>To find an entry, go from {@link #first} by {@link #next} until a slot holds its number, or
 * {@link #FREE}: there it is put.
 */
public final class HashSlots {
  /** What a slot holds that is not taken. */
  public static final int FREE = -1;

  /** How many entries there can be: half of the slots of the largest table. */
  private static final int MAX_ENTRIES = 1 << 29;

  private int[] slots = new int[64];

  /** No entries. */
  public HashSlots() {
    Arrays.fill(slots, FREE);
  }

  /** The bytes that the slots take. */
  public long bytes() {
    return (long) Integer.BYTES * slots.length;
  }

  /** The slot at which the search for an entry of that hash begins. */
  public int first(int hash) {
    return hash & slots.length - 1;
  }

  /** The slot that follows in a search. */
  public int next(int slot) {
    return slot + 1 & slots.length - 1;
  }

  /** The number of the entry in a slot, or {@link #FREE}. */
  public int entry(int slot) {
    return slots[slot];
  }

  /**
   * Puts the newest entry into a free slot.
   *
   * @param entry its number: the number of entries before it
   * @param hashes the hash of each entry by its number, this one included
   * @throws InvalidRequestException if there are more entries than a table has room for
   */
  public void put(int slot, int entry, IntUnaryOperator hashes) {
    if (entry >= MAX_ENTRIES) {
      throw new InvalidRequestException(
          "more than %d different values are kept at a time: ask for a part of the array, or for fewer values"
              .formatted(MAX_ENTRIES));
    }
    slots[slot] = entry;
    if (2 * (entry + 1) > slots.length) {
      grow(entry + 1, hashes);
    }
  }

  private void grow(int entries, IntUnaryOperator hashes) {
    slots = new int[4 * slots.length];
    Arrays.fill(slots, FREE);
    for (int entry = 0; entry < entries; entry++) {
      int slot = first(hashes.applyAsInt(entry));
      while (slots[slot] != FREE) {
        slot = next(slot);
      }
      slots[slot] = entry;
    }
  }
}
