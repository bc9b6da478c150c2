package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the columns of a record batch in field order. The header is not trusted: each number is
 * checked before use. Nodes are checked against the rows, buffer positions against the body, buffer
 * sizes against the values, and offsets against the data.
 */
final class BatchDecoder {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  /** The size of a view (bytes). */
  private static final int VIEW = 16;

  /** The position of the buffer number in a long view (bytes). */
  private static final int VIEW_BUFFER = 8;

  /** The position of the data offset in a long view (bytes). */
  private static final int VIEW_OFFSET = 12;

  /** The maximum length of data that the view itself contains (bytes). */
  private static final int WITHIN_VIEW = 12;

  private final RecordHeader header;
  private final byte[] body;
  private int nodes;
  private int buffers;
  private int viewFields;
  private long left = Runtime.getRuntime().maxMemory() / 2; // bytes that may still be allocated

  /** A buffer of the batch: a range of an array. Start and length are in bytes. */
  private record Span(byte[] bytes, int start, int length) {}

  BatchDecoder(RecordHeader header, byte[] body) {
    this.header = header;
    this.body = body;
    if (header.rows() > MAX_BYTES) {
      throw tooLarge("%,d rows".formatted(header.rows()));
    }
  }

  /** Returns the number of rows in the batch. */
  int rows() {
    return (int) header.rows();
  }

  /** Checks that all nodes and buffers were used. Call it after the last column. */
  void end() {
    if (nodes != header.lengths().length
        || buffers != header.offsets().length
        || viewFields != header.viewBuffers().length) {
      throw corrupt(
          null,
          "the batch has %d nodes and %d buffers, but the schema needs %d and %d"
              .formatted(header.lengths().length, header.offsets().length, nodes, buffers));
    }
  }

  /**
   * Decodes the next column. Does not check dictionary indexes against the size of the dictionary.
   */
  Column next(FieldMapping mapping) {
    ArrowField field = mapping.field();
    ArrowColumn column = mapping.column();
    int rows = node(field, rows());
    byte[] valid = validity(field, rows);
    if (field.dictionary() != null) {
      ArrowType index = field.dictionary().index();
      Span span = values(field, index, rows);
      byte[] data = Arrays.copyOfRange(span.bytes, span.start, span.start + rows * index.size());
      reserve(rows); // for the validity that DictionaryValues creates
      return new FixedColumn(column.name(), column.type(), column.cellValNum(), rows, data, valid);
    }
    if (field.type().isText()) {
      requireNoNulls(mapping, valid);
      return text(mapping, rows, valid);
    }
    if (field.type().kind() == ArrowType.Kind.FIXED_BINARY) {
      requireNoNulls(mapping, valid);
      long bytes = (long) rows * field.type().size();
      Span span = buffer(field, bytes);
      reserve(bytes);
      byte[] data = Arrays.copyOfRange(span.bytes, span.start, span.start + (int) bytes);
      return fixed(column, rows, data, valid);
    }
    if (field.type().isList()) {
      requireNoNulls(mapping, valid);
      return list(mapping, rows, valid);
    }
    if (field.type().kind() == ArrowType.Kind.FIXED_LIST) {
      requireNoNulls(mapping, valid);
      long count = (long) rows * field.type().size();
      if (count > MAX_BYTES / column.type().size()) {
        throw tooLarge("%,d values of field \"%s\"".formatted(count, field.name()));
      }
      byte[] data = child(mapping, (int) count, (int) count);
      return fixed(column, rows, data, valid);
    }
    Span span = values(field, field.type(), rows);
    byte[] data =
        LeafDecoder.decode(mapping, span.bytes, span.start, rows, valid, column.nullable());
    requireNoNulls(mapping, valid);
    return fixed(column, rows, data, valid);
  }

  private Column fixed(ArrowColumn column, int rows, byte[] data, byte @Nullable [] valid) {
    byte[] validity = validityOrAllValid(column, rows, valid);
    return new FixedColumn(column.name(), column.type(), column.cellValNum(), rows, data, validity);
  }

  private Column variable(
      ArrowColumn column, int rows, int[] offsets, byte[] data, byte @Nullable [] valid) {
    byte[] validity = validityOrAllValid(column, rows, valid);
    return new VarColumn(column.name(), column.type(), rows, offsets, data, validity);
  }

