package io.azulejo.internal.filter;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.LittleEndian;

/**
 * The state of a chunk during decoding: the metadata and data that remain to be decoded, and the
 * output of the current filter. This class checks numbers from disk against the available bytes and
 * plausible sizes before they control allocations or loops. Not thread-safe.
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
  private boolean wantsCodes;
  private StringCodes codes;
  private BytePlanes planes;
  private boolean transposed;

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
   * Starts to decode a chunk.
   *
   * @param chunk the number of the chunk in the tile, for error messages
   * @param chunkStart the position of the chunk in the filtered tile, for error messages
   * @param target the array that receives the unfiltered data
   * @param targetOffset the position of the first unfiltered byte in the target
   * @param targetLength the unfiltered size of the chunk in bytes
   * @param parts the filtered bytes
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

  /** The positions of the filtered parts of a chunk. The data follows the metadata. */
  record Parts(byte[] array, int metadataStart, int metadataLength, int dataLength) {}

  /**
   * Sets the number of strings in the chunk. The first filter then decodes their offsets as well.
   */
  void expectStrings(int numberOfCells) {
    cells = numberOfCells;
  }

  /**
   * Sets the number of strings in the chunk. The first filter then returns runs of equal strings
   * instead of single strings.
   */
  void expectRuns(int numberOfCells) {
    cells = numberOfCells;
    wantsRuns = true;
  }

  /**
   * Returns whether the first filter must decode strings to runs and pass them to {@link
   * #runsDone}.
   */
  boolean wantsRuns() {
    return wantsRuns;
  }

  /** Sets the runs, which are then the result instead of the target bytes. */
  void runsDone(StringRuns made) {
    runs = made;
  }

  /** Returns the decoded runs. */
  StringRuns runs() {
    return runs;
  }

  /**
   * Sets the number of strings in the chunk. If strings repeat, the first filter then returns the
   * index of each string in a list; otherwise, it returns the strings in {@link #target}.
   */
  void expectCodes(int numberOfCells) {
    cells = numberOfCells;
    wantsCodes = true;
  }

  /**
   * Returns whether the first filter must decode strings to codes and pass them to {@link
   * #codesDone}. Codes are not worth their cost if the list has more than half as many strings as
   * there are cells.
   *
   * @param listed the number of strings in the list
   */
  boolean wantsCodes(int listed) {
    return wantsCodes && listed <= cells / 2;
  }

  /** Sets the codes, which are then the result instead of the target bytes. */
  void codesDone(StringCodes made) {
    codes = made;
  }

  /** Returns the decoded codes; null if the strings are in {@link #target}. */
  StringCodes codes() {
    return codes;
  }

  /** Returns the array with the unfiltered data. */
  byte[] target() {
    return target;
  }

  /**
   * Lets the last filter to decode leave its values transposed; see {@link #takePlanes}. It must be
   * the first filter of the chain.
   *
   * @param wanted receives the values
   */
  void expectPlanes(BytePlanes wanted) {
    planes = wanted;
  }

  /**
   * Makes the current data, which are transposed values, the result instead of the target bytes.
   *
   * @param size the size of a value in bytes
   * @return false if the caller must restore the values itself, because that is not wanted or the
   *     data are not whole values of the announced total size
   */
  boolean takePlanes(int size) {
    if (planes == null || !last || dataLength != targetLength || dataLength % size != 0) {
      return false;
    }
    planes.set(data, dataStart, dataLength / size, size);
    transposed = true;
    return true;
  }

  /** Returns whether the result is transposed values. */
  boolean isTransposed() {
    return transposed;
  }

  /**
   * Moves on to the next filter to decode.
   *
   * @param isLast whether its output is the unfiltered data
   * @param max the maximum size of its output in bytes
   */
  void next(ChunkFilter next, boolean isLast, long max) {
    filter = next;
    last = isLast;
    limit = max;
  }

  /**
   * Completes the chunk: copies the unfiltered bytes to the target unless they are already there.
   *
   * @throws CorruptDataException if metadata is left over or the unfiltered size is wrong
   */
  void finish() {
    filter = null;
    if (metadataStart != metadataEnd) {
      throw corrupt(
          "metadata",
          "%d bytes do not belong to any filter".formatted(metadataEnd - metadataStart));
    }
    if (runs != null || codes != null || transposed) {
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
   * Returns the array for the string offsets, which has one element more than {@link #cells}. The
   * caller must first check the number of strings against the chunk, because this method allocates
   * the array.
   */
  int[] stringOffsets() {
    if (stringOffsets == null) {
      stringOffsets = new int[cells + 1];
    }
    return stringOffsets;
  }

  /**
   * Returns the number of strings in the chunk, or 0 if it does not hold strings with their
   * offsets.
   */
  int cells() {
    return cells;
  }

  byte[] metadata() {
    return metadata;
  }

  /** Returns the start of the metadata that has not been taken yet. */
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

  /**
   * Takes bytes from the front of the metadata and returns their position.
   *
   * @param field the name of the field, for error messages
   * @throws CorruptDataException if fewer bytes are left
   */
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

  /** Takes an unsigned 1-byte number (0 to 255) from the metadata. */
  int takeByte(String field) {
    return metadata[take(field, 1)] & 0xff;
  }

  /** Takes an unsigned 4-byte number (0 to 2^32-1) from the metadata. */
  long takeInt(String field) {
    return LittleEndian.getInt(metadata, take(field, Integer.BYTES)) & 0xffffffffL;
  }

  /**
   * Takes a 4-byte number of items, and checks that the rest of the metadata can hold them.
   *
   * @param bytesOfEach the minimum size of an item in the metadata, in bytes
   */
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

  /**
   * Returns the buffer for the output of the current filter. The filter must write the data to it,
   * starting at {@link #outputStart}.
   *
   * @param field the metadata field that determines the size, for error messages
   * @param size the exact size of the data in bytes
   * @throws CorruptDataException if the size is wrong or not plausible
   */
  byte[] output(String field, long size) {
    if (last) {
      if (size != targetLength) {
        throw corrupt(
            field, "%d bytes instead of the %d of the chunk".formatted(size, targetLength));
      }
      target = wantsCodes ? new byte[targetLength] : target;
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

  /** Completes the output of the current filter, which becomes the data for the next filter. */
  void outputDone() {
    data = out;
    dataStart = outStart;
    dataLength = outLength;
  }

  /**
   * Returns a buffer for the decoded metadata. The filter must write the metadata to its start.
   *
   * @param field the metadata field that determines the size, for error messages
   * @param size the size of the decoded metadata in bytes
   * @throws CorruptDataException if the size is not plausible
   */
  byte[] metadataOutput(String field, long size) {
    checkSize(field, size);
    return scratch.metadata(metadata, (int) size);
  }

  /**
   * Sets the metadata for the next filter.
   *
   * @param made the buffer that contains the metadata
   * @param size the size of the metadata in bytes
   * @throws CorruptDataException if some previous metadata has not been taken
   */
  void metadataDone(byte[] made, int size) {
    if (metadataStart != metadataEnd) {
      throw corrupt("metadata", "%d bytes are left over".formatted(metadataEnd - metadataStart));
    }
    metadata = made;
    metadataStart = 0;
    metadataEnd = size;
  }

  /**
   * Creates the exception for bytes that contradict the format.
   *
   * @param field the name of the affected field
   */
  CorruptDataException corrupt(String field, String reason) {
    return corrupt(field, reason, null);
  }

  /**
   * Creates the exception for bytes that contradict the format, with a cause.
   *
   * @param field the name of the affected field
   */
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
