package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import java.util.Arrays;

/**
 * Stores runs of equal strings: the run length, the string length and the string. The widths of the
 * two numbers depend on the longest run and the longest string. It is always the first filter.
 * Filter metadata: {@link StringHeader}.
 */
final class StringRleFilter implements ChunkFilter {
  /** Maximum length of a string that is in one word with two numbers of one byte. */
  private static final int WORD_STRING = Long.BYTES - 2;

  @Override
  public String name() {
    return "RLE";
  }

  @Override
  public long bound(long size) {
    // The size already includes two numbers of up to 8 bytes for each string.
    return size + StringHeader.SIZE;
  }

  @Override
  public void encode(Encoding chunk) {
    byte[] in = chunk.data();
    int start = chunk.dataStart();
    int[] offsets = chunk.stringOffsets();
    int cells = chunk.cells();
    int longestRun = 0;
    int longestString = 0;
    int runs = 0;
    long bytes = 0;
    for (int first = 0; first < cells; ) {
      int next = endOfRun(in, start, offsets, cells, first);
      int length = offsets[first + 1] - offsets[first];
      longestRun = Math.max(longestRun, next - first);
      longestString = Math.max(longestString, length);
      bytes += length;
      runs++;
      first = next;
    }
    StringHeader header =
        new StringHeader(StringHeader.widthOf(longestRun), StringHeader.widthOf(longestString));
    byte[] out = chunk.output(bytes + (long) runs * (header.numberWidth() + header.lengthWidth()));
    int made = 0;
    for (int first = 0; first < cells; ) {
      int next = endOfRun(in, start, offsets, cells, first);
      int length = offsets[first + 1] - offsets[first];
      StringHeader.putNumber(out, made, header.numberWidth(), next - first);
      made += header.numberWidth();
      StringHeader.putNumber(out, made, header.lengthWidth(), length);
      made += header.lengthWidth();
      System.arraycopy(in, start + offsets[first], out, made, length);
      made += length;
      first = next;
    }
    byte[] metadata = new byte[StringHeader.SIZE];
    header.put(metadata, chunk.dataLength(), made, cells);
    chunk.replaceMetadata(metadata);
    chunk.outputDone(made);
  }

  private static int endOfRun(byte[] in, int start, int[] offsets, int cells, int first) {
    int from = start + offsets[first];
    int to = start + offsets[first + 1];
    int next = first + 1;
    while (next < cells
        && Arrays.equals(in, from, to, in, start + offsets[next], start + offsets[next + 1])) {
      next++;
    }
    return next;
  }

  @Override
  public void decode(Decoding chunk) {
    StringRuns runs = runs(chunk, StringHeader.take(chunk));
    if (chunk.wantsRuns()) {
      chunk.runsDone(runs);
    } else if (chunk.wantsCodes(runs.ends().length)) {
      chunk.codesDone(StringCodes.of(runs, chunk.cells()));
    } else {
      expand(runs, chunk);
    }
  }

  private static void expand(StringRuns runs, Decoding chunk) {
    byte[] out = chunk.output("uncompressed_bytes", chunk.originalLength());
    int[] offsets = chunk.stringOffsets();
    int cell = 0;
    int made = 0;
    for (int run = 0; run < runs.ends().length; run++) {
      int from = runs.offsets()[run];
      int length = runs.offsets()[run + 1] - from;
      int last = runs.ends()[run];
      repeat(runs.data(), from, length, out, chunk.outputStart() + made, last - cell);
      for (; cell < last; cell++) {
        offsets[cell] = made;
        made += length;
      }
    }
    offsets[cell] = made;
    chunk.outputDone();
  }

  /** Writes a string several times. It doubles the number of copied bytes in each step. */
  private static void repeat(byte[] in, int from, int length, byte[] out, int to, int times) {
    int bytes = length * times;
    if (bytes == 0) {
      return;
    }
    System.arraycopy(in, from, out, to, length);
    int done = length;
    while (done < bytes) {
      int more = Math.min(done, bytes - done);
      System.arraycopy(out, to, out, to + done, more);
      done += more;
    }
  }

  /**
   * Returns the runs of a chunk, without empty runs. If both numbers of a run have one byte, a
   * single word has both numbers and the start of the string.
   *
   * @throws io.azulejo.error.CorruptDataException if the runs do not match the number and size of
   *     strings in the chunk
   */
  private static StringRuns runs(Decoding chunk, StringHeader header) {
    byte[] in = chunk.data();
    int position = chunk.dataStart();
    int end = position + chunk.dataLength();
    int numbers = header.numberWidth() + header.lengthWidth();
    int lastWord = numbers == 2 ? end - Long.BYTES : -1;
    int cells = chunk.cells();
    int capacity = Math.min(cells, chunk.dataLength() / numbers);
    byte[] strings = new byte[chunk.dataLength()];
    int[] offsets = new int[capacity + 1];
    int[] ends = new int[capacity];
    int runs = 0;
    int cell = 0;
    int bytes = 0;
    long made = 0;
    while (position < end) {
      if (end - position < numbers) {
        throw chunk.corrupt(
            "runs", "a run needs %d bytes, but %d are left".formatted(numbers, end - position));
      }
      boolean isWord = position <= lastWord;
      long run;
      long length;
      if (isWord) {
        long word = LittleEndian.getLong(in, position);
        run = word & 0xff;
        length = word >>> Byte.SIZE & 0xff;
        LittleEndian.putLong(strings, bytes, word >>> 2 * Byte.SIZE);
      } else {
        run = StringHeader.getNumber(in, position, header.numberWidth());
        length = StringHeader.getNumber(in, position + header.numberWidth(), header.lengthWidth());
      }
      position += numbers;
      if (run < 0 || run > cells - cell) {
        throw chunk.corrupt(
            "run_length",
            "%s strings, but %d are left".formatted(Long.toUnsignedString(run), cells - cell));
      }
      if (length < 0 || length > end - position) {
        throw chunk.corrupt(
            "string_length",
            "%s bytes, but %d are left".formatted(Long.toUnsignedString(length), end - position));
      }
      made += run * length;
      if (made > chunk.originalLength()) {
        throw chunk.corrupt(
            "runs", "the strings have more than %d bytes".formatted(chunk.originalLength()));
      }
      if (run > 0) {
        if (!isWord || length > WORD_STRING) {
          System.arraycopy(in, position, strings, bytes, (int) length);
        }
        cell += (int) run;
        bytes += (int) length;
        ends[runs++] = cell;
        offsets[runs] = bytes;
      }
      position += (int) length;
    }
    if (cell != cells || made != chunk.originalLength()) {
      throw chunk.corrupt(
          "runs",
          "%d strings of %d bytes instead of %d strings of %d bytes"
              .formatted(cell, made, cells, chunk.originalLength()));
    }
    return runs == capacity
        ? new StringRuns(strings, offsets, ends)
        : new StringRuns(strings, Arrays.copyOf(offsets, runs + 1), Arrays.copyOf(ends, runs));
  }
}
