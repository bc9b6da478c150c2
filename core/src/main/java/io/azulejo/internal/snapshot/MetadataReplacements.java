package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.format.NameRules;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads which metadata files a merged metadata file replaces, according to the lists of replaced
 * files. Checks these lists.
 */
public final class MetadataReplacements {
  private final StructureFiles files;
  private final Location folder;

  /** The names of the existing metadata files, without lists. */
  private final Set<String> there = new HashSet<>();

  /** The names of the replaced files, by the name of the merged file. */
  private final Map<String, List<String>> replaced = new LinkedHashMap<>();

  private MetadataReplacements(
      StructureFiles files, Location folder, Collection<String> names, TimeRange times) {
    this.files = files;
    this.folder = folder;
    for (String name : names) {
      check(name);
      if (!name.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
        there.add(name);
      } else if (FragmentName.parse(name)
          .filter(n -> times.containsAll(n.t1(), n.t2()))
          .isPresent()) {
        replaced.put(ArrayPaths.stem(name), CommitFiles.replaced(files, folder.resolve(name)));
      }
    }
  }

  private void check(String name) {
    try {
      NameRules.check(ArrayPaths.METADATA_FOLDER, name);
    } catch (CorruptDataException e) {
      throw e.at(folder.resolve(name).toString());
    }
  }

  /**
   * Reads and checks the lists of replaced files in a time range.
   *
   * @param names the names of all files in the folder
   * @return the names of the replaced files, by the name of the merged file
   * @throws CorruptDataException if a list or a file name is damaged; without this check, replaced
   *     entries could be read again, or merged entries could be left out
   */
  public static Map<String, List<String>> of(
      StructureFiles files, Location folder, Collection<String> names, TimeRange times) {
    MetadataReplacements found = new MetadataReplacements(files, folder, names, times);
    Set<String> all = new HashSet<>();
    found.replaced.values().forEach(all::addAll);
    found.replaced.forEach(
        (merged, lines) -> {
          found.checkLines(merged, lines, all);
          if (!found.there.contains(merged) && !all.contains(merged)) {
            found.checkMerged(merged, lines);
          }
        });
    return found.replaced;
  }

  /**
   * Refuses a list if a file that it replaces is missing and a file that is not replaced has a
   * similar name.
   */
  private void checkLines(String merged, List<String> lines, Set<String> all) {
    Set<String> gone = new TreeSet<>(lines);
    gone.removeAll(there);
    if (gone.isEmpty()) {
      return;
    }
    Set<String> read = new TreeSet<>(there);
    read.removeAll(all);
    for (String name : gone) {
      findSimilar(name, read)
          .ifPresent(
              other ->
                  refuse(
                      merged + ArrayPaths.VACUUM_SUFFIX,
                      "it replaces %s, which is missing; it must have named %s"
                          .formatted(name, other),
                      name));
    }
  }

  /**
   * Refuses a list whose merged file is missing. Accepts it if the merged file would be empty,
   * because writers omit empty files.
   */
  private void checkMerged(String merged, List<String> lines) {
    Set<String> candidates = new TreeSet<>(there);
    candidates.removeAll(replaced.keySet());
    findSimilar(merged, candidates)
        .ifPresent(
            other ->
                refuse(
                    merged + ArrayPaths.VACUUM_SUFFIX,
                    "%s is missing; the file must belong to %s".formatted(merged, other),
                    merged));
    if (!areAllKeysDeleted(files, folder, lines.stream().filter(there::contains).toList())) {
      refuse(
          merged,
          "it is missing, but according to a list it replaces others, which still exist",
          merged);
    }
  }

  /** Returns whether all keys are deleted after all changes in the given files. */
  public static boolean areAllKeysDeleted(
      StructureFiles files, Location folder, Collection<String> names) {
    List<FragmentName> inputs =
        names.stream()
            .map(FragmentName::parse)
            .flatMap(Optional::stream)
            .sorted(FragmentName.BY_TIME)
            .toList();
    Map<String, Boolean> deleted = new TreeMap<>();
    for (FragmentName input : inputs) {
      files
          .generic(
              ArrayMetadataFormat.STRUCTURE,
              folder.resolve(input.text()),
              ArrayMetadataFormat::decode)
          .forEach(entry -> deleted.put(entry.key(), entry.deleted()));
    }
    return deleted.values().stream().allMatch(gone -> gone);
  }

  private static Optional<String> findSimilar(String name, Collection<String> others) {
    return others.stream().filter(other -> FragmentName.areSimilar(name, other)).findFirst();
  }

  private void refuse(String file, String reason, String missing) {
    String place = folder.resolve(missing).toString();
    throw CorruptDataException.of(
            NameListFormat.STRUCTURE,
            null,
            -1,
            reason,
            new NotFoundException("%s is missing".formatted(place), place))
        .at(folder.resolve(file).toString());
  }
}
