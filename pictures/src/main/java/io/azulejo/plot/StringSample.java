package io.azulejo.plot;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * A sorted sample of strings for an axis. If there are too many, it drops every second string; the
 * string before it then represents it.
 */
final class StringSample {
  private static final int MAX_STRINGS = 20_000;

  private final TreeSet<byte[]> strings = new TreeSet<>(Arrays::compareUnsigned);

  /** Adds a string. The array must not be modified afterwards. */
  void add(byte[] string) {
    if (strings.add(string) && strings.size() > MAX_STRINGS) {
      thin();
    }
  }

  /** Returns the sample in order, reduced to a maximum number of strings. */
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
