package io.azulejo.webp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A decoder for lossless images. */
final class LosslessDecoder {
  private static final int MAX_CACHE_BITS = 11;
  private static final int CACHE_MULTIPLIER = 0x1e35a7bd;

  private final BitReader in;
  private final int width;
  private final int height;
  private final List<Transform> transforms = new ArrayList<>();

  /** Bit set of the transforms that were read. */
  private int seen;

  /** Number of pixels per row in the bitstream; several palette indexes can share a pixel. */
  private int codedWidth;

  private LosslessDecoder(BitReader in, int width, int height) {
    this.in = in;
    this.width = width;
    this.height = height;
    this.codedWidth = width;
  }

  /**
   * A transform that the encoder applied and the decoder must undo.
   *
   * @param kind type of the transform, such as {@link LosslessImage#PREDICT}
   * @param bits binary logarithm of the block size, or of the number of palette indexes per pixel
   * @param data one pixel per block, or the palette; empty if the transform has no parameters
   */
  private record Transform(int kind, int bits, int[] data) {}

  /**
   * The prefix codes for a region of the image.
   *
   * @param green code for green values, lengths of copies and indexes into the color cache
   * @param distance code for distances of copies
   */
  private record CodeGroup(
      PrefixCode green, PrefixCode red, PrefixCode blue, PrefixCode alpha, PrefixCode distance) {
    static CodeGroup read(BitReader in, int cacheSize) throws IOException {
      int greens = LosslessImage.LITERALS + LosslessImage.LENGTH_CODES + cacheSize;
      return new CodeGroup(
          PrefixCode.read(in, greens),
          PrefixCode.read(in, LosslessImage.LITERALS),
          PrefixCode.read(in, LosslessImage.LITERALS),
          PrefixCode.read(in, LosslessImage.LITERALS),
          PrefixCode.read(in, LosslessImage.DISTANCE_CODES));
    }
  }

  /**
   * Decodes an image.
   *
   * @param file a complete WebP file
   * @param width expected number of pixels per row
   * @param height expected number of rows
   * @return one 0xAARRGGBB integer per pixel
   * @throws IOException if the image is damaged, is not lossless, or has another size
   */
  static int[] decode(byte[] file, int width, int height) throws IOException {
    BitReader in = new BitReader(LosslessImage.stream(file));
    if (in.read(Byte.SIZE) != LosslessImage.SIGNATURE) {
      throw new IOException("the lossless image has a wrong signature");
    }
    int foundWidth = in.read(LosslessImage.SIZE_BITS) + 1;
    int foundHeight = in.read(LosslessImage.SIZE_BITS) + 1;
    if (foundWidth != width || foundHeight != height) {
      throw new IOException(
          "the image has %d x %d pixels (expected %d x %d)"
              .formatted(foundWidth, foundHeight, width, height));
    }
    // The alpha flag is only a hint. The pixels decide.
    in.readFlag();
    if (in.read(LosslessImage.VERSION_BITS) != 0) {
      throw new IOException("the lossless image has an unknown version");
    }
    return new LosslessDecoder(in, width, height).decode();
  }

  private int[] decode() throws IOException {
    while (in.readFlag()) {
      readTransform();
    }
    int[] pixels = readPixels(codedWidth, height, true);
    for (int i = transforms.size() - 1; i >= 0; i--) {
      pixels = undo(transforms.get(i), pixels);
    }
    return pixels;
  }

