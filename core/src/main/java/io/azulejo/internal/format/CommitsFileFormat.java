package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.Optional;

/**
 * Encodes and decodes a {@link CommitsFile}. Each entry is a path and a line feed. For a deletion
 * or an update, the size (8 bytes) and the bytes of its file follow. The file itself is neither
 * filtered nor encrypted.
 */
public final class CommitsFileFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "consolidated commits";

  private CommitsFileFormat() {}

  /**
   * Decodes the bytes of a consolidated commit file.
   *
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static CommitsFile decode(Slice file) {
    return WireReader.decode(STRUCTURE, FormatVersion.NEWEST, file, CommitsFileFormat::transfer);
  }

  /** Encodes the bytes of a consolidated commit file. */
  public static Slice encode(CommitsFile commits) {
    return WireWriter.encode(STRUCTURE, FormatVersion.NEWEST, CommitsFileFormat::transfer, commits);
  }

  static CommitsFile transfer(Wire wire, CommitsFile commits) {
    return new CommitsFile(
        wire.untilEnd("entries", CommitsFileFormat::entry, commits, CommitsFile::entries));
  }

  private static CommitsFile.Entry entry(Wire wire, CommitsFile.Entry entry) {
    String path = wire.line("path", entry, CommitsFile.Entry::path);
    boolean embeds =
        path.endsWith(ArrayPaths.DELETE_SUFFIX) || path.endsWith(ArrayPaths.UPDATE_SUFFIX);
    return new CommitsFile.Entry(
        path,
        embeds
            ? Optional.of(wire.bytes64("content", entry, e -> e.content().orElseThrow()))
            : Optional.empty());
  }
}
