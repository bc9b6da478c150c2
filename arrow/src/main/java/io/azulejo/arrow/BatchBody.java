package io.azulejo.arrow;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The body of a record batch. Buffers are collected first, because the message metadata precedes
 * the body and contains their positions. {@link #write} then writes them directly from their
 * arrays.
 */
final class BatchBody {
  /** The alignment of buffers that Arrow recommends (bytes). */
  private static final int ALIGNMENT = 64;

  private static final byte[] PADDING = new byte[ALIGNMENT];
  private static final int PIECE = 1 << 14; // offsets per write

  private final ArrowCompression compression;
  private final List<Buffer> buffers = new ArrayList<>();
  private long[] nodes = new long[16]; // value and null counts, alternating
  private int nodeCount;
  private long length;

  /**
   * A buffer of the body: either bytes, or offsets that are converted to bytes when written.
   *
   * @param bytes an array that starts with the bytes; unused if there are offsets
   * @param offsets the offsets; empty if the buffer consists of bytes
   * @param divisor the divisor of each offset
   * @param offset the position of the buffer in the body (bytes)
   * @param size the size of the buffer without padding (bytes)
   */
  private record Buffer(byte[] bytes, int[] offsets, int divisor, long offset, int size) {
    void write(OutputStream out) throws IOException {
      if (offsets.length == 0) {
        out.write(bytes, 0, size);
        return;
      }
      byte[] piece = new byte[Math.min(size, PIECE * Integer.BYTES)];
      IntBuffer ints = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
      int count = size / Integer.BYTES;
      for (int at = 0; at < count; at += PIECE) {
        int some = Math.min(PIECE, count - at);
        ints.clear();
        if (divisor == 1) {
          ints.put(offsets, at, some);
        } else {
          for (int i = at; i < at + some; i++) {
            ints.put(offsets[i] / divisor);
          }
        }
        out.write(piece, 0, some * Integer.BYTES);
      }
    }
  }

  BatchBody(ArrowCompression compression) {
    this.compression = compression;
  }

  /**
   * Adds the node of a field or of its child. Add the buffers of the node next.
   *
   * @param values the number of values
   * @param nulls the number of nulls among them
   */
  void node(long values, long nulls) {
    if (2 * nodeCount == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * nodes.length);
    }
    nodes[2 * nodeCount] = values;
    nodes[2 * nodeCount + 1] = nulls;
    nodeCount++;
  }

  /** Adds an empty buffer. As a validity buffer, it means that all values are valid. */
  void emptyBuffer() {
    add(new byte[0], new int[0], 1, 0);
  }

  /**
   * Adds the first {@code size} bytes of an array. Without compression, the array must not change
   * until the body is written.
   */
  void bytes(byte[] bytes, int size) {
    if (compression == ArrowCompression.NONE) {
      add(bytes, new int[0], 1, size);
    } else {
      byte[] packed = BufferCodec.compress(compression, bytes, size);
      add(packed, new int[0], 1, packed.length);
    }
  }

  /**
   * Adds a buffer of 32-bit offsets: the first {@code count} elements, each divided by {@code
   * divisor}. Without compression, the array must not change until the body is written.
   */
  void offsets(int[] offsets, int count, int divisor) {
    if (compression == ArrowCompression.NONE) {
      add(new byte[0], offsets, divisor, Math.multiplyExact(count, Integer.BYTES));
      return;
    }
    byte[] bytes = new byte[Math.multiplyExact(count, Integer.BYTES)];
    IntBuffer ints = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int i = 0; i < count; i++) {
      ints.put(offsets[i] / divisor);
    }
    bytes(bytes, bytes.length);
  }

  private void add(byte[] bytes, int[] offsets, int divisor, int size) {
    buffers.add(new Buffer(bytes, offsets, divisor, length, size));
    length += padded(size);
  }

  private static long padded(int size) {
    return (size + ALIGNMENT - 1L) / ALIGNMENT * ALIGNMENT;
  }

  /** Returns the header that describes the nodes and buffers added so far. */
  RecordHeader header(long rows) {
    long[] lengths = new long[nodeCount];
    long[] nulls = new long[nodeCount];
    for (int i = 0; i < nodeCount; i++) {
      lengths[i] = nodes[2 * i];
      nulls[i] = nodes[2 * i + 1];
    }
    return new RecordHeader(
        rows,
        lengths,
        nulls,
        buffers.stream().mapToLong(Buffer::offset).toArray(),
        buffers.stream().mapToLong(Buffer::size).toArray(),
        new long[0],
        compression);
  }

  /** Returns the total length of the buffers with their padding (bytes). */
  long length() {
    return length;
  }

  void write(OutputStream out) throws IOException {
    for (Buffer buffer : buffers) {
      buffer.write(out);
      out.write(PADDING, 0, (int) (padded(buffer.size()) - buffer.size()));
    }
  }
}
