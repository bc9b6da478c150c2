package io.azulejo.arrow;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Encodes the columns of a batch as Arrow buffers and adds them to a body. */
final class ColumnEncoder {
  private final BatchBody body;

  ColumnEncoder(BatchBody body) {
    this.body = body;
  }

  /**
   * Adds a column. The body may refer to the arrays of the column until it is written.
   *
   * @throws InvalidRequestException if the column does not have the type of the mapping, or if
   *     Arrow cannot represent a value
   */
  void add(FieldMapping mapping, Column column) {
    requireFit(mapping.column(), column);
    byte[] validity = column.validityArray().orElse(null);
    ArrowField field = mapping.field();
    if (mapping.values() != null) {
      indexes(mapping, column, validity);
    } else if (field.type().isText()) {
      text(mapping, (VarColumn) column, validity);
    } else if (field.type().kind() == ArrowType.Kind.FIXED_BINARY) {
      validity(column.rows(), validity);
      body.bytes(column.array(), Math.multiplyExact(column.rows(), field.type().size()));
    } else if (field.type().isList()) {
      VarColumn cells = (VarColumn) column;
      validity(column.rows(), validity);
      body.offsets(cells.offsetArray(), offsets(column.rows()), column.type().size());
      values(mapping, column, null);
    } else if (field.type().kind() == ArrowType.Kind.FIXED_LIST) {
      validity(column.rows(), validity);
      values(mapping, column, null);
    } else {
      values(mapping, column, validity);
    }
  }

  private static int offsets(int rows) {
    return rows + 1;
  }

  private static void requireFit(ArrowColumn wanted, Column column) {
    int cellValNum = column instanceof FixedColumn fixed ? fixed.valuesPerCell() : Attribute.VAR;
    if (column.type() != wanted.type() || cellValNum != wanted.cellValNum()) {
      throw new InvalidRequestException(
          "column \"%s\" has type %s with %d values per cell (expected %s with %d)"
              .formatted(
                  column.name(), column.type(), cellValNum, wanted.type(), wanted.cellValNum()));
    }
  }

  /**
   * Adds a node and its validity buffer.
   *
   * @param valid one byte per value, 0 for null; null if all values are valid
   */
  private void validity(int count, byte @Nullable [] valid) {
    byte[] bits = valid == null ? new byte[0] : Bits.pack(valid, count);
    int nulls = valid == null ? 0 : Bits.zeros(bits, count);
    body.node(count, nulls);
    if (nulls == 0) {
      body.emptyBuffer();
    } else {
      body.bytes(bits, bits.length);
    }
  }

  private void values(FieldMapping mapping, Column column, byte @Nullable [] valid) {
    int count = column.valueCount();
    LeafEncoder.Encoded values =
        LeafEncoder.encode(column.name(), mapping, mapping.form(), column.array(), count, valid);
    validity(count, values.valid());
    body.bytes(values.bytes(), values.length());
  }

  /**
   * Adds the indexes of a dictionary. An index outside the dictionary becomes null, but the buffer
   * keeps its number, so that a round trip restores it. In a cell that is null in the array, such
   * an index becomes 0.
   */
  private void indexes(FieldMapping mapping, Column column, byte @Nullable [] validity) {
    int rows = column.rows();
    Datatype type = column.type();
    long size = mapping.column().enumeration().map(Enumeration::size).orElse(0);
    byte[] data = column.array();
    byte[] valid = validity;
    for (int row = 0; row < rows; row++) {
      if (Long.compareUnsigned(column.getLong(row), size) < 0) {
        continue;
      }
      if (validity != null && validity[row] == 0) {
        data = data == column.array() ? Arrays.copyOf(data, rows * type.size()) : data;
        Arrays.fill(data, row * type.size(), (row + 1) * type.size(), (byte) 0);
        continue;
      }
      if (valid == null) {
        valid = new byte[rows];
        Arrays.fill(valid, (byte) 1);
      } else if (valid == validity) {
        valid = Arrays.copyOf(validity, rows);
      }
      valid[row] = 0;
    }
    validity(rows, valid);
    body.bytes(data, Math.multiplyExact(rows, type.size()));
  }

  private void text(FieldMapping mapping, VarColumn column, byte @Nullable [] validity) {
    int rows = column.rows();
    validity(rows, validity);
    if (!mapping.isTranscoded()) {
      body.offsets(column.offsetArray(), offsets(rows), 1);
      body.bytes(column.array(), column.dataSize());
      return;
    }
    int[] offsets = new int[offsets(rows)];
    byte[] data = new byte[Math.max(16, column.dataSize())];
    int size = 0;
    CharsetDecoder decoder = column.type().charset().newDecoder();
    for (int row = 0; row < rows; row++) {
      byte[] text =
          validity != null && validity[row] == 0 ? new byte[0] : utf8(decoder, column, row);
      if (data.length - size < text.length) {
        data = Arrays.copyOf(data, Math.max(2 * data.length, size + text.length));
      }
      System.arraycopy(text, 0, data, size, text.length);
      size += text.length;
      offsets[row + 1] = size;
    }
    body.offsets(offsets, offsets(rows), 1);
    body.bytes(data, size);
  }

  /**
   * Returns the text of a cell in UTF-8. Throws if converting it back would not give the same
   * bytes.
   */
  private static byte[] utf8(CharsetDecoder decoder, VarColumn column, int row) {
    int start = column.start(row);
    ByteBuffer cell = ByteBuffer.wrap(column.array(), start, column.end(row) - start);
    try {
      CharBuffer text = decoder.decode(cell);
      byte[] utf8 = text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      if (Arrays.equals(
          text.toString().getBytes(column.type().charset()),
          Arrays.copyOfRange(column.array(), start, column.end(row)))) {
        return utf8;
      }
    } catch (CharacterCodingException e) {
      throw broken(column, row, e);
    }
    throw broken(column, row, null);
  }

  private static InvalidRequestException broken(
      VarColumn column, int row, @Nullable CharacterCodingException cause) {
    return new InvalidRequestException(
        ("field \"%s\", row %d: the bytes are not valid %s text, which Arrow text requires; "
                + "write the field as stored, or leave it out")
            .formatted(column.name(), row, column.type()),
        null,
        cause);
  }
}
