package io.azulejo.webp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parts of the lossless WebP format that the encoder and the decoder share. These are the file
 * container, the arithmetic of the transforms, and the tables. Names and numbers follow the "WebP
 * Lossless Bitstream Specification". Pixels are 0xAARRGGBB integers.
 */
final class LosslessImage {
  static final int SIGNATURE = 0x2f;
  static final int SIZE_BITS = 14;
  static final int VERSION_BITS = 3;

  static final int PREDICT = 0;
  static final int CROSS_COLOR = 1;
  static final int SUBTRACT_GREEN = 2;
  static final int INDEX_COLORS = 3;

  /** Number of values of a channel. */
  static final int LITERALS = 256;

  static final int LENGTH_CODES = 24;
  static final int DISTANCE_CODES = 40;
  static final int MAX_CODE_LENGTH = 15;

  private static final int[] CODE_LENGTH_ORDER = {
    17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  };
  private static final int RIFF = 0x46464952;
  private static final int WEBP = 0x50424557;
  private static final int VP8L = 0x4c385056;
  private static final int FILE_HEADER = 12;
  private static final int CHUNK_HEADER = 8;

  /**
   * Relative positions of nearby pixels, nearest first. Each has the number of columns to the left
   * and the number of rows up. Distance code 1 refers to the first position.
   */
  private static final List<int[]> NEIGHBOURS =
      IntStream.rangeClosed(0, 7)
          .boxed()
          .flatMap(y -> IntStream.rangeClosed(y == 0 ? 1 : -7, 8).mapToObj(x -> new int[] {x, y}))
          .sorted(
              Comparator.<int[]>comparingInt(n -> n[0] * n[0] + n[1] * n[1])
                  .thenComparingInt(n -> Math.abs(n[0]))
                  .thenComparingInt(n -> -n[0]))
          .toList();

  private LosslessImage() {}

  /** Returns whether a file is a WebP file that contains a lossless image. */
  static boolean isLossless(byte[] file) {
    return find(file) >= 0;
  }

  /**
   * Returns the bitstream of the lossless image in a WebP file.
   *
   * @throws IOException if the file does not contain a lossless image
   */
  static byte[] stream(byte[] file) throws IOException {
    int start = find(file);
    if (start < 0) {
      throw new IOException("not a WebP file with a lossless image");
    }
    int size = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(start - Integer.BYTES);
    return Arrays.copyOfRange(file, start, start + size);
  }

  /** Returns a WebP file that contains the given bitstream of a lossless image. */
  static byte[] file(byte[] stream) {
    int padding = stream.length & 1;
    int size = FILE_HEADER + CHUNK_HEADER + stream.length + padding;
    return ByteBuffer.allocate(size)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(RIFF)
        .putInt(size - CHUNK_HEADER)
        .putInt(WEBP)
        .putInt(VP8L)
        .putInt(stream.length)
        .put(stream)
        .array();
  }

  /**
   * Returns the offset of a lossless image's bitstream in a WebP file.
   *
   * @return the offset in bytes; -1 if the file does not contain a complete lossless image
   */
  private static int find(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    if (file.length < FILE_HEADER || bytes.getInt(0) != RIFF || bytes.getInt(8) != WEBP) {
      return -1;
    }
    long position = FILE_HEADER;
    while (position <= file.length - CHUNK_HEADER) {
      long size = bytes.getInt((int) position + Integer.BYTES) & 0xffffffffL;
      if (size > file.length - position - CHUNK_HEADER) {
        return -1;
      }
      if (bytes.getInt((int) position) == VP8L) {
        return (int) position + CHUNK_HEADER;
      }
      position += CHUNK_HEADER + size + (size & 1);
    }
    return -1;
  }

  /**
   * Returns the symbol whose code length is stored at an index. The code lengths of a prefix code
   * are compressed with a second prefix code, whose own lengths are stored in this fixed order.
   */
  static int codeLengthSymbol(int index) {
    return CODE_LENGTH_ORDER[index];
  }