  private void readTransform() throws IOException {
    int kind = in.read(2);
    if ((seen >>> kind & 1) == 1) {
      throw new IOException("transform %d occurs twice".formatted(kind));
    }
    seen |= 1 << kind;
    switch (kind) {
      case LosslessImage.PREDICT, LosslessImage.CROSS_COLOR -> {
        int bits = in.read(3) + 2;
        int[] blocks =
            readPixels(
                LosslessImage.blocks(codedWidth, bits), LosslessImage.blocks(height, bits), false);
        transforms.add(new Transform(kind, bits, blocks));
      }
      case LosslessImage.SUBTRACT_GREEN -> transforms.add(new Transform(kind, 0, new int[0]));
      default -> {
        int size = in.read(Byte.SIZE) + 1;
        int[] colors = readPixels(size, 1, false);
        for (int i = 1; i < size; i++) {
          colors[i] = LosslessImage.add(colors[i], colors[i - 1]);
        }
        int bits = size <= 2 ? 3 : size <= 4 ? 2 : size <= 16 ? 1 : 0;
        transforms.add(new Transform(kind, bits, colors));
        codedWidth = LosslessImage.blocks(codedWidth, bits);
      }
    }
  }

  /**
   * Reads the main image, or an image that contains its parameters.
   *
   * @param columns number of pixels per row
   * @param rows number of rows
   * @param outermost whether this is the main image, which can have several code groups
   */
  private int[] readPixels(int columns, int rows, boolean outermost) throws IOException {
    int cacheBits = in.readFlag() ? in.read(4) : 0;
    if (cacheBits > MAX_CACHE_BITS) {
      throw new IOException("a color cache of 2^%d entries is too large".formatted(cacheBits));
    }
    int cacheSize = cacheBits == 0 ? 0 : 1 << cacheBits;
    int blockBits = 0;
    int[] blocks = null;
    if (outermost && in.readFlag()) {
      blockBits = in.read(3) + 2;
      blocks =
          readPixels(
              LosslessImage.blocks(columns, blockBits),
              LosslessImage.blocks(rows, blockBits),
              false);
    }
    Map<Integer, CodeGroup> groups = readCodes(blocks, cacheSize);
    int blocksInRow = LosslessImage.blocks(columns, blockBits);
    int[] pixels = new int[Math.multiplyExact(columns, rows)];
    int[] cache = new int[cacheSize];
    CodeGroup codes = groups.get(0);
    int cached = 0;
    int at = 0;
    while (at < pixels.length) {
      if (blocks != null) {
        int block = (at / columns >>> blockBits) * blocksInRow + (at % columns >>> blockBits);
        codes = groups.get(group(blocks[block]));
      }
      int green = codes.green.read(in);
      int next = at + 1;
      if (green < LosslessImage.LITERALS) {
        int red = codes.red.read(in);
        int blue = codes.blue.read(in);
        int alpha = codes.alpha.read(in);
        pixels[at] = alpha << 24 | red << 16 | green << 8 | blue;
      } else if (green < LosslessImage.LITERALS + LosslessImage.LENGTH_CODES) {
        int length = readExtended(green - LosslessImage.LITERALS);
        int distance = LosslessImage.distance(readExtended(codes.distance.read(in)), columns);
        if (distance > at || length > pixels.length - at) {
          throw new IOException(
              "a copy of %d pixels from %d pixels back is out of range, at pixel %d of %d"
                  .formatted(length, distance, at, pixels.length));
        }
        next = at + length;
        for (int i = at; i < next; i++) {
          pixels[i] = pixels[i - distance];
        }
      } else {
        // Pixels are added to the cache only when it is used, in image order.
        for (; cached < at; cached++) {
          cache[slot(pixels[cached], cacheBits)] = pixels[cached];
        }
        pixels[at] = cache[green - LosslessImage.LITERALS - LosslessImage.LENGTH_CODES];
      }
      at = next;
    }
    return pixels;
  }

  /** Returns the index of a pixel in the color cache. */
  private static int slot(int pixel, int cacheBits) {
    return pixel * CACHE_MULTIPLIER >>> Integer.SIZE - cacheBits;
  }

  /** Returns the number of the code group that a block uses. */
  private static int group(int block) {
    return block >>> 8 & 0xffff;
  }

