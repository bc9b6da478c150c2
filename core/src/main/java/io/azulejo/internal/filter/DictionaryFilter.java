package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import java.util.Arrays;

/**
 * Replaces strings with indexes into a dictionary of the distinct strings, in the order of their
 * first appearance. It is always the first filter. The width of an index depends on the number of
 * cells.
 *
 * <p>Filter metadata: the {@link StringHeader}, the size of the dictionary in bytes, then the
 * length and the bytes of each distinct string. The number of distinct strings is not stored.
 */
final class DictionaryFilter implements ChunkFilter {
  @Override
  public String name() {
    return "DICTIONARY";
  }

  @Override
  public long bound(long size) {
    // The size already includes two numbers of up to 8 bytes for each string.
    return size + StringHeader.SIZE + Integer.BYTES;
  }

  @Override
  public void encode(Encoding chunk) {
    byte[] in = chunk.data();
    int start = chunk.dataStart();
    int[] offsets = chunk.stringOffsets();
    int cells = chunk.cells();
    int longest = 0;
    for (int i = 0; i < cells; i++) {
      longest = Math.max(longest, offsets[i + 1] - offsets[i]);
    }
    StringHeader header =
        new StringHeader(StringHeader.widthOf(cells), StringHeader.widthOf(longest));
    int[] firsts = new int[Math.min(cells, 16)];
    int[] table = new int[32];
    int size = 0;
    long bytes = 0;
    byte[] out = chunk.output((long) cells * header.numberWidth());
    for (int cell = 0; cell < cells; cell++) {
      int from = start + offsets[cell];
      int to = start + offsets[cell + 1];
      int slot = slot(in, from, to, table.length);
      int index = -1;
      while (table[slot] != 0) {
        int first = firsts[table[slot] - 1];
        if (Arrays.equals(in, from, to, in, start + offsets[first], start + offsets[first + 1])) {
          index = table[slot] - 1;
          break;
        }
        slot = slot + 1 & table.length - 1;
      }
      if (index < 0) {
        index = size++;
        if (size > firsts.length) {
          firsts = Arrays.copyOf(firsts, Math.min(cells, 2 * firsts.length));
        }
        firsts[index] = cell;
        table[slot] = size;
        bytes += to - from;
        if (2 * size > table.length) {
          table = rehash(in, start, offsets, firsts, size, 2 * table.length);
        }
      }
      StringHeader.putNumber(out, cell * header.numberWidth(), header.numberWidth(), index);
    }
    int dictionary = Scratch.checkedSize(bytes + (long) size * header.lengthWidth());
    byte[] metadata =
        new byte[Scratch.checkedSize(StringHeader.SIZE + Integer.BYTES + (long) dictionary)];
    header.put(metadata, chunk.dataLength(), cells * header.numberWidth(), cells);
    LittleEndian.putInt(metadata, StringHeader.SIZE, dictionary);
    int position = StringHeader.SIZE + Integer.BYTES;
    for (int i = 0; i < size; i++) {
      int first = offsets[firsts[i]];
      int length = offsets[firsts[i] + 1] - first;
      StringHeader.putNumber(metadata, position, header.lengthWidth(), length);
      position += header.lengthWidth();
      System.arraycopy(in, start + first, metadata, position, length);
      position += length;
    }
    chunk.replaceMetadata(metadata);
    chunk.outputDone(cells * header.numberWidth());
  }

  private static int[] rehash(
      byte[] in, int start, int[] offsets, int[] firsts, int size, int length) {
    int[] table = new int[length];
    for (int i = 0; i < size; i++) {
      int slot = slot(in, start + offsets[firsts[i]], start + offsets[firsts[i] + 1], length);
      while (table[slot] != 0) {
        slot = slot + 1 & length - 1;
      }
      table[slot] = i + 1;
    }
    return table;
  }