  /** Returns the number of symbols that describe code lengths. */
  static int codeLengthSymbols() {
    return CODE_LENGTH_ORDER.length;
  }

  /**
   * Converts a distance code to the number of pixels to go back, at least 1. Low codes refer to
   * positions near the current pixel.
   *
   * @param code the distance code, at least 1
   * @param width number of pixels per row
   */
  static int distance(int code, int width) {
    if (code > NEIGHBOURS.size()) {
      return code - NEIGHBOURS.size();
    }
    int[] neighbour = NEIGHBOURS.get(code - 1);
    return Math.max(1, neighbour[1] * width + neighbour[0]);
  }

  /**
   * Returns the number of blocks that cover a row or a column of pixels.
   *
   * @param bits binary logarithm of the block size in pixels
   */
  static int blocks(int pixels, int bits) {
    return (pixels + (1 << bits) - 1) >>> bits;
  }

  /** Adds two pixels channel by channel, modulo 256. */
  static int add(int a, int b) {
    return (a & 0xff00ff00) + (b & 0xff00ff00) & 0xff00ff00
        | (a & 0x00ff00ff) + (b & 0x00ff00ff) & 0x00ff00ff;
  }

  /** Subtracts two pixels channel by channel, modulo 256. */
  static int subtract(int a, int b) {
    return (a | 0x00ff00ff) - (b & 0xff00ff00) & 0xff00ff00
        | (a | 0xff00ff00) - (b & 0x00ff00ff) & 0x00ff00ff;
  }

  /**
   * Predicts a pixel from its neighbors. The pixel must not be in the first row or column.
   *
   * @param mode number of the predictor, 0 to 15
   * @param position index of the pixel
   * @param width number of pixels per row
   */
  static int predict(int mode, int[] pixels, int position, int width) {
    int left = pixels[position - 1];
    int top = pixels[position - width];
    int topRight = pixels[position - width + 1];
    int topLeft = pixels[position - width - 1];
    return switch (mode) {
      case 1 -> left;
      case 2 -> top;
      case 3 -> topRight;
      case 4 -> topLeft;
      case 5 -> average(average(left, topRight), top);
      case 6 -> average(left, topLeft);
      case 7 -> average(left, top);
      case 8 -> average(topLeft, top);
      case 9 -> average(top, topRight);
      case 10 -> average(average(left, topLeft), average(top, topRight));
      case 11 -> select(left, top, topLeft);
      case 12 -> clampedSum(left, top, topLeft);
      case 13 -> clampedHalf(average(left, top), topLeft);
      default -> 0xff000000;
    };
  }

  /** Returns the average of two pixels channel by channel, rounded down. */
  private static int average(int a, int b) {
    return ((a ^ b) >>> 1 & 0x7f7f7f7f) + (a & b);
  }

  /** Returns the neighbor that is nearer to {@code left + top - topLeft}. */
  private static int select(int left, int top, int topLeft) {
    int towardsLeft = 0;
    int towardsTop = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      int corner = topLeft >>> shift & 0xff;
      towardsLeft += Math.abs((top >>> shift & 0xff) - corner);
      towardsTop += Math.abs((left >>> shift & 0xff) - corner);
    }
    return towardsLeft < towardsTop ? left : top;
  }

  private static int clampedSum(int left, int top, int topLeft) {
    int sum = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      int channel = (left >>> shift & 0xff) + (top >>> shift & 0xff) - (topLeft >>> shift & 0xff);
      sum |= clamp(channel) << shift;
    }
    return sum;
  }

  private static int clampedHalf(int average, int topLeft) {
    int sum = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      int channel = average >>> shift & 0xff;
      sum |= clamp(channel + (channel - (topLeft >>> shift & 0xff)) / 2) << shift;
    }
    return sum;
  }

  private static int clamp(int channel) {
    return Math.max(0, Math.min(0xff, channel));
  }
}
