package io.azulejo.plot;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * Collects sorted strings, as many as a picture needs. When there are too many, every second string
 * is dropped and is then represented by the one before it.
 */
final class StringSample {
  private static final int MAX_STRINGS = 20_000;

  private final TreeSet<byte[]> strings = new TreeSet<>(Arrays::compareUnsigned);

  /** Adds a string and keeps a reference to it. */
  void add(byte[] string) {
    if (strings.add(string) && strings.size() > MAX_STRINGS) {
      thin();
    }
  }

  /** Returns at most this many strings, in order. */
  List<byte[]> sorted(int max) {
    while (strings.size() > max) {
      thin();
    }
    return List.copyOf(strings);
  }

  private void thin() {
    boolean keep = false;
    for (Iterator<byte[]> all = strings.iterator(); all.hasNext(); ) {
      all.next();
      keep = !keep;
      if (!keep) {
        all.remove();
      }
    }
  }
}
