package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.storage.Location;
import java.util.function.LongSupplier;

/**
 * A data file and the positions of its tiles. Each tile ends where the next one begins. The last
 * tile ends at the file size in the footer. Later bytes in the file are ignored.
 */
public final class TileFile {
  /** Size in bytes of the largest filtered tile that fits into a Java array. */
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final Location location;
  private final long[] offsets;
  private final long size;

  private TileFile(Location location, long[] offsets, long size) {
    this.location = location;
    this.offsets = offsets;
    this.size = size;
  }

  /**
   * Creates a file and checks the positions of its tiles.
   *
   * @param structure the name of the table that contains the positions, for messages
   * @param offsets the start position of each tile; not copied, so it must not change
   * @param size the size of the file in bytes according to the footer
   * @param stored returns the actual size of the file in bytes; called only if a tile is larger
   *     than {@code LARGEST}
   * @throws CorruptDataException if a tile is not within the file
   * @throws UnsupportedFormatException if a tile is within the file, but too large to be read
   */
  static TileFile of(
      Location location, String structure, long[] offsets, long size, LongSupplier stored) {
    long last = 0;
    for (int i = 0; i < offsets.length; i++) {
      if (offsets[i] < last || offsets[i] > size) {
        throw CorruptDataException.of(
                structure,
                "values[" + i + "]",
                8L + 8L * i,
                "%s is not within %d..%s (previous offset to file size)"
                    .formatted(
                        Long.toUnsignedString(offsets[i]), last, Long.toUnsignedString(size)))
            .at(location.toString());
      }
      last = offsets[i];
    }
    TileFile file = new TileFile(location, offsets, size);
    for (int i = 0; i < offsets.length; i++) {
      if (file.length(i) > LARGEST) {
        long bytes = stored.getAsLong();
        if (bytes < offsets[i] + file.length(i)) {
          throw CorruptDataException.of(
                  "data file",
                  null,
                  offsets[i],
                  "tile %d reaches to byte %d, but the file has %d"
                      .formatted(i, offsets[i] + file.length(i), bytes))
              .at(location.toString());
        }
        throw UnsupportedFormatException.of(
                "data file",
                offsets[i],
                "tile %d has %d bytes, more than the limit of %d"
                    .formatted(i, file.length(i), LARGEST))
            .at(location.toString());
      }
    }
    return file;
  }

  /** Returns the location of the file. */
  public Location location() {
    return location;
  }

  /** Returns the start position of a tile in bytes. */
  public long offset(int tile) {
    return offsets[tile];
  }

  /** Returns the size of a filtered tile in bytes. */
  public long length(int tile) {
    return (tile + 1 < offsets.length ? offsets[tile + 1] : size) - offsets[tile];
  }
}