  /**
   * Reads all code groups and keeps the ones that blocks use.
   *
   * @param blocks one pixel per block with the number of its code group; null if there is only one
   *     group
   * @param cacheSize number of entries of the color cache
   * @return the code groups by number
   */
  private Map<Integer, CodeGroup> readCodes(int[] blocks, int cacheSize) throws IOException {
    Map<Integer, CodeGroup> groups = new HashMap<>();
    int last = 0;
    if (blocks == null) {
      groups.put(0, null);
    } else {
      for (int block : blocks) {
        groups.put(group(block), null);
        last = Math.max(last, group(block));
      }
    }
    for (int i = 0; i <= last; i++) {
      CodeGroup codes = CodeGroup.read(in, cacheSize);
      if (groups.containsKey(i)) {
        groups.put(i, codes);
      }
    }
    return groups;
  }

  /**
   * Returns the length of a copy or a distance code. The symbol alone represents a small value.
   * Larger values have additional bits, which this method reads.
   */
  private int readExtended(int symbol) throws IOException {
    if (symbol < 4) {
      return symbol + 1;
    }
    int bits = symbol - 2 >>> 1;
    return (2 + (symbol & 1) << bits) + in.read(bits) + 1;
  }

  private int[] undo(Transform transform, int[] pixels) {
    switch (transform.kind) {
      case LosslessImage.PREDICT -> undoPrediction(transform, pixels);
      case LosslessImage.CROSS_COLOR -> undoCrossColor(transform, pixels);
      case LosslessImage.SUBTRACT_GREEN -> {
        for (int i = 0; i < pixels.length; i++) {
          int green = pixels[i] >>> 8 & 0xff;
          pixels[i] = LosslessImage.add(pixels[i], green << 16 | green);
        }
      }
      default -> {
        return undoIndexes(transform, pixels);
      }
    }
    return pixels;
  }

  /**
   * Returns the number of pixels per row of an image. It is smaller than the width if pixels
   * contain several palette indexes.
   */
  private int widthOf(int[] pixels) {
    return pixels.length / height;
  }

  private void undoPrediction(Transform transform, int[] pixels) {
    int columns = widthOf(pixels);
    int blocksInRow = LosslessImage.blocks(columns, transform.bits);
    for (int i = 0; i < pixels.length; i++) {
      int x = i % columns;
      int y = i / columns;
      int predicted;
      if (y == 0) {
        predicted = x == 0 ? 0xff000000 : pixels[i - 1];
      } else if (x == 0) {
        predicted = pixels[i - columns];
      } else {
        int block = transform.data[(y >>> transform.bits) * blocksInRow + (x >>> transform.bits)];
        predicted = LosslessImage.predict(block >>> 8 & 0xf, pixels, i, columns);
      }
      pixels[i] = LosslessImage.add(pixels[i], predicted);
    }
  }

  private void undoCrossColor(Transform transform, int[] pixels) {
    int columns = widthOf(pixels);
    int blocksInRow = LosslessImage.blocks(columns, transform.bits);
    for (int i = 0; i < pixels.length; i++) {
      int block =
          transform
              .data[
              (i / columns >>> transform.bits) * blocksInRow + (i % columns >>> transform.bits)];
      int pixel = pixels[i];
      byte green = (byte) (pixel >>> 8);
      int red = (pixel >>> 16) + ((byte) block * green >> 5) & 0xff;
      int blue = pixel + ((byte) (block >>> 8) * green >> 5);
      blue = blue + ((byte) (block >>> 16) * (byte) red >> 5) & 0xff;
      pixels[i] = pixel & 0xff00ff00 | red << 16 | blue;
    }
  }

  private int[] undoIndexes(Transform transform, int[] packed) {
    int columns = widthOf(packed);
    int bits = Byte.SIZE >>> transform.bits;
    int mask = (1 << transform.bits) - 1;
    int[] pixels = new int[width * height];
    for (int i = 0; i < pixels.length; i++) {
      int x = i % width;
      int green = packed[i / width * columns + (x >>> transform.bits)] >>> 8 & 0xff;
      int index = green >>> (x & mask) * bits & (1 << bits) - 1;
      pixels[i] = index < transform.data.length ? transform.data[index] : 0;
    }
    return pixels;
  }
}
