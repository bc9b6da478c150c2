package io.azulejo.internal.verify;

import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Progress;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The SHA-256 of files, many at a time. */
final class Digests {
  private static final int PIECE = 1 << 20;

  /** After so many bytes of files somebody is told. */
  private static final long STEP = 64L << 20;

  private Digests() {}

  /** The digest of some bytes, in hexadecimal digits. */
  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /**
   * The sizes and digests of all files in a folder, by their paths from there on.
   *
   * @param files the files by these paths, with the sizes that they seem to have
   */
  static SortedMap<String, SealFile.Entry> of(
      Storage storage,
      Location folder,
      SortedMap<String, Long> files,
      Tasks tasks,
      Progress progress) {
    long total = files.values().stream().mapToLong(Long::longValue).sum();
    SortedMap<String, SealFile.Entry> digests = new TreeMap<>();
    List<String> step = new ArrayList<>();
    long bytes = 0;
    long done = 0;
    for (String path : files.keySet()) {
      step.add(path);
      bytes += files.get(path);
      if (bytes >= STEP || path.equals(files.lastKey())) {
        List<SealFile.Entry> entries = entries(storage, folder, step, tasks);
        for (int i = 0; i < step.size(); i++) {
          digests.put(step.get(i), entries.get(i));
        }
        done += bytes;
        progress.advanced(done, total);
        step.clear();
        bytes = 0;
      }
    }
    return digests;
  }

  private static List<SealFile.Entry> entries(
      Storage storage, Location folder, List<String> paths, Tasks tasks) {
    return tasks.compute(List.copyOf(paths), path -> entry(storage, folder.resolve(path)));
  }

  private static SealFile.Entry entry(Storage storage, Location file) {
    MessageDigest digest = sha256();
    try (InputFile in = storage.open(file)) {
      long size = in.size();
      byte[] piece = new byte[(int) Math.min(size, PIECE)];
      int length;
      for (long position = 0; position < size; position += length) {
        length = (int) Math.min(piece.length, size - position);
        in.read(position, piece, 0, length);
        digest.update(piece, 0, length);
      }
      return new SealFile.Entry(size, HexFormat.of().formatHex(digest.digest()));
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
