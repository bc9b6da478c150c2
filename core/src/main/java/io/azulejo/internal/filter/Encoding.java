package io.azulejo.internal.filter;

import java.util.ArrayList;
import java.util.List;

/** A chunk on its way to disk: its parts as the filters so far left them. */
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

  /** Starts with the bytes of a chunk; there are no metadata yet. */
  void start(byte[] array, int offset, int length) {
    metadata.clear();
    data = array;
    dataStart = offset;
    dataLength = length;
    hasData = true;
  }

  /**
   * The chunk holds strings.
   *
   * @param offsets where each begins, and where the last one ends
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

  /** Whether there is a part of data, if one without bytes. */
  boolean hasData() {
    return hasData;
  }

  /** Drops a part of data that has no bytes, as a filter does that has nothing to pass on. */
  void dropEmptyData() {
    hasData = dataLength > 0;
  }

  /** The parts of the metadata, those of the latest filter first. */
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

  /** Puts a part of metadata before the others. */
  void prepend(byte[] part) {
    metadata.add(0, part);
  }

  /** Puts a part of metadata in the place of all that were consumed. */
  void replaceMetadata(byte[] part) {
    metadata.clear();
    metadata.add(part);
  }

  /**
   * Makes room for filtered data, from the first byte on.
   *
   * @param size their bytes
   */
  byte[] output(long size) {
    out = scratch.data(data, Scratch.checkedSize(size));
    return out;
  }

  /** The first bytes of the output are the data for the next filter. */
  void outputDone(int length) {
    data = out;
    dataStart = 0;
    dataLength = length;
    hasData = true;
  }
}
