package io.azulejo.internal.runtime;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;

/**
 * Numbers distinct byte strings from 0, in the order in which they occur. Only one thread at a time
 * may use it, except for {@link #bytes}.
 */
public final class StringNumbers {
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;
  private static final long MIX = 0x9e3779b97f4a7c15L;

  /** The concatenated strings. */
  private byte[] strings = new byte[256];

  /** Start of each string in {@link #strings}, followed by the end of the last one. */
  private int[] starts = new int[17];

  private int[] hashes = new int[16];
  private int count;

  /** The number that was returned last. */
  private int last;

  private final HashSlots slots = new HashSlots();
  private volatile long bytes;

  /** Creates an empty set of strings. */
  public StringNumbers() {
    measure();
  }

  /** Returns the number of distinct strings. */
  public int count() {
    return count;
  }

  /** Returns the memory that the strings use, in bytes. Any thread may call this at any time. */
  public long bytes() {
    return bytes;
  }

  /** Returns a copy of a string. */
  public byte[] string(int number) {
    return Arrays.copyOfRange(strings, starts[number], starts[number + 1]);
  }

  /**
   * Returns the number of a string. A new string gets the next number.
   *
   * @param start the index of the string's first byte in {@code data}
   * @param end the index after its last byte
   * @throws InvalidRequestException if the strings have more bytes than fit into an array
   */
  public int number(byte[] data, int start, int end) {
    if (count > 0 && equals(last, data, start, end)) {
      return last;
    }
    int hash = hash(data, start, end);
    int slot = slots.first(hash);
    for (int found; (found = slots.entry(slot)) != HashSlots.FREE; slot = slots.next(slot)) {
      if (hashes[found] == hash && equals(found, data, start, end)) {
        last = found;
        return found;
      }
    }
    add(hash, data, start, end - start);
    last = count - 1;
    slots.put(slot, last, number -> hashes[number]);
    measure();
    return last;
  }

  private boolean equals(int number, byte[] data, int start, int end) {
    return Arrays.equals(strings, starts[number], starts[number + 1], data, start, end);
  }

  private static int hash(byte[] data, int start, int end) {
    long hash = end - start;
    int at = start;
    for (; end - at >= Long.BYTES; at += Long.BYTES) {
      hash = (hash ^ LittleEndian.getLong(data, at)) * MIX;
      hash ^= hash >>> Integer.SIZE;
    }
    return (int) ((hash ^ rest(data, at, end)) * MIX >>> Integer.SIZE);
  }

  /** Returns up to seven bytes as a little-endian number. */
  private static long rest(byte[] data, int at, int end) {
    if (at == end) {
      return 0;
    }
    if (at + Long.BYTES <= data.length) {
      return LittleEndian.getLong(data, at) & -1L >>> Long.SIZE - Byte.SIZE * (end - at);
    }
    long rest = 0;
    for (int i = end - 1; i >= at; i--) {
      rest = rest << Byte.SIZE | data[i] & 0xff;
    }
    return rest;
  }

  private void add(int hash, byte[] data, int from, int length) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count + 1);
    }
    int start = starts[count];
    if (strings.length - start < length) {
      strings = Arrays.copyOf(strings, room(start, length));
    }
    System.arraycopy(data, from, strings, start, length);
    hashes[count] = hash;
    starts[++count] = start + length;
  }

  private void measure() {
    long now =
        strings.length + (long) Integer.BYTES * (starts.length + hashes.length) + slots.bytes();
    if (now != bytes) {
      bytes = now;
    }
  }

  /**
   * Returns the new length for an array of values that must grow.
   *
   * @param taken the number of bytes in use
   * @param more the number of bytes to add
   * @throws InvalidRequestException if the array would exceed the maximum length
   */
  public static int room(int taken, long more) {
    if (more > MAX_LENGTH - taken) {
      throw new InvalidRequestException(
          ("the values of groups or of count(distinct ...) need more than %d bytes; use"
                  + " fields with shorter or fewer values, or read a part of the array")
              .formatted(MAX_LENGTH));
    }
    return (int) Math.min(MAX_LENGTH, taken + Math.max(2 * more, taken));
  }
}
