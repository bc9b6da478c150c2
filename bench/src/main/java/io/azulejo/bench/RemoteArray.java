package io.azulejo.bench;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The dense array {@code remote}: 1 GiB in 16 fragments without filters. The value of a cell is its
 * index in row-major order.
 */
enum RemoteArray implements GivenArray {
  ONE;

  static final int ROWS = 16_384;
  static final int WIDTH = 8192;
  private static final int FRAGMENTS = 16;
  private static final int TILE = 256;

  @Override
  public String folder() {
    return "remote";
  }

  @Override
  public void prepare() {
    // Cells are generated on the fly.
  }

  @Override
  public void write(Azulejo azulejo, Location location) {
    azulejo.create(
        location,
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, ROWS - 1), TILE))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, WIDTH - 1), TILE))
            .attribute(Attribute.of("t", Datatype.FLOAT64))
            .build());
    int rows = ROWS / FRAGMENTS;
    for (int y = 0; y < ROWS; y += rows) {
      WriteRequest part = WriteRequest.DEFAULT.subarray(Subarray.of("y", y, y + rows - 1));
      try (ArrayWriter out = azulejo.array(location).writer(part)) {
        out.append(Batch.of(rows * WIDTH, List.of(column(y, rows))));
        out.commit();
      }
    }
  }

  private static FixedColumn column(int y, int rows) {
    byte[] data = new byte[rows * WIDTH * Double.BYTES];
    ByteBuffer values = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    for (int cell = y * WIDTH; values.hasRemaining(); cell++) {
      values.putDouble(cell);
    }
    return new FixedColumn("t", Datatype.FLOAT64, 1, rows * WIDTH, data, null);
  }

  @Override
  public ReadRequest everything() {
    return ReadRequest.ALL;
  }

  @Override
  public long bytes() {
    return (long) ROWS * WIDTH * Double.BYTES;
  }
}
