package io.azulejo.webp;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * A simple encoder for lossless images. It subtracts green from red and blue, and predicts each
 * pixel from its neighbors. It then writes the residuals with one prefix code per channel.
 */
final class LosslessEncoder {
  /** Number of the predictor that selects either the left or the upper pixel. */
  private static final int SELECT = 11;

  /**
   * Binary logarithm of the block size. Blocks have the maximum size, because all of them use the
   * same predictor.
   */
  private static final int BLOCK_BITS = 9;

  /** Maximum length in bits of the codes for code lengths. */
  private static final int MAX_LENGTH_LENGTH = 7;

  private final BitWriter out = new BitWriter();

  private LosslessEncoder() {}

  /**
   * Encodes an image.
   *
   * @param argb one 0xAARRGGBB integer per pixel; not changed
   * @param alpha whether the header says that the image uses its alpha channel
   * @return a complete WebP file
   */
  static byte[] encode(int[] argb, int width, int height, boolean alpha) {
    LosslessEncoder encoder = new LosslessEncoder();
    encoder.writeHeader(width, height, alpha);
    encoder.writePixels(encoder.transform(argb.clone(), width));
    return LosslessImage.file(encoder.out.toBytes());
  }

  private void writeHeader(int width, int height, boolean alpha) {
    out.write(LosslessImage.SIGNATURE, Byte.SIZE);
    out.write(width - 1, LosslessImage.SIZE_BITS);
    out.write(height - 1, LosslessImage.SIZE_BITS);
    out.write(alpha ? 1 : 0, 1);
    out.write(0, LosslessImage.VERSION_BITS);
  }

  /**
   * Applies the transforms and writes their descriptions.
   *
   * @param pixels the pixels, which are changed
   * @return the residuals
   */
  private int[] transform(int[] pixels, int width) {
    out.write(1, 1);
    out.write(LosslessImage.SUBTRACT_GREEN, 2);
    for (int i = 0; i < pixels.length; i++) {
      int green = pixels[i] >>> 8 & 0xff;
      pixels[i] = LosslessImage.subtract(pixels[i], green << 16 | green);
    }
    out.write(1, 1);
    out.write(LosslessImage.PREDICT, 2);
    out.write(BLOCK_BITS - 2, 3);
    // Each channel of the predictor image has a single value, so its pixels take no bits. The image
    // has no color cache.
    out.write(0, 1);
    writeSingle(SELECT);
    writeSingle(0);
    writeSingle(0);
    writeSingle(0xff);
    writeSingle(0);
    int[] rest = new int[pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      int predicted;
      if (i < width) {
        predicted = i == 0 ? 0xff000000 : pixels[i - 1];
      } else if (i % width == 0) {
        predicted = pixels[i - width];
      } else {
        predicted = LosslessImage.predict(SELECT, pixels, i, width);
      }
      rest[i] = LosslessImage.subtract(pixels[i], predicted);
    }
    out.write(0, 1);
    return rest;
  }

  private void writePixels(int[] pixels) {
    // The image has no color cache and a single code group.
    out.write(0, 1);
    out.write(0, 1);
    int[] shifts = {8, 16, 0, 24};
    Code[] codes = new Code[shifts.length];
    for (int i = 0; i < shifts.length; i++) {
      int alphabet = LosslessImage.LITERALS + (i == 0 ? LosslessImage.LENGTH_CODES : 0);
      int[] counts = new int[alphabet];
      for (int pixel : pixels) {
        counts[pixel >>> shifts[i] & 0xff]++;
      }
      codes[i] = Code.of(counts, LosslessImage.MAX_CODE_LENGTH);
      writeCode(codes[i]);
    }
    writeSingle(0);
    for (int pixel : pixels) {
      for (int i = 0; i < shifts.length; i++) {
        codes[i].write(pixel >>> shifts[i] & 0xff, out);
      }
    }
  }

