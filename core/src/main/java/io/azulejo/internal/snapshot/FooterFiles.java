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
 * The files that hold the footers of many fragments. Those of the latest time are used: of
 * consolidations at different times of the same array there may be several.
 */
public final class FooterFiles {
  private FooterFiles() {}

  /** The files that are looked at. */
  public static List<ArrayDirectory.NamedFile> latest(ArrayDirectory directory) {
    List<ArrayDirectory.NamedFile> files = directory.consolidatedFooters();
    long last = files.stream().mapToLong(file -> file.name().t2()).max().orElse(0);
    return files.stream().filter(file -> file.name().t2() == last).toList();
  }

  /**
   * A footer that was gathered with others.
   *
   * @param file the file that it is in
   * @param bytes its bytes
   */
  record StoredFooter(Location file, Slice bytes) {}

  /** All footers that the files hold which are looked at, by the names of the fragments. */
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

  /** The footers in a file; none where it was vacuumed meanwhile, as nothing depends on it. */
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
