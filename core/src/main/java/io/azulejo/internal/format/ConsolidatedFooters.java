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
 * The footers of many fragments in one file.
 *
 * @param entries the fragments that the footers describe
 * @param footers the footers one after another
 */
public record ConsolidatedFooters(List<Entry> entries, Slice footers) {
  /** Takes a copy of the list. */
  public ConsolidatedFooters {
    entries = List.copyOf(entries);
  }

  /**
   * A fragment and the position of its footer.
   *
   * @param fragment the name; before version 9 a URI that ends in the name
   * @param offset the start of the footer, counted from the start of the unfiltered file
   */
  public record Entry(String fragment, long offset) {}

  /**
   * Concatenates footers.
   *
   * @param fragments the names of the fragments
   * @param footers the bytes of each fragment's footer, in the same order
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

  /** Returns the footers by the name of their fragment (the last part of a URI). */
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

  /** Returns the start of the first footer, which is the number of bytes of all entries. */
  long start() {
    long start = Integer.BYTES;
    for (Entry entry : entries) {
      start += 2 * Long.BYTES + LosslessUtf8.encode(entry.fragment()).length;
    }
    return start;
  }
}
