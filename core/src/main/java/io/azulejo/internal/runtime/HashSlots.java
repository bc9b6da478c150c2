package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The slots of a hash table with open addressing and linear probing. The caller stores the entries,
 * numbered from 0 in insertion order; a slot holds the number of an entry. At most half of the
 * slots are used. Not thread-safe.
 *
 * <p>To find an entry, start at {@link #first} and follow {@link #next} until a slot holds its
 * number or {@link #FREE}, where the entry can be put.
 */
public final class HashSlots {
  /** The content of a free slot. */
  public static final int FREE = -1;

  /** The maximum number of entries: half of the slots of the largest table. */
  private static final int MAX_ENTRIES = 1 << 29;

  private int[] slots = new int[64];

  /** Creates an empty table. */
  public HashSlots() {
    Arrays.fill(slots, FREE);
  }

  /** Returns the memory used by the slots, in bytes. */
  public long bytes() {
    return (long) Integer.BYTES * slots.length;
  }

  /** Returns the slot at which the search for a hash begins. */
  public int first(int hash) {
    return hash & slots.length - 1;
  }

  /** Returns the next slot of a search. */
  public int next(int slot) {
    return slot + 1 & slots.length - 1;
  }

  /** Returns the number of the entry in a slot, or {@link #FREE}. */
  public int entry(int slot) {
    return slots[slot];
  }

  /**
   * Puts the newest entry into a free slot.
   *
   * @param entry its number: the number of entries before it
   * @param hashes returns the hash of an entry by its number, including this one
   * @throws InvalidRequestException if the table is full
   */
  public void put(int slot, int entry, IntUnaryOperator hashes) {
    if (entry >= MAX_ENTRIES) {
      throw new InvalidRequestException(
          ("more than %d distinct values do not fit into memory; read a part of the array,"
                  + " or fewer values")
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
