package io.azulejo.internal.seal;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder with the seal that writers keep up to date. Each file in it holds one record and has a
 * unique name. Concurrent writers in any number of processes therefore never conflict. Thread-safe.
 */
final class SealFolder {
  private static final String SUFFIX = ".seal";
  private static final String TEMPORARY_SUFFIX = ".tmp";
  private static final int MAX_ATTEMPTS = 20;

  private final Storage storage;
  private final Location place;
  private final String name;

  /** Decoded records by file name. A seal file never changes, so records stay valid. */
  private final Map<String, SealRecord> decoded = new ConcurrentHashMap<>();

  /**
   * Creates the object without I/O.
   *
   * @param storage the store of the array and its seal
   * @param place the location of the seal folder, which need not exist
   * @param name the name of the array's folder
   */
  SealFolder(Storage storage, Location place, String name) {
    this.storage = storage;
    this.place = place;
    this.name = name;
  }

  /** Returns the location of the folder. */
  Location place() {
    return place;
  }

  /** Returns the name of the array's folder, which is the first part of every path in a record. */
  String name() {
    return name;
  }

  /** Returns whether the folder is not empty. */
  boolean exists() {
    return !storage.names(place).isEmpty();
  }

  /**
   * Returns whether a file is temporary and therefore never sealed. Such files are scratch files
   * and announcements of writers, and a store's temporary files.
   */
  static boolean isScratch(String file) {
    return file.endsWith(TEMPORARY_SUFFIX) && !file.endsWith(ArrayPaths.PENDING_VACUUM_SUFFIX);
  }

  /** Writes a record to a new file with a unique name. */
  void publish(SealRecord record) {
    String file =
        System.currentTimeMillis() + "_" + UUID.randomUUID().toString().replace("-", "") + SUFFIX;
    storage.createExclusive(place.resolve(file), SealFile.encode(record));
  }

  /** Returns the names of the folder's seal files, including superseded ones. */
  Set<String> names() {
    Set<String> names = new HashSet<>();
    storage.names(place).stream().filter(file -> file.endsWith(SUFFIX)).forEach(names::add);
    return names;
  }

  /**
   * Reads the current seal.
   *
   * @throws CorruptDataException if one of its files is damaged
   */
  Seal read() {
    return Seal.kept(records(names()).values());
  }

  /**
   * Returns the records of the given seal files by file name, without superseded records. If a file
   * was deleted in the meantime, lists the folder again and reads the files that it contains then.
   *
   * @param names the names of seal files in this folder
   */
  Map<String, SealRecord> records(Set<String> names) {
    for (int attempt = 1; ; attempt++) {
      try {
        return valid(attempt == 1 ? names : names());
      } catch (NotFoundException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Map<String, SealRecord> valid(Set<String> names) {
    Map<String, SealRecord> valid = new LinkedHashMap<>();
    names.stream()
        .sorted()
        .forEach(file -> valid.put(file, decoded.computeIfAbsent(file, this::decode)));
    Set<String> superseded = new HashSet<>();
    valid.values().forEach(record -> superseded.addAll(record.superseded()));
    valid.keySet().removeAll(superseded);
    return valid;
  }

  private SealRecord decode(String file) {
    return decode(storage, place.resolve(file));
  }

  static SealRecord decode(Storage storage, Location file) {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[Math.toIntExact(in.size())];
      in.read(0, bytes, 0, bytes.length);
      return SealFile.decode(bytes);
    } catch (CorruptDataException e) {
      throw e.at(file.toString());
    }
  }

  /**
   * Writes a base record that supersedes the given files, then deletes these files. A failure to
   * delete them is ignored, because superseded files have no effect.
   *
   * @param names the names of the files, listed before the base record was computed
   * @param base the base record, to which this method adds the names
   */
  void replace(Set<String> names, SealRecord base) {
    base.superseded().addAll(names);
    publish(base);
    try {
      storage.delete(names.stream().sorted().map(place::resolve).toList());
    } catch (AzulejoException e) {
      // The files are superseded; the next call deletes them.
      return;
    }
  }

  /** Deletes the files of the seal. Also deletes the folder if it is then empty. */
  void delete() {
    List<Location> files = new ArrayList<>();
    for (Storage.Entry entry : storage.list(place)) {
      if (!entry.folder()
          && (entry.name().endsWith(SUFFIX) || entry.name().endsWith(TEMPORARY_SUFFIX))) {
        files.add(place.resolve(entry.name()));
      }
    }
    storage.delete(files);
    storage.deleteEmptyFolder(place);
  }
}
