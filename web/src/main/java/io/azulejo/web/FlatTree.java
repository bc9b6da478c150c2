package io.azulejo.web;

import io.azulejo.storage.FileTree;
import io.azulejo.storage.Storage.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The paths and sizes of all files below a folder. Immutable. */
final class FlatTree {
  private static final Comparator<String> BY_UTF_8 = FlatTree::compareUtf8;

  private final NavigableMap<String, Long> sizes;

  /**
   * Creates a tree.
   *
   * @param sizes file sizes in bytes by path; paths are relative to the root, whose path is empty
   */
  FlatTree(NavigableMap<String, Long> sizes) {
    this.sizes = new TreeMap<>(sizes);
  }

  /** Returns whether a path consists of valid names, separated by single slashes. */
  static boolean isPath(String path) {
    if (path.indexOf('\0') >= 0) {
      return false;
    }
    for (String name : path.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        return false;
      }
    }
    return true;
  }

  /** Returns the size of a file in bytes; empty if the file does not exist. */
  OptionalLong size(String path) {
    Long size = sizes.get(path);
    return size == null ? OptionalLong.empty() : OptionalLong.of(size);
  }

  /** Returns whether a folder contains any file, directly or in a subfolder. */
  boolean hasFolder(String path) {
    String first = sizes.ceilingKey(inside(path));
    return first != null && first.startsWith(inside(path));
  }

  private static String inside(String folder) {
    return folder.isEmpty() ? "" : folder + "/";
  }

  /**
   * Returns the entry for a path, or an empty result if the path does not exist.
   *
   * @param name the name of the returned entry
   */
  Optional<Entry> find(String path, String name) {
    Long size = sizes.get(path);
    if (size != null) {
      return Optional.of(Entry.file(name, size));
    }
    return hasFolder(path) ? Optional.of(Entry.folder(name)) : Optional.empty();
  }

  /**
   * Returns the direct children of a folder, sorted by name. The list is empty if the folder does
   * not exist.
   */
  List<Entry> list(String folder) {
    String prefix = inside(folder);
    TreeMap<String, Entry> entries = new TreeMap<>();
    String path = sizes.ceilingKey(prefix);
    while (path != null && path.startsWith(prefix)) {
      int slash = path.indexOf('/', prefix.length());
      String name = path.substring(prefix.length(), slash < 0 ? path.length() : slash);
      if (slash < 0) {
        entries.put(name, Entry.file(name, sizes.getOrDefault(path, 0L)));
        path = sizes.higherKey(path);
      } else {
        entries.putIfAbsent(name, Entry.folder(name));
        // Skips the folder: the character after the slash sorts after all paths in the folder.
        path = sizes.ceilingKey(path.substring(0, slash) + (char) ('/' + 1));
      }
    }
    return List.copyOf(entries.values());
  }

  /**
   * Returns all files in a folder and its subfolders, sorted by UTF-8 bytes.
   *
   * @param after the path, relative to the folder, after which the listing starts; empty to list
   *     all files
   */
  FileTree tree(String folder, String after) {
    String prefix = inside(folder);
    List<FileTree.File> files = new ArrayList<>();
    for (var file : sizes.tailMap(prefix, true).entrySet()) {
      if (!file.getKey().startsWith(prefix)) {
        break;
      }
      String path = file.getKey().substring(prefix.length());
      if (BY_UTF_8.compare(path, after) > 0) {
        files.add(FileTree.File.of(path, file.getValue(), OptionalLong.empty()));
      }
    }
    files.sort(Comparator.comparing(FileTree.File::path, BY_UTF_8));
    return FileTree.of(files, true);
  }

  /** Compares strings by their UTF-8 bytes. This is the order of code points, but not of chars. */
  private static int compareUtf8(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean high = Character.isSurrogate(x);
        return high == Character.isSurrogate(y) ? Character.compare(x, y) : high ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
