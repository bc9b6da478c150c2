package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Bounds and nulls of the cells of a tile, or of many, found one by one. */
final class NaiveSummary {
  private final FieldStorage field;
  private final List<byte[]> values = new ArrayList<>();
  private long nulls;

  private NaiveSummary(FieldStorage field) {
    this.field = field;
  }

  /** Those of the tiles from one to another, the last not included. */
  static NaiveSummary of(TileSource source, FieldStorage field, int position, int from, int to) {
    NaiveSummary summary = new NaiveSummary(field);
    try (ScratchPool scratchPool = new ScratchPool()) {
      for (int t = from; t < to; t++) {
        int tile = t;
        scratchPool.with(
            buffers -> summary.add(source.cells(tile, position, buffers), source.written(tile)));
      }
    }
    return summary;
  }

  private void add(FieldCells cells, CellRuns runs) {
    int size = field.spec().cellSize();
    for (int start : runs.starts()) {
      for (int i = start; i < start + runs.length(); i++) {
        if (cells.isValid(i)) {
          values.add(Arrays.copyOfRange(cells.data(), cells.start(i, size), cells.end(i, size)));
        } else {
          nulls++;
        }
      }
    }
  }

  long nulls() {
    return nulls;
  }

  /** Whether some floating-point number is NaN or infinite. */
  boolean hasOddReals() {
    return field.type().isFloatingPoint()
        && values.stream().anyMatch(value -> !Double.isFinite(real(value)));
  }

  /** Whether some value has a byte of zero. */
  boolean hasZeroBytes() {
    return values.stream()
        .anyMatch(
            value -> {
              for (byte b : value) {
                if (b == 0) {
                  return true;
                }
              }
              return false;
            });
  }

  /** The least value as hexadecimal digits; empty where there is none but NaN. */
  Optional<String> min() {
    return values.stream()
        .filter(value -> !(field.type().isFloatingPoint() && Double.isNaN(real(value))))
        .min(this::compare)
        .map(HexFormat.of()::formatHex);
  }

  /** The greatest value; likewise. */
  Optional<String> max() {
    return values.stream()
        .filter(value -> !(field.type().isFloatingPoint() && Double.isNaN(real(value))))
        .max(this::compare)
        .map(HexFormat.of()::formatHex);
  }

  private int compare(byte[] a, byte[] b) {
    Datatype type = field.type();
    if (type == Datatype.CHAR || type == Datatype.STRING_ASCII) {
      return Arrays.compareUnsigned(a, b);
    }
    if (type.isFloatingPoint()) {
      return real(a) < real(b) ? -1 : real(a) > real(b) ? 1 : 0;
    }
    return type.isUnsigned()
        ? Long.compareUnsigned(whole(a), whole(b))
        : Long.compare(whole(a), whole(b));
  }

  private double real(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    return value.length == Float.BYTES ? bytes.getFloat() : bytes.getDouble();
  }

  private long whole(byte[] value) {
    byte[] wide = new byte[Long.BYTES];
    boolean negative = !field.type().isUnsigned() && value[value.length - 1] < 0;
    Arrays.fill(wide, (byte) (negative ? -1 : 0));
    System.arraycopy(value, 0, wide, 0, value.length);
    return ByteBuffer.wrap(wide).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }
}
