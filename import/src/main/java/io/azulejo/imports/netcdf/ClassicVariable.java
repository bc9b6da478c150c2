package io.azulejo.imports.netcdf;

import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variable of a classic NetCDF file. The values at each index of its first dimension are
 * contiguous. These blocks have a constant distance in the file.
 */
final class ClassicVariable extends NetcdfVariable {
  private final ClassicFile file;
  private final long begin;
  private final long stride;

  /**
   * Creates a variable.
   *
   * @param type type of the values; null if they are text
   * @param begin file offset of the first value
   * @param stride distance in bytes between consecutive indexes of the first dimension
   */
  ClassicVariable(
      ClassicFile file,
      String name,
      List<NetcdfDimension> dimensions,
      @Nullable Datatype type,
      NetcdfAttributes attributes,
      long begin,
      long stride) {
    super(name, dimensions, type, attributes);
    this.file = file;
    this.begin = begin;
    this.stride = stride;
  }

  @Override
  public int[] chunk() {
    int[] chunk = new int[dimensions().size()];
    Arrays.fill(chunk, 1);
    return chunk;
  }

  @Override
  byte[] values(long[] start, int[] shape, int bytes) throws IOException {
    int size = type().orElseThrow().size();
    int dimensions = start.length;
    long[] lengths = dimensions().stream().mapToLong(NetcdfDimension::length).toArray();
    long[] strides = NumberBytes.strides(lengths, size);
    if (dimensions > 0) {
      strides[0] = stride;
    }
    long last = 0;
    for (int d = 0; d < dimensions; d++) {
      last += (start[d] + shape[d] - 1) * strides[d];
    }
    String what = "variable \"" + name() + "\"";
    file.requireWithin(begin, last + size, what);
    byte[] values = new byte[bytes];
    // Each read covers as many of the last dimensions as are contiguous in the file.
    int together = dimensions;
    int run = size;
    while (together > 0
        && strides[together - 1] == run
        && (together == dimensions || shape[together] == lengths[together])) {
      together--;
      run *= shape[together];
    }
    long[] index = Arrays.copyOf(start, together + 1);
    long[] until = new long[index.length];
    for (int d = 0; d < together; d++) {
      until[d] = start[d] + shape[d];
    }
    int done = 0;
    do {
      long at = begin;
      for (int d = 0; d < dimensions; d++) {
        at += (d < index.length ? index[d] : start[d]) * strides[d];
      }
      file.read(ByteBuffer.wrap(values, done, run).slice(), at, what);
      done += run;
    } while (NumberBytes.next(index, start, until));
    NumberBytes.reverse(values, size);
    return values;
  }
}
