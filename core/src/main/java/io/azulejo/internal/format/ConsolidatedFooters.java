package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.LosslessUtf8;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The fragment footers that are consolidated in one file.
 *
 * @param entries the names of the fragments and the offsets of their footers
 * @param footers the concatenated footers
 */
public record ConsolidatedFooters(List<Entry> entries, Slice footers) {
  /** Copies the list. */
  public ConsolidatedFooters {
    entries = List.copyOf(entries);
  }

  /**
   * A fragment and the position of its footer.
   *
   * @param fragment the fragment name; before version 9, a URI that ends in the name
   * @param offset the start of the footer in the unfiltered bytes of the file
   */
  public record Entry(String fragment, long offset) {}

  /**
   * Concatenates fragment footers.
   *
   * @param fragments the names of the fragments
   * @param footers the encoded footers of the fragments, in the same order
   */
  public static ConsolidatedFooters of(List<String> fragments, List<Slice> footers) {
    List<Entry> unplaced = fragments.stream().map(name -> new Entry(name, 0)).toList();
    long offset = new ConsolidatedFooters(unplaced, Slice.EMPTY).start();
    List<Entry> entries = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < fragments.size(); i++) {
      entries.add(new Entry(fragments.get(i), offset + bytes.size()));
      bytes.writeBytes(footers.get(i).toBytes());
    }
    return new ConsolidatedFooters(entries, Slice.of(bytes.toByteArray()));
  }

  /**
   * Returns the encoded footers by fragment name. If an entry stores a URI, its last component is
   * the name.
   */
  public Map<String, Slice> byName() {
    long start = start();
    long end = start + footers.length();
    TreeSet<Long> borders = new TreeSet<>();
    entries.forEach(e -> borders.add(e.offset()));
    Map<String, Slice> byName = new LinkedHashMap<>();
    for (Entry entry : entries) {
      Long next = borders.higher(entry.offset());
      long length = (next == null ? end : next) - entry.offset();
      byName.put(
          ArrayPaths.lastComponent(entry.fragment()),
          footers.slice((int) (entry.offset() - start), (int) length));
    }
    return byName;
  }

  /**
   * Returns the start of the first footer in the unfiltered file, which is the encoded size of the
   * entries, in bytes.
   */
  long start() {
    long start = Integer.BYTES;
    for (Entry entry : entries) {
      start += 2 * Long.BYTES + LosslessUtf8.encode(entry.fragment()).length;
    }
    return start;
  }
}
