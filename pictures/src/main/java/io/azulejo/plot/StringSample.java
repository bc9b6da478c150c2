package io.azulejo.plot;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * Strings in order, as many as a picture needs: when there are too many, every second one is left
 * out, and those that are left out count as the one before them.
 */
final class StringSample {
  private static final int MAX_STRINGS = 20_000;

  private final TreeSet<byte[]> strings = new TreeSet<>(Arrays::compareUnsigned);

  /** Adds a string, which is kept. */
  void add(byte[] string) {
    if (strings.add(string) && strings.size() > MAX_STRINGS) {
      thin();
    }
  }

  /** At most so many strings, in order. */
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
