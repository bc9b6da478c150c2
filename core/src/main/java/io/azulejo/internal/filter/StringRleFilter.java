package io.azulejo.internal.filter;

import java.util.Arrays;

/**
 * Runs of equal strings: the length of the run, the length of the string, the string. The widths of
 * both numbers are those of the largest ones. Always the first filter.
 */
final class StringRleFilter implements ChunkFilter {
  @Override
  public String name() {
    return "RLE";
  }

  @Override
  public long bound(long size) {
    // Two numbers of at most eight bytes a string; room for them is part of the size already.
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
    byte[] out = chunk.output("uncompressed_bytes", chunk.originalLength());
    byte[] in = chunk.data();
    int position = chunk.dataStart();
    int end = position + chunk.dataLength();
    int[] offsets = chunk.stringOffsets();
    int cells = chunk.cells();
    int cell = 0;
    int made = 0;
    while (position < end) {
      int numbers = header.numberWidth() + header.lengthWidth();
      if (end - position < numbers) {
        throw chunk.corrupt(
            "runs", "a run needs %d bytes, but %d are left".formatted(numbers, end - position));
      }
      long run = StringHeader.getNumber(in, position, header.numberWidth());
      long length =
          StringHeader.getNumber(in, position + header.numberWidth(), header.lengthWidth());
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
      for (int i = 0; i < run; i++) {
        offsets[cell++] = made;
        System.arraycopy(in, position, out, chunk.outputStart() + made, (int) length);
        made += (int) length;
      }
      position += (int) length;
    }
    if (cell != cells || made != chunk.originalLength()) {
      throw chunk.corrupt(
          "runs",
          "%d strings of %d bytes instead of %d of %d"
              .formatted(cell, made, cells, chunk.originalLength()));
    }
    offsets[cells] = made;
    chunk.outputDone();
  }
}
