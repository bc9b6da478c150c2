package io.azulejo.webp;

import static io.azulejo.webp.LosslessImage.MAX_CODE_LENGTH;

import java.io.IOException;
import java.util.Arrays;

/** A canonical prefix code, for decoding. If a code has a single symbol, it takes no bits. */
final class PrefixCode {
  private static final int REPEAT_PREVIOUS = 16;
  private static final int REPEAT_ZERO = 17;
  private static final int FIRST_PREVIOUS = 8;

  private final int[] counts;
  private final short[] symbols;

  private PrefixCode(int[] counts, short[] symbols) {
    this.counts = counts;
    this.symbols = symbols;
  }

  /**
   * Creates the code with given code lengths.
   *
   * @param lengths code length of each symbol in bits, up to 15; 0 for symbols without a code
   * @throws IOException if the lengths define neither a complete prefix code nor a single symbol
   */
  static PrefixCode of(int[] lengths) throws IOException {
    int[] counts = new int[MAX_CODE_LENGTH + 1];
    int size = 0;
    for (int length : lengths) {
      counts[length]++;
      size += length > 0 ? 1 : 0;
    }
    counts[0] = 0;
    int free = 1;
    int[] starts = new int[MAX_CODE_LENGTH + 2];
    for (int length = 1; length <= MAX_CODE_LENGTH; length++) {
      free = 2 * free - counts[length];
      starts[length + 1] = starts[length] + counts[length];
      if (free < 0) {
        throw new IOException("a prefix code has too many symbols");
      }
    }
    if (size == 0 || (free > 0 && size > 1)) {
      throw new IOException("a prefix code has too few symbols");
    }
    short[] symbols = new short[size];
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] > 0) {
        symbols[starts[lengths[i]]++] = (short) i;
      }
    }
    return new PrefixCode(counts, symbols);
  }

  /**
   * Reads the description of a code, which consists of one or two symbols or of compressed code
   * lengths.
   *
   * @param alphabet number of symbols, including symbols without a code
   * @throws IOException if the description is damaged
   */
  static PrefixCode read(BitReader in, int alphabet) throws IOException {
    int[] lengths = new int[alphabet];
    if (in.readFlag()) {
      boolean two = in.readFlag();
      lengths[symbol(in.read(in.readFlag() ? 8 : 1), alphabet)] = 1;
      if (two) {
        lengths[symbol(in.read(8), alphabet)] = 1;
      }
      return of(lengths);
    }
    int[] lengthLengths = new int[LosslessImage.codeLengthSymbols()];
    int stored = 4 + in.read(4);
    for (int i = 0; i < stored; i++) {
      lengthLengths[LosslessImage.codeLengthSymbol(i)] = in.read(3);
    }
    PrefixCode lengthCode = of(lengthLengths);
    int left = in.readFlag() ? 2 + in.read(2 + 2 * in.read(3)) : alphabet;
    int previous = FIRST_PREVIOUS;
    int at = 0;
    while (at < alphabet && left-- > 0) {
      int symbol = lengthCode.read(in);
      if (symbol < REPEAT_PREVIOUS) {
        lengths[at++] = symbol;
        previous = symbol == 0 ? previous : symbol;
        continue;
      }
      int times =
          switch (symbol) {
            case REPEAT_PREVIOUS -> 3 + in.read(2);
            case REPEAT_ZERO -> 3 + in.read(3);
            default -> 11 + in.read(7);
          };
      if (times > alphabet - at) {
        throw new IOException(
            "a prefix code has lengths for more than %d symbols".formatted(alphabet));
      }
      Arrays.fill(lengths, at, at + times, symbol == REPEAT_PREVIOUS ? previous : 0);
      at += times;
    }
    return of(lengths);
  }

  /** Checks that a symbol is in the alphabet, and returns it. */
  private static int symbol(int symbol, int alphabet) throws IOException {
    if (symbol >= alphabet) {
      throw new IOException("symbol %d is out of range (%d symbols)".formatted(symbol, alphabet));
    }
    return symbol;
  }

  /** Reads the next code and returns its symbol. */
  int read(BitReader in) throws IOException {
    if (symbols.length == 1) {
      return symbols[0];
    }
    int code = 0;
    int first = 0;
    int index = 0;
    for (int length = 1; ; length++) {
      code |= in.read(1);
      int count = counts[length];
      if (code - first < count) {
        return symbols[index + code - first];
      }
      index += count;
      first = first + count << 1;
      code <<= 1;
    }
  }
}
