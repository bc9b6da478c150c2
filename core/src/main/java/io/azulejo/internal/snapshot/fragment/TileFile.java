package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.storage.Location;
import java.util.function.LongSupplier;

/**
 * A data file and where its tiles lie: each ends where the next one begins, the last one at the end
 * that the footer says. What follows in the file is no part of it.
 */
public final class TileFile {
  /** Bytes of the largest filtered tile that fits into an array. */
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
   * Checks where the tiles of a file lie.
   *
   * @param structure the table that says where they begin
   * @param size the bytes of the file, as the footer says
   * @param stored supplies the file's actual size; called only for a tile larger than {@code
   *     LARGEST}
   * @throws CorruptDataException if tiles are not within the file
   * @throws UnsupportedFormatException if a tile is in the file, but too large to be read
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
                "%s is not within %d..%s, the end of the file before and of this one"
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
                "tile %d takes %d bytes; the largest that can be read has %d"
                    .formatted(i, file.length(i), LARGEST))
            .at(location.toString());
      }
    }
    return file;
  }

  /** The file. */
  public Location location() {
    return location;
  }

  /** Where a tile begins. */
  public long offset(int tile) {
    return offsets[tile];
  }

  /** The bytes of a tile. */
  public long length(int tile) {
    return (tile + 1 < offsets.length ? offsets[tile + 1] : size) - offsets[tile];
  }
}