  private static int slot(byte[] in, int from, int to, int length) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + in[i];
    }
    hash *= 0x9e3779b9;
    return (hash ^ hash >>> 15) & length - 1;
  }

  @Override
  public void decode(Decoding chunk) {
    StringHeader header = StringHeader.take(chunk);
    long dictionarySize = chunk.takeInt("dictionary_bytes");
    int dictionary = chunk.take("dictionary", dictionarySize);
    int[] starts =
        strings(chunk, dictionary, dictionary + (int) dictionarySize, header.lengthWidth());
    int cells = chunk.cells();
    int width = header.numberWidth();
    if (chunk.dataLength() != (long) cells * width) {
      throw chunk.corrupt(
          "indexes",
          "%d bytes are not %d indexes of %d bytes each"
              .formatted(chunk.dataLength(), cells, width));
    }
    Strings strings = new Strings(chunk.metadata(), starts, header.lengthWidth());
    check(chunk, strings, width);
    if (chunk.wantsRuns()) {
      chunk.runsDone(runs(chunk, strings, width));
      return;
    }
    // A dictionary can have strings that no cell uses. They must not need much memory.
    if (chunk.wantsCodes(strings.count()) && dictionarySize <= chunk.originalLength()) {
      chunk.codesDone(codes(chunk, strings, width));
      return;
    }
    byte[] out = chunk.output("uncompressed_bytes", chunk.originalLength());
    int[] offsets = chunk.stringOffsets();
    int made = 0;
    for (int cell = 0; cell < cells; cell++) {
      int index = index(chunk, cell, width);
      offsets[cell] = made;
      made += strings.copy(index, out, chunk.outputStart() + made);
    }
    offsets[cells] = made;
    chunk.outputDone();
  }

  /**
   * The strings of a dictionary.
   *
   * @param bytes the array that contains the strings
   * @param starts the start of each string, then the position where another string would start
   * @param lengthWidth the size of the length before each string, in bytes
   */
  private record Strings(byte[] bytes, int[] starts, int lengthWidth) {
    int count() {
      return starts.length - 1;
    }

    int length(int index) {
      return starts[index + 1] - lengthWidth - starts[index];
    }

    /** Copies a string to {@code out} and returns its length in bytes. */
    int copy(int index, byte[] out, int to) {
      int length = length(index);
      System.arraycopy(bytes, starts[index], out, to, length);
      return length;
    }
  }

  /** Returns the dictionary index of a cell. The caller must have checked the indexes. */
  private static int index(Decoding chunk, int cell, int width) {
    return (int) StringHeader.getNumber(chunk.data(), chunk.dataStart() + cell * width, width);
  }

  /**
   * Checks that all indexes are valid and that their strings have the unfiltered size of the chunk.
   */
  private static void check(Decoding chunk, Strings strings, int width) {
    int cells = chunk.cells();
    long made = 0;
    for (int cell = 0; cell < cells; cell++) {
      long index = StringHeader.getNumber(chunk.data(), chunk.dataStart() + cell * width, width);
      if (index < 0 || index >= strings.count()) {
        throw chunk.corrupt(
            "indexes",
            "index %s is out of range for %d strings"
                .formatted(Long.toUnsignedString(index), strings.count()));
      }
      made += strings.length((int) index);
    }
    if (made != chunk.originalLength()) {
      throw chunk.corrupt(
          "indexes",
          "the strings have %d bytes instead of %d".formatted(made, chunk.originalLength()));
    }
  }

  /** Returns the cells as runs of consecutive cells with the same string. */
  private static StringRuns runs(Decoding chunk, Strings strings, int width) {
    int cells = chunk.cells();
    int runs = 0;
    int bytes = 0;
    int last = -1;
    for (int cell = 0; cell < cells; cell++) {
      int index = index(chunk, cell, width);
      if (index != last) {
        runs++;
        bytes += strings.length(index);
        last = index;
      }
    }
    byte[] data = new byte[bytes];
    int[] offsets = new int[runs + 1];
    int[] ends = new int[runs];
    int run = -1;
    last = -1;
    for (int cell = 0; cell < cells; cell++) {
      int index = index(chunk, cell, width);
      if (index != last) {
        run++;
        offsets[run + 1] = offsets[run] + strings.copy(index, data, offsets[run]);
        last = index;
      }
      ends[run] = cell + 1;
    }
    return new StringRuns(data, offsets, ends);
  }

  /** Returns the dictionary, and the index of each cell. */
  private static StringCodes codes(Decoding chunk, Strings strings, int width) {
    int[] offsets = new int[strings.count() + 1];
    for (int i = 0; i < strings.count(); i++) {
      offsets[i + 1] = offsets[i] + strings.length(i);
    }
    byte[] data = new byte[offsets[strings.count()]];
    for (int i = 0; i < strings.count(); i++) {
      strings.copy(i, data, offsets[i]);
    }
    int[] codes = new int[chunk.cells()];
    for (int cell = 0; cell < codes.length; cell++) {
      codes[cell] = index(chunk, cell, width);
    }
    return new StringCodes(data, offsets, codes);
  }

  /**
   * Returns the start of each dictionary string, then the position where another string would
   * start.
   */
  private static int[] strings(Decoding chunk, int from, int end, int width) {
    byte[] metadata = chunk.metadata();
    int[] starts = new int[Math.min((end - from) / width, 15) + 1];
    int size = 0;
    int position = from;
    while (position < end) {
      long length = end - position < width ? -1 : StringHeader.getNumber(metadata, position, width);
      if (length < 0 || length > end - position - width) {
        throw chunk.corrupt(
            "dictionary", "string %d extends beyond the end of the dictionary".formatted(size));
      }
      if (size + 2 > starts.length) {
        starts = Arrays.copyOf(starts, 2 * starts.length);
      }
      starts[size++] = position + width;
      position += width + (int) length;
    }
    starts[size] = end + width;
    return Arrays.copyOf(starts, size + 1);
  }
}
