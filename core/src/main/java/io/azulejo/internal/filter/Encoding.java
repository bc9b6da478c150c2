package io.azulejo.internal.filter;

import java.util.ArrayList;
import java.util.List;

/** A chunk during encoding: its parts after the filters applied so far. */
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

  /** Starts with the bytes of a chunk and no metadata. */
  void start(byte[] array, int offset, int length) {
    metadata.clear();
    data = array;
    dataStart = offset;
    dataLength = length;
    hasData = true;
  }

  /**
   * Sets the offsets of the chunk's strings.
   *
   * @param offsets start of each string, then the end of the last one
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

  /** Returns whether there is a data part, possibly empty. */
  boolean hasData() {
    return hasData;
  }

  /** Drops an empty data part, for filters that pass nothing on. */
  void dropEmptyData() {
    hasData = dataLength > 0;
  }

  /** Returns the metadata parts, starting with the latest filter's. */
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

  /** Replaces all metadata parts, which the filter has consumed, by one part. */
  void replaceMetadata(byte[] part) {
    metadata.clear();
    metadata.add(part);
  }

  /**
   * Returns a buffer for filtered data, to be written from its start.
   *
   * @param size maximum size of the data in bytes
   */
  byte[] output(long size) {
    out = scratch.data(data, Scratch.checkedSize(size));
    return out;
  }

  /** Completes the output, whose first bytes become the data for the next filter. */
  void outputDone(int length) {
    data = out;
    dataStart = 0;
    dataLength = length;
    hasData = true;
  }
}
