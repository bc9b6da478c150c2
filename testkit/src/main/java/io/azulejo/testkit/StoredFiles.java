package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Lists, compares and copies the files of a store or a folder. */
public final class StoredFiles {
  /** The root of in-memory stores. */
  public static final Location MEMORY = Location.of("mem://");

  private StoredFiles() {}

  /** Returns all files below a folder, including files in subfolders, in listing order. */
  public static List<Location> below(Storage storage, Location folder) {
    List<Location> files = new ArrayList<>();
    collect(storage, folder, files);
    return files;
  }

  private static void collect(Storage storage, Location folder, List<Location> files) {
    for (Storage.Entry entry : storage.list(folder)) {
      Location child =
          folder.path().isEmpty()
              ? Location.of(folder.scheme() + "://" + entry.name())
              : folder.resolve(entry.name());
      if (entry.folder()) {
        collect(storage, child, files);
      } else {
        files.add(child);
      }
    }
  }

  /** Returns the paths of all files in an in-memory store, sorted. */
  public static Set<String> paths(Storage memory) {
    return below(memory, MEMORY).stream()
        .map(Location::path)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns a path in which {@code *} replaces each sequence of 32 hexadecimal digits. These random
   * parts of names differ between runs.
   */
  static String shape(String path) {
    return path.replaceAll("[0-9a-f]{32}", "*");
  }

  /**
   * Returns one line for each file in an in-memory store: its path and the digest of its bytes. The
   * lines are sorted. They omit the parts of names that differ between runs.
   */
  public static List<String> contents(Storage memory) {
    return below(memory, MEMORY).stream()
        .map(
            file ->
                shape(file.path()) + " " + HexFormat.of().formatHex(sha256(content(memory, file))))
        .sorted()
        .toList();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /** Returns all bytes of a file. */
  public static byte[] content(Storage storage, Location file) {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  /** Copies all files of an in-memory store to a new one. */
  public static Storage copy(Storage memory) {
    Storage copy = Storage.inMemory();
    for (Location file : below(memory, MEMORY)) {
      copy.createExclusive(file, content(memory, file));
    }
    return copy;
  }
}