  /** Writes the description of a code with a single symbol, 0 to 255. */
  private void writeSingle(int symbol) {
    out.write(1, 1);
    out.write(0, 1);
    out.write(1, 1);
    out.write(symbol, Byte.SIZE);
  }

  /** Writes the description of a code. */
  private void writeCode(Code code) {
    if (code.single >= 0) {
      writeSingle(code.single);
      return;
    }
    int[] counts = new int[LosslessImage.codeLengthSymbols()];
    for (int length : code.lengths) {
      counts[length]++;
    }
    Code lengthCode = Code.of(counts, MAX_LENGTH_LENGTH);
    out.write(0, 1);
    out.write(LosslessImage.codeLengthSymbols() - 4, 4);
    for (int i = 0; i < LosslessImage.codeLengthSymbols(); i++) {
      int symbol = LosslessImage.codeLengthSymbol(i);
      out.write(lengthCode.single == symbol ? 1 : lengthCode.lengths[symbol], 3);
    }
    out.write(0, 1);
    for (int length : code.lengths) {
      lengthCode.write(length, out);
    }
  }

  /**
   * A prefix code, for encoding.
   *
   * @param single the only symbol, which takes no bits; -1 if there are several symbols
   * @param lengths code length of each symbol in bits
   * @param codes code of each symbol; its lowest bit is written first
   */
  private record Code(int single, int[] lengths, int[] codes) {
    /**
     * Creates a code in which frequent symbols have short codes.
     *
     * @param counts number of occurrences of each symbol; at least one must be positive
     * @param maxLength maximum code length in bits
     */
    static Code of(int[] counts, int maxLength) {
      int size = 0;
      int last = 0;
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          size++;
          last = i;
        }
      }
      if (size == 1) {
        return new Code(last, new int[counts.length], new int[counts.length]);
      }
      int[] lengths = lengths(counts);
      int[] flattened = counts.clone();
      while (Arrays.stream(lengths).max().getAsInt() > maxLength) {
        for (int i = 0; i < flattened.length; i++) {
          flattened[i] = flattened[i] + 1 >>> 1;
        }
        lengths = lengths(flattened);
      }
      return new Code(-1, lengths, codes(lengths));
    }

    /**
     * A node of the Huffman tree.
     *
     * @param count number of occurrences of all symbols in the subtree
     * @param symbol the symbol of a leaf; -1 for an inner node
     * @param left left child; null for a leaf
     * @param right right child; null for a leaf
     */
    private record Node(long count, int symbol, Node left, Node right) {}

    /** Returns the code length of each symbol in the Huffman tree. */
    private static int[] lengths(int[] counts) {
      PriorityQueue<Node> nodes = new PriorityQueue<>((a, b) -> Long.compare(a.count, b.count));
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          nodes.add(new Node(counts[i], i, null, null));
        }
      }
      while (nodes.size() > 1) {
        Node left = nodes.remove();
        Node right = nodes.remove();
        nodes.add(new Node(left.count + right.count, -1, left, right));
      }
      int[] lengths = new int[counts.length];
      measure(nodes.remove(), 0, lengths);
      return lengths;
    }

    /** Stores the depth of each leaf as the code length of its symbol. */
    private static void measure(Node node, int depth, int[] lengths) {
      if (node.symbol >= 0) {
        lengths[node.symbol] = depth;
      } else {
        measure(node.left, depth + 1, lengths);
        measure(node.right, depth + 1, lengths);
      }
    }

    /** Returns the canonical code of each symbol, with its bits reversed. */
    private static int[] codes(int[] lengths) {
      int[] codes = new int[lengths.length];
      int next = 0;
      for (int length = 1; length <= LosslessImage.MAX_CODE_LENGTH; length++) {
        next <<= 1;
        for (int i = 0; i < lengths.length; i++) {
          if (lengths[i] == length) {
            codes[i] = Integer.reverse(next++) >>> Integer.SIZE - length;
          }
        }
      }
      return codes;
    }

    void write(int symbol, BitWriter out) {
      out.write(codes[symbol], lengths[symbol]);
    }
  }
}
