package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Opens ZIP archives of NumPy arrays. Arrays of the same shape become attributes of one grid. */
final class NpzArchive {
  private static final String END = ".npy";

  /**
   * Maximum number of arrays that are read at the same time. Each needs a buffer and a
   * decompressor.
   */
  private static final int MAX_ARRAYS = 1_000;

  private NpzArchive() {}

  /**
   * Opens an archive. Closing the grid closes it.
   *
   * @param wanted names of the arrays to read; empty for all
   */
  static NpyGrid open(File file, List<String> wanted) throws IOException {
    ZipFile archive = archive(file);
    try {
      List<NpyArray> arrays = new ArrayList<>();
      List<String> names = new ArrayList<>();
      List<String> all = new ArrayList<>();
      Enumeration<? extends ZipEntry> entries = archive.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        String name = entry.getName().replaceFirst("\\.npy$", "");
        all.add(name);
        if (entry.getName().endsWith(END) && (wanted.isEmpty() || wanted.contains(name))) {
          if (names.size() == MAX_ARRAYS) {
            throw new InvalidRequestException(
                "the npz archive has more than %,d arrays; choose some with --arrays"
                    .formatted(MAX_ARRAYS));
          }
          names.add(name);
          arrays.add(
              NpyArray.read(
                  name,
                  new BufferedInputStream(archive.getInputStream(entry), 1 << 16),
                  Math.max(0, entry.getSize())));
        }
      }
      for (String name : wanted) {
        if (!names.contains(name)) {
          throw new InvalidRequestException(
              "--arrays: unknown array %s; valid: %s".formatted(name, String.join(", ", all)));
        }
      }
      requireAlike(arrays, names);
      return new NpyGrid(arrays, archive);
    } catch (IOException e) {
      archive.close();
      throw damaged(e);
    } catch (Throwable e) {
      archive.close();
      throw e;
    }
  }

  static InvalidRequestException damaged(IOException cause) {
    boolean said = !(cause instanceof EOFException) && cause.getMessage() != null;
    return new InvalidRequestException(
        "the npz archive is damaged or truncated" + (said ? ": " + cause.getMessage() : ""),
        null,
        cause);
  }

  private static ZipFile archive(File file) throws IOException {
    try {
      return new ZipFile(file);
    } catch (ZipException e) {
      throw damaged(e);
    }
  }

  private static void requireAlike(List<NpyArray> arrays, List<String> names) {
    if (arrays.isEmpty()) {
      throw new InvalidRequestException("the npz archive has no arrays");
    }
    NpyArray first = arrays.get(0);
    for (NpyArray array : arrays) {
      if (!array.shape().equals(first.shape()) || array.isColumnMajor() != first.isColumnMajor()) {
        List<String> shapes = new ArrayList<>();
        for (int i = 0; i < arrays.size(); i++) {
          shapes.add(names.get(i) + " " + arrays.get(i).shape());
        }
        throw new InvalidRequestException(
            "the arrays of the npz archive have different shapes or orders (%s); choose arrays with the same shape, such as --arrays %s"
                .formatted(String.join(", ", shapes), names.get(0)));
      }
    }
  }
}
