package io.azulejo.tests;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A dense array whose dimensions and attributes are all INT64, in row-major order, without filters:
 * as many fragments and tiles as a test wants.
 */
final class DenseLongs {
  private final Storage storage;
  private final Location array;
  private final List<String> dimensions;
  private final List<String> attributes;

  private DenseLongs(
      Storage storage, Location array, List<String> dimensions, List<String> attributes) {
    this.storage = storage;
    this.array = array;
    this.dimensions = dimensions;
    this.attributes = attributes;
  }

  /**
   * Creates an array.
   *
   * @param dimensions their names; the domain of each begins at 0
   * @param highs the greatest coordinates
   * @param extents the lengths of tiles
   * @param attributes their names
   */
  static DenseLongs create(
      Storage storage,
      Location array,
      List<String> dimensions,
      long[] highs,
      long[] extents,
      List<String> attributes) {
    ArraySchema.Builder schema = ArraySchema.dense();
    for (int d = 0; d < highs.length; d++) {
      Range domain = Range.of(0, highs[d]);
      schema.dimension(Dimension.of(dimensions.get(d), Datatype.INT64, domain, extents[d]));
    }
    attributes.forEach(a -> schema.attribute(Attribute.of(a, Datatype.INT64)));
    DenseLongs created = new DenseLongs(storage, array, dimensions, attributes);
    try (Azulejo azulejo = created.engine()) {
      azulejo.create(array, schema.buildAsStored(), CreateOptions.DEFAULT.at(1));
    }
    return created;
  }

  private Azulejo engine() {
    return Azulejo.builder().storage(array.scheme(), storage).build();
  }

  /**
   * Writes a fragment.
   *
   * @param low the least coordinates
   * @param high the greatest coordinates
   * @param values for each attribute the value at some coordinates
   */
  void fragment(long time, long[] low, long[] high, List<ToLongFunction<long[]>> values) {
    Subarray box = Subarray.ALL;
    int rows = 1;
    for (int d = 0; d < low.length; d++) {
      box = box.and(dimensions.get(d), low[d], high[d]);
      rows *= (int) (high[d] - low[d] + 1);
    }
    List<Column> columns = new ArrayList<>();
    for (int a = 0; a < attributes.size(); a++) {
      ByteBuffer bytes = ByteBuffer.allocate(rows * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (int row = 0; row < rows; row++) {
        bytes.putLong(values.get(a).applyAsLong(coordinates(row, low, high)));
      }
      String name = attributes.get(a);
      columns.add(new FixedColumn(name, Datatype.INT64, 1, rows, bytes.array(), null));
    }
    WriteRequest request = WriteRequest.DEFAULT.subarray(box);
    try (Azulejo azulejo = engine();
        ArrayWriter out = azulejo.array(array).writer(request, ChangeOptions.DEFAULT.at(time))) {
      out.append(Batch.of(rows, columns));
      out.commit();
    }
  }

  private static long[] coordinates(int row, long[] low, long[] high) {
    long[] at = new long[low.length];
    long left = row;
    for (int d = low.length - 1; d >= 0; d--) {
      long length = high[d] - low[d] + 1;
      at[d] = low[d] + left % length;
      left /= length;
    }
    return at;
  }
}
