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
 * The files of a seal that writers keep up to date: one for each thing that a writer says, under a
 * name of its own, so that those who write at the same time, in other processes too, are never in
 * each other's way. Safe for use by many threads.
 */
final class SealFolder {
  private static final String SUFFIX = ".seal";
  private static final String TEMPORARY_SUFFIX = ".tmp";
  private static final int MAX_ATTEMPTS = 20;

  private final Storage storage;
  private final Location place;
  private final String name;

  /** Files never change. */
  private final Map<String, SealRecord> decoded = new ConcurrentHashMap<>();

  /** The seal in a folder, of an array of that name. */
  SealFolder(Storage storage, Location place, String name) {
    this.storage = storage;
    this.place = place;
    this.name = name;
  }

  /** The folder. */
  Location place() {
    return place;
  }

  /** The name of the array, with which paths begin. */
  String name() {
    return name;
  }

  /** Whether the array has such a seal. */
  boolean exists() {
    return storage.find(place).filter(Storage.Entry::folder).isPresent();
  }

  /**
   * Whether a file is none that a seal speaks of: what writers have put aside for themselves, and
   * what a store makes before it gives a file its name.
   */
  static boolean isScratch(String file) {
    return file.endsWith(TEMPORARY_SUFFIX) && !file.endsWith(ArrayPaths.PENDING_VACUUM_SUFFIX);
  }

  /** Says something. */
  void publish(SealRecord record) {
    String file =
        System.currentTimeMillis() + "_" + UUID.randomUUID().toString().replace("-", "") + SUFFIX;
    storage.createExclusive(place.resolve(file), SealFile.encode(record));
  }

  /** The names of its files, those too that say nothing any more. */
  Set<String> names() {
    Set<String> names = new HashSet<>();
    storage.names(place).stream().filter(file -> file.endsWith(SUFFIX)).forEach(names::add);
    return names;
  }

  /**
   * What it says now.
   *
   * @throws CorruptDataException if a file of it is damaged
   */
  Seal read() {
    return Seal.kept(records(names()).values());
  }

  /**
   * What some of its files say, without those that are superseded; files that are gone meanwhile
   * are, too.
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

  /** Puts a base in the place of files, whose names were listed before it was made. */
  void replace(Set<String> names, SealRecord base) {
    base.superseded().addAll(names);
    publish(base);
    try {
      storage.delete(names.stream().sorted().map(place::resolve).toList());
    } catch (AzulejoException e) {
      // They say nothing any more, and go the next time.
      return;
    }
  }

  /** Deletes it, and nothing else. */
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
