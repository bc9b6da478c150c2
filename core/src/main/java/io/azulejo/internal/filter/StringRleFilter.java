package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import java.util.Arrays;

/**
 * Stores runs of equal strings: the run length, the string length and the string. The widths of the
 * two numbers depend on the longest run and the longest string. It is always the first filter.
 * Filter metadata: {@link StringHeader}.
 */
final class StringRleFilter implements ChunkFilter {
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
    StringHeader header = StringHeader.take(chunk);
    Extent extent = check(chunk, header);
    if (chunk.wantsRuns()) {
      chunk.runsDone(runs(chunk, header, extent));
      return;
    }
    if (chunk.wantsCodes(extent.runs)) {
      chunk.codesDone(StringCodes.of(runs(chunk, header, extent), chunk.cells()));
      return;
    }
    byte[] out = chunk.output("uncompressed_bytes", chunk.originalLength());
    int[] offsets = chunk.stringOffsets();
    byte[] in = chunk.data();
    int position = chunk.dataStart();
    int end = position + chunk.dataLength();
    int cell = 0;
    int made = 0;
    while (position < end) {
      int run = number(in, position, header.numberWidth());
      int length = number(in, position + header.numberWidth(), header.lengthWidth());
      position += header.numberWidth() + header.lengthWidth();
      repeat(in, position, length, out, chunk.outputStart() + made, run);
      for (int last = cell + run; cell < last; cell++) {
        offsets[cell] = made;
        made += length;
      }
      position += length;
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

  /** Returns the runs of the chunk, without empty runs. */
  private static StringRuns runs(Decoding chunk, StringHeader header, Extent extent) {
    byte[] strings = new byte[extent.bytes];
    int[] offsets = new int[extent.runs + 1];
    int[] ends = new int[extent.runs];
    byte[] in = chunk.data();
    int position = chunk.dataStart();
    int end = position + chunk.dataLength();
    int at = 0;
    int cell = 0;
    int made = 0;
    while (position < end) {
      int run = number(in, position, header.numberWidth());
      int length = number(in, position + header.numberWidth(), header.lengthWidth());
      position += header.numberWidth() + header.lengthWidth();
      if (run > 0) {
        copy(in, position, length, strings, made);
        cell += run;
        made += length;
        ends[at++] = cell;
        offsets[at] = made;
      }
      position += length;
    }
    return new StringRuns(strings, offsets, ends);
  }

  /**
   * Copies a string. A short string is copied as an 8-byte word if there is room; the next strings
   * overwrite the excess bytes.
   */
  private static void copy(byte[] in, int from, int length, byte[] out, int to) {
    if (length <= Long.BYTES && from + Long.BYTES <= in.length && to + Long.BYTES <= out.length) {
      LittleEndian.putLong(out, to, LittleEndian.getLong(in, from));
    } else {
      System.arraycopy(in, from, out, to, length);
    }
  }

  /**
   * The number and the size of the runs.
   *
   * @param runs the number of runs, without empty runs
   * @param bytes the total size of their strings in bytes, counted once per run
   */
  private record Extent(int runs, int bytes) {}

  /**
   * Checks all runs before their numbers control allocations or loops.
   *
   * @throws io.azulejo.error.CorruptDataException if the runs do not match the number and size of
   *     strings in the chunk
   */
  private static Extent check(Decoding chunk, StringHeader header) {
    byte[] in = chunk.data();
    int position = chunk.dataStart();
    int end = position + chunk.dataLength();
    int numbers = header.numberWidth() + header.lengthWidth();
    int cells = chunk.cells();
    int cell = 0;
    int made = 0;
    int runs = 0;
    int bytes = 0;
    while (position < end) {
      if (end - position < numbers) {
        throw chunk.corrupt(
            "runs", "a run needs %d bytes, but %d are left".formatted(numbers, end - position));
      }
      long run = longNumber(in, position, header.numberWidth());
      long length = longNumber(in, position + header.numberWidth(), header.lengthWidth());
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
      if (run * length > chunk.originalLength() - made) {
        throw chunk.corrupt(
            "runs", "the strings have more than %d bytes".formatted(chunk.originalLength()));
      }
      cell += (int) run;
      made += (int) (run * length);
      runs += run > 0 ? 1 : 0;
      bytes += run > 0 ? (int) length : 0;
      position += (int) length;
    }
    if (cell != cells || made != chunk.originalLength()) {
      throw chunk.corrupt(
          "runs",
          "%d strings of %d bytes instead of %d strings of %d bytes"
              .formatted(cell, made, cells, chunk.originalLength()));
    }
    return new Extent(runs, bytes);
  }

  /** Returns a number that {@link #check} has checked. */
  private static int number(byte[] in, int position, int width) {
    return (int) longNumber(in, position, width);
  }

  /**
   * Reads a number like {@link StringHeader#getNumber}, but faster for the usual width of 1 byte.
   */
  private static long longNumber(byte[] in, int position, int width) {
    return width == 1 ? in[position] & 0xff : StringHeader.getNumber(in, position, width);
  }
}
