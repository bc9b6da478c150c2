package io.azulejo.internal.filter;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.LittleEndian;

/**
 * A chunk on its way back: the metadata and data that the filters not yet undone left behind, and
 * room for what the current one makes of them. Numbers from disk are checked here, against what is
 * there and what can be expected, before anybody allocates or loops.
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
   * @param chunk its number in the tile
   * @param chunkStart where it begins in the filtered tile; both for messages
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

  /** Where the parts of a chunk lie. */
  record Parts(byte[] array, int metadataStart, int metadataLength, int dataLength) {}

  /** Sets the number of strings of the chunk, of which the offsets are decoded, too. */
  void expectStrings(int numberOfCells) {
    cells = numberOfCells;
  }

  /** As {@link #expectStrings}, of strings that are stored as runs and are to be left so. */
  void expectRuns(int numberOfCells) {
    cells = numberOfCells;
    wantsRuns = true;
  }

  /** Whether runs of strings are not to be expanded: then they are given to {@link #runsDone}. */
  boolean wantsRuns() {
    return wantsRuns;
  }

  /** The chunk is decoded, to runs. */
  void runsDone(StringRuns made) {
    runs = made;
  }

  /** The runs, of a chunk that is decoded to such. */
  StringRuns runs() {
    return runs;
  }

  /**
   * Goes to the next filter to be undone.
   *
   * @param isLast whether it makes the chunk's own bytes
   * @param max the most bytes that it can make
   */
  void next(ChunkFilter next, boolean isLast, long max) {
    filter = next;
    last = isLast;
    limit = max;
  }

  /** Brings the bytes to the target if they are not there yet. */
  void finish() {
    filter = null;
    if (metadataStart != metadataEnd) {
      throw corrupt(
          "metadata", "%d bytes belong to no filter".formatted(metadataEnd - metadataStart));
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

  /** The bytes of the chunk when it is decoded. */
  int originalLength() {
    return targetLength;
  }

  /**
   * Where the strings' offsets belong; one more than {@link #cells}. To be asked for when the chunk
   * itself has recorded that it has so many.
   */
  int[] stringOffsets() {
    if (stringOffsets == null) {
      stringOffsets = new int[cells + 1];
    }
    return stringOffsets;
  }

  /** How many strings there are. */
  int cells() {
    return cells;
  }

  byte[] metadata() {
    return metadata;
  }

  /** Where the metadata that were not taken yet begin. */
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

  /** Takes bytes from the front of the metadata; gives where they begin. */
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

  /** Takes a number of one byte, 0 to 255. */
  int takeByte(String field) {
    return metadata[take(field, 1)] & 0xff;
  }

  /** Takes a number of four bytes, 0 to 2^32-1. */
  long takeInt(String field) {
    return LittleEndian.getInt(metadata, take(field, Integer.BYTES)) & 0xffffffffL;
  }

  /** Reads a count of items, each of which needs a number of bytes of the metadata. */
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

  /** Room for the data that the current filter makes; they begin at {@link #outputStart}. */
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

  /** The output is complete: it is the data for the next filter. */
  void outputDone() {
    data = out;
    dataStart = outStart;
    dataLength = outLength;
  }

  /** Room for the metadata that the current filter makes, from the first byte on. */
  byte[] metadataOutput(String field, long size) {
    checkSize(field, size);
    return scratch.metadata(metadata, (int) size);
  }

  /** The metadata for the next filter are these; of the others none may be left. */
  void metadataDone(byte[] made, int size) {
    if (metadataStart != metadataEnd) {
      throw corrupt("metadata", "%d bytes are left over".formatted(metadataEnd - metadataStart));
    }
    metadata = made;
    metadataStart = 0;
    metadataEnd = size;
  }

  /** What to throw when the bytes contradict the format. */
  CorruptDataException corrupt(String field, String reason) {
    return corrupt(field, reason, null);
  }

  /** As {@link #corrupt(String, String)}, with the exception that led to it. */
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
          "%d bytes, but a chunk of %d bytes cannot have more than %d there"
              .formatted(size, targetLength, limit));
    }
  }
}
