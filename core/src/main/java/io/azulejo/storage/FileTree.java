package io.azulejo.storage;

import java.util.List;
import java.util.OptionalLong;

/**
 * The files of a folder and of all folders in it, as one request of a store answers it.
 *
 * @param files in the order of the UTF-8 bytes of their paths
 * @param whole whether these are all; else they are the first ones, and none is left out between
 *     them
 */
public record FileTree(List<File> files, boolean whole) {
  /**
   * A file.
   *
   * @param path its names from the folder on, with slashes between them
   * @param size its bytes
   * @param modified when it was written, see {@link Storage#modified}; empty where the store keeps
   *     no times
   */
  public record File(String path, long size, OptionalLong modified) {}

  /** A tree of these files. */
  public FileTree {
    files = List.copyOf(files);
  }
}
