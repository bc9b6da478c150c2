package io.azulejo.cli.grid;

import io.azulejo.error.InvalidRequestException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.stream.ImageInputStream;

/**
 * Reads the directories of a TIFF file: a chain, each with the place of the next one.
 *
 * <p>What a directory says is checked before it is followed or takes memory: no directory is read
 * twice, and of all tags of a file only so many values are read, of tags that matter here.
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

  private static final int BYTE = 1;
  private static final int TEXT = 2;
  private static final int SHORT = 3;
  private static final int LONG = 4;
  private static final int DOUBLE = 12;
  private static final int ENTRY = 12; // bytes

  private static final int MOST_PAGES = 1 << 16;

  private final ImageInputStream in;
  private final List<TiffPage> pages = new ArrayList<>();
  private int entriesLeft = 1 << 20;
  private long valuesLeft = 1 << 22;

  private TiffDirectories(ImageInputStream in) {
    this.in = in;
  }

  /**
   * Reads all directories of a file that begins as TIFF.
   *
   * @throws InvalidRequestException if they are damaged, or too many
   */
  static List<TiffPage> read(ImageInputStream in) throws IOException {
    TiffDirectories file = new TiffDirectories(in);
    try {
      file.readChain();
    } catch (EOFException e) {
      throw new InvalidRequestException(
          "the TIFF file is cut off, or damaged: the directory of picture %,d is not within it"
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
            "the TIFF file is damaged: its list of pictures comes back to the one at byte %,d"
                .formatted(at));
      }
      in.seek(at);
      int entries = in.readUnsignedShort();
      entriesLeft -= entries;
      if (entriesLeft < 0 || pages.size() == MOST_PAGES) {
        throw new InvalidRequestException(
            "the TIFF file has more than %,d pictures, or too many tags".formatted(MOST_PAGES));
      }
      Map<Integer, double[]> numbers = new HashMap<>();
      Map<Integer, String> texts = new HashMap<>();
      for (int i = 0; i < entries; i++) {
        in.seek(at + Short.BYTES + (long) ENTRY * i);
        readEntry(numbers, texts);
      }
      pages.add(new TiffPage(numbers, texts));
      in.seek(at + Short.BYTES + (long) ENTRY * entries);
    }
  }

  private void readEntry(Map<Integer, double[]> numbers, Map<Integer, String> texts)
      throws IOException {
    int tag = in.readUnsignedShort();
    int type = in.readUnsignedShort();
    long count = in.readUnsignedInt();
    int size = size(type);
    if (!READ.contains(tag) || size == 0) {
      return;
    }
    valuesLeft -= count;
    if (valuesLeft < 0) {
      throw new InvalidRequestException(
          "the TIFF file is damaged: tag %d of picture %,d has %,d values"
              .formatted(tag, pages.size() + 1, count));
    }
    if (count * size > Integer.BYTES) {
      in.seek(in.readUnsignedInt());
    }
    if (type == TEXT) {
      byte[] bytes = new byte[(int) count];
      in.readFully(bytes);
      texts.put(tag, text(bytes));
      return;
    }
    double[] values = new double[(int) count];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (type) {
            case BYTE -> in.readUnsignedByte();
            case SHORT -> in.readUnsignedShort();
            case LONG -> in.readUnsignedInt();
            default -> in.readDouble();
          };
    }
    numbers.put(tag, values);
  }

  /** The bytes of a value of a type; 0 for types that no tag read here has. */
  private static int size(int type) {
    return switch (type) {
      case BYTE, TEXT -> 1;
      case SHORT -> Short.BYTES;
      case LONG -> Integer.BYTES;
      case DOUBLE -> Double.BYTES;
      default -> 0;
    };
  }

  /** A text without the zeros at its end. */
  private static String text(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
