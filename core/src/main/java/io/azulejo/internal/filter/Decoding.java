package io.azulejo.internal.filter;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.LittleEndian;

/**
 * A chunk during decoding: the metadata and data that the remaining filters have to decode, and the
 * output of the current filter. Numbers from disk are checked here, against the available bytes and
 * plausible sizes, before they control allocations or loops.
 */
final class Decoding {
  private final Scratch scratch;
  private byte[] target;
  private int targetOffset;
  private int targetLength;
  private int chunk;
  private long chunkStart;
  private int[] stringOffsets;
  private int cells;
  private boolean wantsRuns;
  private StringRuns runs;

  private ChunkFilter filter;
  private boolean last;
  private long limit;
  private byte[] metadata;
  private int metadataStart;
  private int metadataEnd;
  private byte[] data;
  private int dataStart;
  private int dataLength;
  private byte[] out;
  private int outStart;
  private int outLength;

  Decoding(Scratch scratch) {
    this.scratch = scratch;
  }

  /**
   * Starts with a chunk.
   *
   * @param chunk its number in the tile, for messages
   * @param chunkStart its position in the filtered tile, for messages
   */
  void start(
      int chunk, long chunkStart, byte[] target, int targetOffset, int targetLength, Parts parts) {
    this.chunk = chunk;
    this.chunkStart = chunkStart;
    this.target = target;
    this.targetOffset = targetOffset;
    this.targetLength = targetLength;
    metadata = parts.array();
    metadataStart = parts.metadataStart();
    metadataEnd = metadataStart + parts.metadataLength();
    data = parts.array();
    dataStart = metadataEnd;
    dataLength = parts.dataLength();
  }

  /** The positions of a chunk's parts. */
  record Parts(byte[] array, int metadataStart, int metadataLength, int dataLength) {}

  /** Sets the number of strings in the chunk, whose offsets are decoded, too. */
  void expectStrings(int numberOfCells) {
    cells = numberOfCells;
  }

  /** Sets the number of strings in the chunk, whose runs are not expanded. */
  void expectRuns(int numberOfCells) {
    cells = numberOfCells;
    wantsRuns = true;
  }

  /** Returns whether runs of strings stay runs, to be passed to {@link #runsDone}. */
  boolean wantsRuns() {
    return wantsRuns;
  }

  /** Completes decoding with runs. */
  void runsDone(StringRuns made) {
    runs = made;
  }

  /** Returns the runs of a chunk decoded to runs. */
  StringRuns runs() {
    return runs;
  }

  /**
   * Moves to the next filter to decode.
   *
   * @param isLast whether its output is the unfiltered chunk
   * @param max maximum size of its output in bytes
   */
  void next(ChunkFilter next, boolean isLast, long max) {
    filter = next;
    last = isLast;
    limit = max;
  }

  /** Copies the bytes to the target unless they are there already. */
  void finish() {
    filter = null;
    if (metadataStart != metadataEnd) {
      throw corrupt(
          "metadata",
          "%d bytes do not belong to any filter".formatted(metadataEnd - metadataStart));
    }
    if (runs != null) {
      return;
    }
    if (data == target && dataStart == targetOffset && dataLength == targetLength) {
      return;
    }
    if (dataLength != targetLength) {
      throw corrupt(
          "data", "%d bytes instead of the %d announced".formatted(dataLength, targetLength));
    }
    System.arraycopy(data, dataStart, target, targetOffset, targetLength);
  }

  Scratch scratch() {
    return scratch;
  }

  /** Returns the unfiltered size of the chunk in bytes. */
  int originalLength() {
    return targetLength;
  }

  /**
   * Returns the array for the strings' offsets, one more than {@link #cells}. Call only after the
   * number of strings was checked against the chunk.
   */
  int[] stringOffsets() {
    if (stringOffsets == null) {
      stringOffsets = new int[cells + 1];
    }
    return stringOffsets;
  }

  /** Returns the number of strings. */
  int cells() {
    return cells;
  }

  byte[] metadata() {
    return metadata;
  }

  /** Returns the start of the metadata not taken yet. */
  int metadataStart() {
    return metadataStart;
  }

  int metadataLength() {
    return metadataEnd - metadataStart;
  }

  byte[] data() {
    return data;
  }

  int dataStart() {
    return dataStart;
  }

  int dataLength() {
    return dataLength;
  }

  /** Takes bytes from the front of the metadata; returns their position. */
  int take(String field, long size) {
    if (size > metadataEnd - metadataStart) {
      throw corrupt(
          field,
          "needs %d bytes of metadata, but %d are left"
              .formatted(size, metadataEnd - metadataStart));
    }
    int start = metadataStart;
    metadataStart += (int) size;
    return start;
  }

  /** Takes a one-byte number, 0 to 255. */
  int takeByte(String field) {
    return metadata[take(field, 1)] & 0xff;
  }

  /** Takes a four-byte number, 0 to 2^32-1. */
  long takeInt(String field) {
    return LittleEndian.getInt(metadata, take(field, Integer.BYTES)) & 0xffffffffL;
  }

  /** Takes a count of items that each need some bytes of the metadata. */
  int takeCount(String field, int bytesOfEach) {
    long count = takeInt(field);
    if (count > metadataLength() / bytesOfEach) {
      throw corrupt(
          field,
          "%d of %d bytes each, but %d bytes of metadata are left"
              .formatted(count, bytesOfEach, metadataLength()));
    }
    return (int) count;
  }

  /** Returns a buffer for the current filter's data, to be written from {@link #outputStart} on. */
  byte[] output(String field, long size) {
    if (last) {
      if (size != targetLength) {
        throw corrupt(
            field, "%d bytes instead of the %d of the chunk".formatted(size, targetLength));
      }
      out = target;
      outStart = targetOffset;
    } else {
      checkSize(field, size);
      out = scratch.data(data, (int) size);
      outStart = 0;
    }
    outLength = (int) size;
    return out;
  }

  int outputStart() {
    return outStart;
  }

  /** Completes the output, which becomes the data for the next filter. */
  void outputDone() {
    data = out;
    dataStart = outStart;
    dataLength = outLength;
  }

  /** Returns a buffer for the current filter's metadata, to be written from its start. */
  byte[] metadataOutput(String field, long size) {
    checkSize(field, size);
    return scratch.metadata(metadata, (int) size);
  }

  /** Sets the metadata for the next filter; all previous metadata must have been taken. */
  void metadataDone(byte[] made, int size) {
    if (metadataStart != metadataEnd) {
      throw corrupt("metadata", "%d bytes are left over".formatted(metadataEnd - metadataStart));
    }
    metadata = made;
    metadataStart = 0;
    metadataEnd = size;
  }

  /** Returns the exception for bytes that contradict the format. */
  CorruptDataException corrupt(String field, String reason) {
    return corrupt(field, reason, null);
  }

  /** Returns the exception as {@link #corrupt(String, String)} does, with a cause. */
  CorruptDataException corrupt(String field, String reason, Throwable cause) {
    String path =
        filter == null
            ? "chunk[%d].%s".formatted(chunk, field)
            : "chunk[%d].%s.%s".formatted(chunk, filter.name(), field);
    return CorruptDataException.of("filtered tile", path, chunkStart, reason, cause);
  }

  private void checkSize(String field, long size) {
    if (size > limit) {
      throw corrupt(
          field,
          "%d bytes, but the limit for a chunk of %d bytes is %d"
              .formatted(size, targetLength, limit));
    }
  }
}
