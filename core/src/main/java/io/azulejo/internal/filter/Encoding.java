package io.azulejo.internal.filter;

import java.util.ArrayList;
import java.util.List;

/**
 * The state of a chunk during encoding: its metadata and data parts after the filters that have
 * been applied so far. Not thread-safe.
 */
final class Encoding {
  private final Scratch scratch;
  private final List<byte[]> metadata = new ArrayList<>();
  private byte[] data;
  private int dataStart;
  private int dataLength;
  private boolean hasData;
  private byte[] out;
  private int[] stringOffsets;
  private int cells;

  Encoding(Scratch scratch) {
    this.scratch = scratch;
  }

  /** Starts to encode the bytes of a chunk. Removes all metadata of the previous chunk. */
  void start(byte[] array, int offset, int length) {
    metadata.clear();
    data = array;
    dataStart = offset;
    dataLength = length;
    hasData = true;
  }

  /**
   * Sets the offsets of the strings in the chunk.
   *
   * @param offsets the start of each string, then the end of the last one; null if the cells have a
   *     fixed size
   * @param numberOfCells the number of strings
   */
  void withOffsets(int[] offsets, int numberOfCells) {
    stringOffsets = offsets;
    cells = numberOfCells;
  }

  Scratch scratch() {
    return scratch;
  }

  int[] stringOffsets() {
    return stringOffsets;
  }

  int cells() {
    return cells;
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

  /** Returns whether the chunk has a data part, which may be empty. */
  boolean hasData() {
    return hasData;
  }

  /** Removes the data part if it is empty. */
  void dropEmptyData() {
    hasData = dataLength > 0;
  }

  /** Returns the metadata parts. The part of the most recent filter comes first. */
  List<byte[]> metadata() {
    return metadata;
  }

  int metadataLength() {
    int length = 0;
    for (byte[] part : metadata) {
      length += part.length;
    }
    return length;
  }

  /** Adds a metadata part at the front. */
  void prepend(byte[] part) {
    metadata.add(0, part);
  }

  /** Replaces all metadata parts, which the current filter has consumed, with one part. */
  void replaceMetadata(byte[] part) {
    metadata.clear();
    metadata.add(part);
  }

  /**
   * Returns the buffer for the output of the current filter. The filter must write the data to its
   * start.
   *
   * @param size the maximum size of the data in bytes
   * @throws io.azulejo.error.InvalidRequestException if the size exceeds 2 GiB
   */
  byte[] output(long size) {
    out = scratch.data(data, Scratch.checkedSize(size));
    return out;
  }

  /**
   * Completes the output of the current filter, which becomes the data for the next filter.
   *
   * @param length the size of the output in bytes
   */
  void outputDone(int length) {
    data = out;
    dataStart = 0;
    dataLength = length;
    hasData = true;
  }
}
