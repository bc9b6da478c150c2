package io.azulejo.spark;

import io.azulejo.query.Column;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A vector of strings or binary values. It does not copy UTF-8 strings, and converts strings in
 * other encodings on each access.
 */
final class ByteVector extends CellVector {
  private final Column column;
  private final byte[] data;
  private final Charset charset;
  private final boolean utf8;

  ByteVector(DataType type, Column column, byte @Nullable [] validity) {
    super(type, column.rows(), validity);
    this.column = column;
    this.data = column.array();
    this.charset = SparkTypes.charset(column.type());
    this.utf8 = charset.equals(StandardCharsets.UTF_8);
  }

  @Override
  public UTF8String getUTF8String(int row) {
    int start = column.start(row);
    int length = column.end(row) - start;
    return utf8
        ? UTF8String.fromBytes(data, start, length)
        : UTF8String.fromString(new String(data, start, length, charset));
  }

  @Override
  public byte[] getBinary(int row) {
    return Arrays.copyOfRange(data, column.start(row), column.end(row));
  }
}
