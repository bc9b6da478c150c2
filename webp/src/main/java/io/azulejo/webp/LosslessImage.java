package io.azulejo.webp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parts of the WebP Lossless Bitstream Specification shared by encoder and decoder: the file
 * container, the transforms and the tables.
 */
final class LosslessImage {
  static final int SIGNATURE = 0x2f;
  static final int SIZE_BITS = 14;
  static final int VERSION_BITS = 3;

  static final int PREDICT = 0;
  static final int CROSS_COLOR = 1;
  static final int SUBTRACT_GREEN = 2;
  static final int INDEX_COLORS = 3;

  /** Number of literal values of a channel. */
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

  /** Offsets of nearby pixels, nearest first: columns to the left, rows up. */
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

  /** Returns whether a file holds a lossless image. */
  static boolean isLossless(byte[] file) {
    return find(file) >= 0;
  }

  /** Returns the stream of a file that holds a lossless image. */
  static byte[] stream(byte[] file) throws IOException {
    int start = find(file);
    if (start < 0) {
      throw new IOException("not a WebP file with a lossless image");
    }
    int size = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(start - Integer.BYTES);
    return Arrays.copyOfRange(file, start, start + size);
  }

  /** Returns a file that contains a stream. */
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
   * Returns the offset of the stream of a lossless image, or -1. The chunk that contains the stream
   * lies within the file.
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

  /** Returns the symbol at an index of the order in which code length codes are stored. */
  static int codeLengthSymbol(int index) {
    return CODE_LENGTH_ORDER[index];
  }

  static int codeLengthSymbols() {
    return CODE_LENGTH_ORDER.length;
  }

  /** Returns how many pixels a distance code goes back; low codes mean nearby pixels. */
  static int distance(int code, int width) {
    if (code > NEIGHBOURS.size()) {
      return code - NEIGHBOURS.size();
    }
    int[] neighbour = NEIGHBOURS.get(code - 1);
    return Math.max(1, neighbour[1] * width + neighbour[0]);
  }

  /** Returns the number of blocks that cover the pixels. */
  static int blocks(int pixels, int bits) {
    return (pixels + (1 << bits) - 1) >>> bits;
  }

  /** Adds the four channels of two pixels. */
  static int add(int a, int b) {
    return (a & 0xff00ff00) + (b & 0xff00ff00) & 0xff00ff00
        | (a & 0x00ff00ff) + (b & 0x00ff00ff) & 0x00ff00ff;
  }

  /** Subtracts the four channels of two pixels. */
  static int subtract(int a, int b) {
    return (a | 0x00ff00ff) - (b & 0xff00ff00) & 0xff00ff00
        | (a | 0xff00ff00) - (b & 0x00ff00ff) & 0x00ff00ff;
  }

  /** Predicts a pixel that is neither in the first row nor in the first column. */
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

  private static int average(int a, int b) {
    return ((a ^ b) >>> 1 & 0x7f7f7f7f) + (a & b);
  }

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
