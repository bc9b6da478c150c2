package io.azulejo.internal.snapshot;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ConsolidatedFooterFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.storage.Location;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of an array that consolidate the footers of many fragments. Only the files with the
 * latest time are used. The time of a file is the time of its newest fragment, so files of several
 * consolidations may have the same time.
 */
public final class FooterFiles {
  private FooterFiles() {}

  /** Returns the files that are used. Returns an empty list if there are none. */
  public static List<ArrayDirectory.NamedFile> latest(ArrayDirectory directory) {
    List<ArrayDirectory.NamedFile> files = directory.consolidatedFooters();
    long last = files.stream().mapToLong(file -> file.name().t2()).max().orElse(0);
    return files.stream().filter(file -> file.name().t2() == last).toList();
  }

  /**
   * A footer in a file of consolidated footers.
   *
   * @param file the file that contains the footer
   * @param bytes the encoded footer
   */
  record StoredFooter(Location file, Slice bytes) {}

  /** Returns all footers in the used files, by fragment name. */
  static Map<String, StoredFooter> readAll(
      ArrayDirectory directory, StructureFiles files, Tasks tasks) {
    List<ArrayDirectory.NamedFile> latest = latest(directory);
    List<Map<String, Slice>> footers = files.all(tasks, latest, file -> read(file, files));
    Map<String, StoredFooter> all = new HashMap<>();
    for (int i = 0; i < latest.size(); i++) {
      Location file = latest.get(i).location();
      footers.get(i).forEach((name, bytes) -> all.put(name, new StoredFooter(file, bytes)));
    }
    return all;
  }

  /**
   * Returns the footers in a file by fragment name. If the file was vacuumed in the meantime,
   * returns an empty map, because these files are optional.
   */
  public static Map<String, Slice> read(ArrayDirectory.NamedFile file, StructureFiles files) {
    try {
      return files.generic(
          ConsolidatedFooterFormat.STRUCTURE,
          file.location(),
          content -> ConsolidatedFooterFormat.decode(content, file.name().version()).byName());
    } catch (NotFoundException e) {
      return Map.of();
    }
  }
}