  /**
   * Returns the validity of a column. It is null if the column is not nullable, and all ones if
   * Arrow omits the validity buffer. Decode the values first: they prove that the rows exist.
   */
  private byte @Nullable [] validityOrAllValid(
      ArrowColumn column, int rows, byte @Nullable [] valid) {
    if (!column.nullable()) {
      return null;
    }
    if (valid != null) {
      return valid;
    }
    reserve(rows);
    byte[] all = new byte[rows];
    Arrays.fill(all, (byte) 1);
    return all;
  }

  private static void requireNoNulls(FieldMapping mapping, byte @Nullable [] valid) {
    if (mapping.column().nullable() || valid == null) {
      return;
    }
    for (int row = 0; row < valid.length; row++) {
      if (valid[row] == 0) {
        throw corrupt(
            mapping.field().name(), "row %d is null, but the field is not nullable".formatted(row));
      }
    }
  }

  /** Reads the next node and returns its number of values, which must equal {@code expected}. */
  private int node(ArrowField field, long expected) {
    if (nodes == header.lengths().length) {
      throw corrupt(
          field.name(), "its node is missing; the batch has only %d nodes".formatted(nodes));
    }
    long length = header.lengths()[nodes];
    long nulls = header.nullCounts()[nodes];
    if (length != expected || nulls < 0 || nulls > length) {
      throw corrupt(
          field.name(),
          "the node has %d values and %d nulls (expected %d values)"
              .formatted(length, nulls, expected));
    }
    nodes++;
    return (int) length;
  }

  /**
   * Reads the validity buffer of the current node. Returns one byte per value (0 for null), or null
   * if all values are valid.
   */
  private byte @Nullable [] validity(ArrowField field, int count) {
    long nulls = header.nullCounts()[nodes - 1];
    Span bits = buffer(field, 0);
    if (bits.length == 0 || nulls == 0) {
      if (nulls != 0) {
        throw corrupt(field.name(), "%d nulls, but the validity buffer is empty".formatted(nulls));
      }
      return null;
    }
    requireBytes(field, bits, Bits.bytes(count));
    reserve(count);
    return Bits.unpack(bits.bytes, bits.start, count);
  }

  private Span values(ArrowField field, ArrowType type, int count) {
    if (count > MAX_BYTES / Long.BYTES) {
      throw tooLarge("%,d values of field \"%s\"".formatted(count, field.name()));
    }
    reserve((long) count * Long.BYTES);
    return buffer(field, (count * (long) type.bits() + 7) / Byte.SIZE);
  }

  /**
   * Returns the next buffer, decompressed if necessary. It must have at least {@code needed} bytes.
   */
  private Span buffer(ArrowField field, long needed) {
    if (buffers == header.offsets().length) {
      throw corrupt(
          field.name(), "its buffer is missing; the batch has only %d buffers".formatted(buffers));
    }
    long offset = header.offsets()[buffers];
    long length = header.sizes()[buffers];
    buffers++;
    if (offset < 0 || length < 0 || offset > body.length || length > body.length - offset) {
      throw corrupt(
          field.name(),
          "buffer %d at offset %d with %d bytes is outside the body of %d bytes"
              .formatted(buffers - 1, offset, length, body.length));
    }
    Span span = new Span(body, (int) offset, (int) length);
    if (header.compression() != ArrowCompression.NONE && length > 0) {
      byte[] bytes =
          BufferCodec.decompress(
              header.compression(), body, (int) offset, (int) length, Math.min(left, MAX_BYTES));
      reserve(bytes.length);
      span = new Span(bytes, 0, bytes.length);
    }
    requireBytes(field, span, needed);
    return span;
  }

  /** Reserves memory for decoded values. Throws if they would exceed the limit. */
  private void reserve(long bytes) {
    left -= bytes;
    if (left < 0) {
      throw tooLarge("the decoded values of %,d rows".formatted(header.rows()));
    }
  }

  private void requireBytes(ArrowField field, Span span, long needed) {
    if (span.length < needed) {
      throw corrupt(
          field.name(),
          "buffer %d has %d bytes, but its values need %d"
              .formatted(buffers - 1, span.length, needed));
    }
  }

  /**
   * Decodes the child of a list field: the values of all lists.
   *
   * @param expected the number of values that the child's node must have
   * @param used the number of values to decode, from the first
   */
  private byte[] child(FieldMapping mapping, int expected, int used) {
    ArrowField child = mapping.field().child();
    int count = node(child, expected);
    byte[] valid = validity(child, count);
    Span span = values(child, child.type(), count);
    byte[] data = LeafDecoder.decode(mapping, span.bytes, span.start, used, valid, false);
    for (int i = 0; valid != null && i < used; i++) {
      if (valid[i] == 0) {
        throw corrupt(
            mapping.field().name(),
            "value %d of its lists is null; array cells can only be null as a whole".formatted(i));
      }
    }
    return data;
  }

