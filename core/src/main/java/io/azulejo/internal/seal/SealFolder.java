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
 * The files of a seal that writers keep up to date. Each file holds one record and has a unique
 * name, so concurrent writers in any process never conflict. Thread-safe.
 */
final class SealFolder {
  private static final String SUFFIX = ".seal";
  private static final String TEMPORARY_SUFFIX = ".tmp";
  private static final int MAX_ATTEMPTS = 20;

  private final Storage storage;
  private final Location place;
  private final String name;

  /** Decoded files by name; files never change. */
  private final Map<String, SealRecord> decoded = new ConcurrentHashMap<>();

  /**
   * Creates the seal in a folder, without I/O.
   *
   * @param name the name of the array
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

  /** Returns the name of the array, with which paths in records begin. */
  String name() {
    return name;
  }

  /** Returns whether the folder contains files. */
  boolean exists() {
    return !storage.names(place).isEmpty();
  }

  /**
   * Returns whether a file is never sealed: scratch files and announcements of writers, and
   * temporary files of a store.
   */
  static boolean isScratch(String file) {
    return file.endsWith(TEMPORARY_SUFFIX) && !file.endsWith(ArrayPaths.PENDING_VACUUM_SUFFIX);
  }

  /** Adds a record, in a file with a unique name. */
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
   * Returns the records in seal files, by file name, without superseded ones. Files deleted in the
   * meantime count as superseded.
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
   * Writes a base that supersedes files and deletes these files.
   *
   * @param names the names of the files, listed before the base was computed
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

  /** Deletes the files of the seal, and the folder if it is then empty. */
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
