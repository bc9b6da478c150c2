package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.netcdf.NumberBytes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.imageio.stream.ImageInputStream;

/**
 * Reads the directories of a TIFF file, in which each directory contains the offset of the next
 * one.
 *
 * <p>Offsets and sizes are checked against the length of the file before they are followed or
 * memory is allocated. Each directory is read once. Values must lie within the file. Because
 * directories can share values, all tags together may take up to four times the length of the file.
 * Subdirectories are not read.
 */
final class TiffDirectories {
  private static final Set<Integer> READ =
      Set.of(
          TiffPage.KIND,
          TiffPage.OLD_KIND,
          TiffPage.WIDTH,
          TiffPage.HEIGHT,
          TiffPage.BITS,
          TiffPage.COMPRESSION,
          TiffPage.PHOTOMETRIC,
          TiffPage.SAMPLES,
          TiffPage.TILE_WIDTH,
          TiffPage.TILE_HEIGHT,
          TiffPage.EXTRA_SAMPLES,
          TiffPage.SAMPLE_FORMAT,
          TiffPage.PIXEL_SCALE,
          TiffPage.TIEPOINTS,
          TiffPage.TRANSFORMATION,
          TiffPage.GEO_KEYS,
          TiffPage.GEO_NUMBERS,
          TiffPage.GEO_TEXTS,
          TiffPage.METADATA,
          TiffPage.NO_DATA);