  private Column list(FieldMapping mapping, int rows, byte @Nullable [] valid) {
    ArrowField field = mapping.field();
    int size = mapping.column().type().size();
    if (nodes == header.lengths().length) {
      throw corrupt(field.name(), "the node of its list values is missing");
    }
    long values = header.lengths()[nodes];
    if (values < 0 || values > MAX_BYTES / Math.max(size, Long.BYTES)) {
      throw tooLarge("%,d values of field \"%s\"".formatted(values, field.name()));
    }
    int[] offsets = offsets(field, rows, (int) values);
    byte[] data = child(mapping, (int) values, (int) values);
    int first = offsets[0] * size;
    for (int i = 0; i <= rows; i++) {
      offsets[i] = offsets[i] * size - first;
    }
    if (first > 0) {
      reserve(data.length - first);
      data = Arrays.copyOfRange(data, first, data.length);
    }
    return variable(mapping.column(), rows, offsets, data, valid);
  }

  /** Decodes the offsets of {@code rows} cells. They must not decrease or exceed {@code values}. */
  private int[] offsets(ArrowField field, int rows, long values) {
    int width = field.type().isLarge() ? Long.BYTES : Integer.BYTES;
    Span span = buffer(field, rows == 0 ? 0 : (rows + 1L) * width);
    int[] offsets = newOffsets(rows);
    if (rows == 0) {
      return offsets;
    }
    ByteBuffer numbers = ByteBuffer.wrap(span.bytes).order(ByteOrder.LITTLE_ENDIAN);
    long last = 0;
    for (int i = 0; i <= rows; i++) {
      int at = span.start + i * width;
      long offset = width == Long.BYTES ? numbers.getLong(at) : numbers.getInt(at);
      if (offset < last || offset > values) {
        throw corrupt(
            field.name(), "offset %d is %d (expected %d..%d)".formatted(i, offset, last, values));
      }
      offsets[i] = (int) offset;
      last = offset;
    }
    return offsets;
  }

  /** Allocates the offsets of a column. Read its buffer first: it proves that the rows exist. */
  private int[] newOffsets(int rows) {
    reserve((rows + 1L) * Integer.BYTES);
    return new int[rows + 1];
  }

  /** The offsets (bytes) and data of text cells, as in a {@link VarColumn}. */
  private record Texts(int[] offsets, byte[] data) {}

  private Column text(FieldMapping mapping, int rows, byte @Nullable [] valid) {
    ArrowField field = mapping.field();
    Texts texts = field.type().isView() ? viewed(field, rows, valid) : texts(field, rows);
    int[] offsets = texts.offsets;
    byte[] data = texts.data;
    if (mapping.isTranscoded()) {
      data = transcoded(mapping, rows, offsets, data);
    } else {
      requireWholeValues(mapping, rows, offsets);
    }
    return variable(mapping.column(), rows, offsets, data, valid);
  }

  private Texts texts(ArrowField field, int rows) {
    if (buffers + 1 >= header.offsets().length) {
      throw corrupt(field.name(), "its text buffer is missing");
    }
    int[] offsets = offsets(field, rows, MAX_BYTES);
    int first = offsets[0];
    int end = offsets[rows];
    Span span = buffer(field, end);
    reserve(end - first);
    for (int i = 0; i <= rows; i++) {
      offsets[i] -= first;
    }
    return new Texts(offsets, Arrays.copyOfRange(span.bytes, span.start + first, span.start + end));
  }

