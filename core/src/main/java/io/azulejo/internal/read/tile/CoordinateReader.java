package io.azulejo.internal.read.tile;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the coordinates of a sparse fragment, either from one file per dimension or from a single
 * file in which they are zipped.
 */
public final class CoordinateReader {
  private final FieldReader[] readers;
  private final FieldReader any;
  private final boolean zipped;

  /** The reader of each file: one if coordinates are zipped. */
  private final List<FieldReader> files;

  /**
   * Creates a reader of the coordinates of at least one dimension.
   *
   * @param needed whether each dimension is needed
   */
  public CoordinateReader(
      Fragment fragment,
      List<Dimension> dimensions,
      boolean[] needed,
      Optional<EncryptionKey> key) {
    readers = new FieldReader[dimensions.size()];
    FieldReader last = null;
    for (int d = 0; d < readers.length; d++) {
      if (needed[d]) {
        FieldStorage storage = fragment.field(dimensions.get(d).name()).orElseThrow();
        readers[d] = last = new FieldReader(fragment, storage, key);
      }
    }
    any = last;
    zipped = any.storage().kind() == FieldStorage.Kind.ZIPPED_DIMENSION;
    files = zipped ? List.of(any) : Stream.of(readers).filter(Objects::nonNull).toList();
  }

  /** Returns whether all dimensions are stored in one file and decoded together. */
  public boolean isZipped() {
    return zipped;
  }

  /**
   * Returns the reader of a dimension's coordinates, which must not be zipped; null if not needed.
   */
  public FieldReader reader(int d) {
    return readers[d];
  }

  /**
   * Returns the decoded size in bytes of a tile's coordinates in the given dimensions. If they are
   * zipped, all dimensions are included.
   */
  public long decodedBytes(int tile, int cells, boolean[] dimensions) {
    if (zipped) {
      return any.decodedBytes(tile, cells);
    }
    long bytes = 0;
    for (int d = 0; d < readers.length; d++) {
      bytes += dimensions[d] ? readers[d].decodedBytes(tile, cells) : 0;
    }
    return bytes;
  }

  /** Returns the stored size in bytes of a tile's coordinates in all needed dimensions. */
  public long storedBytes(int tile) {
    long bytes = 0;
    for (FieldReader reader : files) {
      bytes += reader.storedBytes(tile);
    }
    return bytes;
  }

  /** Checks the stored sizes of all needed dimensions; see {@link FieldReader#checkSizes}. */
  public void checkSizes(int tile, int cells, ReadScope scope) {
    files.forEach(reader -> reader.checkSizes(tile, cells, scope));
  }

  /**
   * Returns the parts of a tile by dimension, with null for dimensions that are not wanted. If
   * coordinates are zipped, the first element holds the parts of all dimensions.
   */
  public TileParts[] parts(int tile, boolean[] dimensions) {
    TileParts[] parts = new TileParts[readers.length];
    if (zipped) {
      parts[0] = any.parts(tile);
      return parts;
    }
    for (int d = 0; d < readers.length; d++) {
      parts[d] = dimensions[d] ? readers[d].parts(tile) : null;
    }
    return parts;
  }

  /**
   * Decodes the coordinates of a tile from its fetched parts. The result has null for dimensions
   * that are not wanted, unless coordinates are zipped, so that all dimensions are decoded.
   */
  public CellColumn[] decode(int tile, int cells, TileParts[] parts, Scratch scratch) {
    CellColumn[] columns = new CellColumn[readers.length];
    if (!zipped) {
      for (int d = 0; d < readers.length; d++) {
        columns[d] = parts[d] == null ? null : readers[d].decode(tile, cells, parts[d], scratch);
      }
      return columns;
    }
    FieldReader reader = any;
    byte[] all =
        FieldReader.decode(
            reader.codec(), parts[0].fixed(), reader.decodedBytes(tile, cells), scratch);
    int size = reader.storage().type().size();
    byte[] stretches = reader.storage().interleaved() ? unzip(all, cells, size) : all;
    for (int d = 0; d < readers.length; d++) {
      columns[d] = new CellColumn(stretches, d * cells * size, null, null);
      if (readers[d] != null) {
        readers[d].check(tile, cells, columns[d]);
      }
    }
    return columns;
  }

  private byte[] unzip(byte[] zippedCells, int cells, int size) {
    byte[] stretches = new byte[zippedCells.length];
    int at = 0;
    for (int cell = 0; cell < cells; cell++) {
      for (int d = 0; d < readers.length; d++) {
        System.arraycopy(zippedCells, at, stretches, (d * cells + cell) * size, size);
        at += size;
      }
    }
    return stretches;
  }
}