  /** Size of a value in bytes by its type number, or 0 for undefined types. */
  private static final int[] SIZES = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};

  private static final int BYTE = 1;
  private static final int TEXT = 2;
  private static final int SHORT = 3;
  private static final int DOUBLE = 12;
  private static final int MOST_PAGES = 1 << 16;

  /** Maximum number of values read from the tags of all directories. */
  private static final int MOST_VALUES = 1 << 22;

  /** Average number of directories that may share a value. Writers of image stacks share values. */
  private static final int SHARED = 4;

  private final ImageInputStream in;
  private final long length;
  private final List<TiffPage> pages = new ArrayList<>();
  private long entriesLeft;
  private long bytesLeft;
  private long valuesLeft = MOST_VALUES;

  private TiffDirectories(ImageInputStream in, long length) {
    this.in = in;
    this.length = length;
    this.entriesLeft = length / TiffPage.ENTRY;
    this.bytesLeft = SHARED * length;
  }

  /**
   * Reads all directories of a TIFF file.
   *
   * @param length size of the file in bytes
   * @throws InvalidRequestException if the directories are damaged or too large
   */
  static List<TiffPage> read(ImageInputStream in, long length) throws IOException {
    TiffDirectories file = new TiffDirectories(in, length);
    try {
      file.readChain();
    } catch (EOFException e) {
      throw new InvalidRequestException(
          "the TIFF file is truncated or damaged: the directory of image %,d is not within the file"
              .formatted(file.pages.size() + 1),
          null,
          e);
    }
    return file.pages;
  }

  private void readChain() throws IOException {
    Set<Long> seen = new HashSet<>();
    in.seek(0);
    in.setByteOrder(in.read() == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    in.seek(Integer.BYTES);
    for (long at = in.readUnsignedInt(); at != 0; at = in.readUnsignedInt()) {
      if (!seen.add(at)) {
        throw new InvalidRequestException(
            "the TIFF file is damaged: its list of images has a loop at offset %,d".formatted(at));
      }
      if (at > length - Short.BYTES) {
        throw new EOFException();
      }
      in.seek(at);
      int entries = in.readUnsignedShort();
      entriesLeft -= entries;
      if (entriesLeft < 0 || pages.size() == MOST_PAGES) {
        throw new InvalidRequestException(
            "the TIFF file has more than %,d images, or too many tags".formatted(MOST_PAGES));
      }
      byte[] directory = new byte[TiffPage.ENTRY * entries];
      in.readFully(directory);
      pages.add(page(ByteBuffer.wrap(directory).order(in.getByteOrder())));
      in.seek(at + Short.BYTES + directory.length);
    }
  }

  private TiffPage page(ByteBuffer directory) throws IOException {
    Map<Integer, double[]> numbers = new HashMap<>();
    Map<Integer, String> texts = new HashMap<>();
    SortedMap<Integer, byte[]> entries = new TreeMap<>();
    Set<Integer> seen = new HashSet<>();
    for (int at = 0; at < directory.capacity(); at += TiffPage.ENTRY) {
      int tag = directory.getChar(at);
      int type = directory.getChar(at + 2);
      int size = type < SIZES.length ? SIZES[type] : 0;
      boolean needed = TiffPage.OF_PIXELS.contains(tag);
      if (size == 0 || !needed && !READ.contains(tag) || !seen.add(tag)) {
        continue; // if a tag occurs twice, the first entry counts
      }
      long count = directory.getInt(at + 4) & 0xffffffffL;
      boolean far = count * size > Integer.BYTES;
      long place = far ? directory.getInt(at + 8) & 0xffffffffL : 0;
      requireWithin(tag, count, place, far ? count * size : 0);
      byte[] entry = Arrays.copyOfRange(directory.array(), at, at + TiffPage.ENTRY);
      if (needed) {
        entries.put(tag, entry);
      }
      if (READ.contains(tag)) {
        byte[] values = values(entry, (int) count * size);
        if (type == TEXT) {
          texts.put(tag, NumberBytes.text(values));
        } else {
          numbers(values, type).ifPresent(found -> numbers.put(tag, found));
        }
      }
    }
    requireBits(numbers.getOrDefault(TiffPage.BITS, new double[0]));
    Map<Integer, byte[]> values = new HashMap<>();
    clamp(entries, TiffPage.STRIP_OFFSETS, TiffPage.STRIP_BYTE_COUNTS, values);
    clamp(entries, TiffPage.TILE_OFFSETS, TiffPage.TILE_BYTE_COUNTS, values);
    return new TiffPage(numbers, texts, entries, values);
  }

  /**
   * Truncates strips or tiles that extend beyond the end of the file. Some writers store a last
   * strip that is shorter than declared, and the decoder would reject it.
   *
   * @param values receives the corrected lengths if any strip or tile extends beyond the end
   */
  private void clamp(
      Map<Integer, byte[]> entries, int offsetTag, int countTag, Map<Integer, byte[]> values)
      throws IOException {
    if (!entries.containsKey(offsetTag) || !entries.containsKey(countTag)) {
      return;
    }
    Optional<double[]> offsets = numbers(entries.get(offsetTag));
    Optional<double[]> counts = numbers(entries.get(countTag));
    if (offsets.isEmpty() || counts.isEmpty()) {
      return;
    }
    boolean clamped = false;
    ByteBuffer lengths =
        ByteBuffer.allocate(Integer.BYTES * counts.get().length).order(in.getByteOrder());
    for (int i = 0; i < counts.get().length; i++) {
      long stated = (long) counts.get()[i];
      long offset = i < offsets.get().length ? (long) offsets.get()[i] : length;
      long most = offset < length ? length - offset : stated;
      clamped |= stated > most;
      lengths.putInt((int) Math.min(stated, most));
    }
    if (clamped) {
      values.put(countTag, lengths.array());
    }
  }

  /**
   * Returns the numbers of an entry, or empty if there are too many or their type is not supported.
   */
  private Optional<double[]> numbers(byte[] entry) throws IOException {
    ByteBuffer fields = ByteBuffer.wrap(entry).order(in.getByteOrder());
    int type = fields.getChar(2);
    long count = fields.getInt(4) & 0xffffffffL;
    return count > MOST_VALUES
        ? Optional.empty()
        : numbers(values(entry, SIZES[type] * (int) count), type);
  }

  /** Reads the values of an entry. Values of up to four bytes are stored in the entry itself. */
  private byte[] values(byte[] entry, int bytes) throws IOException {
    if (bytes <= Integer.BYTES) {
      return Arrays.copyOfRange(entry, 8, 8 + bytes);
    }
    byte[] values = new byte[bytes];
    in.seek(ByteBuffer.wrap(entry).order(in.getByteOrder()).getInt(8) & 0xffffffffL);
    in.readFully(values);
    return values;
  }

  /** Rejects sample widths for which decoders would allocate a table of all values. */
  private static void requireBits(double[] widths) {
    for (double bits : widths) {
      if (!(bits >= 1 && bits <= Short.SIZE) && bits != Integer.SIZE && bits != Long.SIZE) {
        throw new InvalidRequestException(
            "the TIFF file has samples of %.0f bits, or is damaged; supported: 1 to 16, 32 and 64 bits"
                .formatted(bits));
      }
    }
  }

  /** Rejects values that lie outside the file, or exceed the limits of all tags together. */
  private void requireWithin(int tag, long count, long place, long bytes) {
    bytesLeft -= bytes;
    valuesLeft -= READ.contains(tag) ? count : 0;
    if (place + bytes > length || bytesLeft < 0) {
      throw new InvalidRequestException(
          "the TIFF file is damaged: tag %d of image %,d has %,d values, which are not within its %,d bytes"
              .formatted(tag, pages.size() + 1, count, length));
    }
    if (valuesLeft < 0) {
      throw new InvalidRequestException(
          "the TIFF file has too much metadata: its tags up to tag %d of image %,d have more than %,d values"
              .formatted(tag, pages.size() + 1, MOST_VALUES));
    }
  }

  /** Decodes numbers of a type, or returns empty for types that these tags do not use. */
  private Optional<double[]> numbers(byte[] stored, int type) {
    ByteBuffer bytes = ByteBuffer.wrap(stored).order(in.getByteOrder());
    double[] values = new double[stored.length / SIZES[type]];
    for (int i = 0; i < values.length; i++) {
      switch (type) {
        case BYTE -> values[i] = bytes.get() & 0xff;
        case SHORT -> values[i] = bytes.getChar();
        case TiffPage.LONG -> values[i] = bytes.getInt() & 0xffffffffL;
        case DOUBLE -> values[i] = bytes.getDouble();
        default -> {
          return Optional.empty();
        }
      }
    }
    return Optional.of(values);
  }
}
