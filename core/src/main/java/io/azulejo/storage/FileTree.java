package io.azulejo.storage;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder and its subfolders, as a store returns them for a single request.
 * Immutable.
 */
public final class FileTree {
  private final List<File> files;
  private final boolean whole;

  private FileTree(List<File> files, boolean whole) {
    this.files = List.copyOf(files);
    this.whole = whole;
  }

  /**
   * Creates a file tree.
   *
   * @param files the files, ordered by the UTF-8 bytes of their paths
   * @param whole true if the list is complete; false if it contains only the first files in that
   *     order
   */
  public static FileTree of(List<File> files, boolean whole) {
    return new FileTree(files, whole);
  }

  /** Returns the files, ordered by the UTF-8 bytes of their paths. */
  public List<File> files() {
    return files;
  }

  /**
   * Returns true if the list is complete, or false if it contains only the first files in path
   * order.
   */
  public boolean whole() {
    return whole;
  }

  /** A file of a tree. Immutable. */
  public static final class File {
    private final String path;
    private final long size;
    private final OptionalLong modified;

    private File(String path, long size, OptionalLong modified) {
      this.path = Objects.requireNonNull(path, "path");
      this.size = size;
      this.modified = Objects.requireNonNull(modified, "modified");
    }

    /**
     * Creates a file entry.
     *
     * @param path path relative to the folder, with slashes
     * @param size size in bytes
     * @param modified time of the last write as in {@link Storage#modified}; empty if the store
     *     keeps no times
     */
    public static File of(String path, long size, OptionalLong modified) {
      return new File(path, size, modified);
    }

    /** Returns the path relative to the folder, with slashes. */
    public String path() {
      return path;
    }

    /** Returns the size in bytes. */
    public long size() {
      return size;
    }

    /**
     * Returns the time of the last write as in {@link Storage#modified}, or empty if the store
     * keeps no times.
     */
    public OptionalLong modified() {
      return modified;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof File that
          && path.equals(that.path)
          && size == that.size
          && modified.equals(that.modified);
    }

    @Override
    public int hashCode() {
      return Objects.hash(path, size, modified);
    }

    @Override
    public String toString() {
      return "%s, %d bytes".formatted(path, size);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileTree that && files.equals(that.files) && whole == that.whole;
  }

  @Override
  public int hashCode() {
    return Objects.hash(files, whole);
  }

  @Override
  public String toString() {
    return files + (whole ? "" : " and more");
  }
}
