package io.azulejo.view;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A cache of answers, limited in bytes. It evicts the least recently used answers. Safe for use by
 * several threads.
 */
final class AnswerCache {
  private static final int ENTRY_BYTES = 200;

  private final long capacity;
  private final Map<String, byte[]> answers = new LinkedHashMap<>(16, 0.75f, true);
  private long size;

  AnswerCache(long capacity) {
    this.capacity = capacity;
  }

  /** Returns the cached answer for a key, or null if it is not cached. */
  synchronized byte[] get(String key) {
    return answers.get(key);
  }

  /** Caches an answer, unless it takes more than a quarter of the capacity. */
  synchronized void put(String key, byte[] answer) {
    long bytes = bytes(key, answer);
    if (bytes > capacity / 4 || answers.containsKey(key)) {
      return;
    }
    answers.put(key, answer);
    size += bytes;
    Iterator<Map.Entry<String, byte[]>> eldest = answers.entrySet().iterator();
    while (size > capacity) {
      Map.Entry<String, byte[]> entry = eldest.next();
      size -= bytes(entry.getKey(), entry.getValue());
      eldest.remove();
    }
  }

  /** Returns the total size of the cached answers in bytes. */
  synchronized long size() {
    return size;
  }

  private static long bytes(String key, byte[] answer) {
    return ENTRY_BYTES + 2L * key.length() + answer.length;
  }
}
