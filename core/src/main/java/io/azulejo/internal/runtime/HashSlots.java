package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The slots of a hash table with open addressing and linear probing. The caller stores the entries
 * and numbers them from 0 in insertion order. A slot contains the number of an entry. At most half
 * of the slots are used. Not thread-safe.
 *
 * <p>To find an entry, start at {@link #first} and follow {@link #next} until a slot contains the
 * entry's number or is {@link #FREE}. A new entry can be put into the free slot.
 */
public final class HashSlots {
  /** The content of a free slot. */
  public static final int FREE = -1;

  /** Maximum number of entries, which is half of the slots of the largest table. */
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

  /** Returns the slot at which the search for an entry with this hash begins. */
  public int first(int hash) {
    return hash & slots.length - 1;
  }

  /** Returns the slot that follows in a search. The first slot follows the last. */
  public int next(int slot) {
    return slot + 1 & slots.length - 1;
  }

  /** Returns the number of the entry in a slot, or {@link #FREE} if the slot is free. */
  public int entry(int slot) {
    return slots[slot];
  }

  /**
   * Puts a new entry into a free slot. Grows the table if more than half of the slots are used.
   *
   * @param slot a free slot in which a search for the entry ended
   * @param entry number of the entry, which equals the number of entries put before
   * @param hashes returns the hash of an entry by its number; must know the new entry
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