  /**
   * Decodes views to the form of {@link #texts}. A view contains a length, followed by either the
   * data (up to 12 bytes) or a buffer number and an offset. Views may share data and thus need far
   * more memory than the buffers, so the total size is computed and reserved first.
   */
  private Texts viewed(ArrowField field, int rows, byte @Nullable [] valid) {
    Span views = buffer(field, (long) rows * VIEW);
    int[] starts = newOffsets(rows);
    Span[] data = new Span[viewBuffers(field)];
    for (int i = 0; i < data.length; i++) {
      data[i] = buffer(field, 0);
    }
    ByteBuffer numbers = ByteBuffer.wrap(views.bytes).order(ByteOrder.LITTLE_ENDIAN);
    long size = 0;
    for (int row = 0; row < rows; row++) {
      starts[row] = (int) size;
      int length = numbers.getInt(views.start + row * VIEW);
      if (valid != null && valid[row] == 0) {
        continue;
      }
      if (length < 0) {
        throw corrupt(field.name(), "row %d has a negative length: %d".formatted(row, length));
      }
      if (length > WITHIN_VIEW) {
        requireInside(field, row, length, numbers, views.start + row * VIEW, data);
      }
      size += length;
      if (size > MAX_BYTES) {
        throw tooLarge("%,d rows of text in field \"%s\"".formatted(rows, field.name()));
      }
    }
    starts[rows] = (int) size;
    reserve(size);
    byte[] all = new byte[(int) size];
    for (int row = 0; row < rows; row++) {
      int length = starts[row + 1] - starts[row];
      int view = views.start + row * VIEW;
      if (length <= WITHIN_VIEW) {
        System.arraycopy(views.bytes, view + Integer.BYTES, all, starts[row], length);
      } else {
        Span source = data[numbers.getInt(view + VIEW_BUFFER)];
        int from = source.start + numbers.getInt(view + VIEW_OFFSET);
        System.arraycopy(source.bytes, from, all, starts[row], length);
      }
    }
    return new Texts(starts, all);
  }

  private int viewBuffers(ArrowField field) {
    if (viewFields == header.viewBuffers().length) {
      throw corrupt(field.name(), "the number of its view buffers is missing");
    }
    long count = header.viewBuffers()[viewFields++];
    if (count < 0 || count > header.offsets().length - buffers) {
      throw corrupt(
          field.name(),
          "%d view buffers, but only %d buffers are left"
              .formatted(count, header.offsets().length - buffers));
    }
    return (int) count;
  }

  private static void requireInside(
      ArrowField field, int row, int length, ByteBuffer numbers, int view, Span[] data) {
    int buffer = numbers.getInt(view + VIEW_BUFFER);
    int offset = numbers.getInt(view + VIEW_OFFSET);
    boolean known = buffer >= 0 && buffer < data.length;
    if (!known || offset < 0 || length > data[buffer].length - (long) offset) {
      throw corrupt(
          field.name(),
          "row %d needs %d bytes at offset %d of buffer %d, but there are %d buffers%s"
              .formatted(
                  row,
                  length,
                  offset,
                  buffer,
                  data.length,
                  known ? ", and this one has %d bytes".formatted(data[buffer].length) : ""));
    }
  }

  private static void requireWholeValues(FieldMapping mapping, int rows, int[] offsets) {
    int size = mapping.column().type().size();
    for (int row = 0; size > 1 && row < rows; row++) {
      if ((offsets[row + 1] - offsets[row]) % size != 0) {
        throw corrupt(
            mapping.field().name(),
            "row %d has %d bytes, which is not a multiple of %d, the size of %s"
                .formatted(row, offsets[row + 1] - offsets[row], size, mapping.column().type()));
      }
    }
  }

  private byte[] transcoded(FieldMapping mapping, int rows, int[] offsets, byte[] utf8) {
    Datatype type = mapping.column().type();
    long size = WideText.size(utf8, 0, utf8.length, type);
    if (size > MAX_BYTES) {
      throw tooLarge("%,d rows of text in field \"%s\"".formatted(rows, mapping.field().name()));
    }
    reserve(size);
    byte[] wide = new byte[(int) size];
    int start = 0;
    int filled = 0;
    for (int row = 0; row < rows; row++) {
      int end = offsets[row + 1];
      try {
        String text =
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(utf8, start, end - start))
                .toString();
        byte[] cell = text.getBytes(type.charset());
        System.arraycopy(cell, 0, wide, filled, cell.length);
        filled += cell.length;
      } catch (CharacterCodingException e) {
        throw CorruptDataException.of(
            "Arrow record batch",
            mapping.field().name(),
            -1,
            "row %d is not valid UTF-8".formatted(row),
            e);
      }
      start = end;
      offsets[row + 1] = filled;
    }
    return wide;
  }

  private static CorruptDataException corrupt(@Nullable String field, String reason) {
    return CorruptDataException.of("Arrow record batch", field, -1, reason);
  }

  private static UnsupportedFormatException tooLarge(String what) {
    return UnsupportedFormatException.of(
        "Arrow record batch", -1, what + " do not fit in memory; write smaller record batches");
  }
}
