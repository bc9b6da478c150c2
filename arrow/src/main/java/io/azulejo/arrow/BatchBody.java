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
 * The body of a record batch. Buffers are collected first, because the message before them contains
 * their positions, and then written from their arrays.
 */
final class BatchBody {
  /** Alignment of buffers that Arrow recommends (bytes). */
  private static final int ALIGNMENT = 64;

  private static final byte[] PADDING = new byte[ALIGNMENT];
  private static final int PIECE = 1 << 14; // offsets per write

  private final ArrowCompression compression;
  private final List<Buffer> buffers = new ArrayList<>();
  private long[] nodes = new long[16]; // value and null counts, alternating
  private int nodeCount;
  private long length;

  /** Bytes, or offsets that are converted to bytes when they are written. */
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

  /** Adds a node for the values of a field or a child, whose buffers follow. */
  void node(long values, long nulls) {
    if (2 * nodeCount == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * nodes.length);
    }
    nodes[2 * nodeCount] = values;
    nodes[2 * nodeCount + 1] = nulls;
    nodeCount++;
  }

  /** Adds an empty buffer. For validity, it means that no value is null. */
  void emptyBuffer() {
    add(new byte[0], new int[0], 1, 0);
  }

  /** Adds the first bytes of an array, which must not change until the body is written. */
  void bytes(byte[] bytes, int size) {
    if (compression == ArrowCompression.NONE) {
      add(bytes, new int[0], 1, size);
    } else {
      byte[] packed = BufferCodec.compress(compression, bytes, size);
      add(packed, new int[0], 1, packed.length);
    }
  }

  /** Adds 32-bit offsets: the elements of an array, each divided by {@code divisor}. */
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

  /** Returns the length of all buffers including padding (bytes). */
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
