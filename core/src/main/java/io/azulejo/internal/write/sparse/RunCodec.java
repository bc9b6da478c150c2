package io.azulejo.internal.write.sparse;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way of cells that wait to disk and back: quick filters, and the array's key if it has one, so
 * that nothing of an encrypted array ever lies on disk in plain.
 */
final class RunCodec {
  private static final Filter LZ4 = Filter.lz4();

  private final CellLayout layout;
  private final TileCodec[] values;
  private final TileCodec lengths;
  private final TileCodec validity;

  RunCodec(CellLayout layout, Optional<EncryptionKey> key) {
    this.layout = layout;
    ArraySchema schema = layout.schema();
    List<Datatype> types = new ArrayList<>();
    schema.attributes().forEach(attribute -> types.add(attribute.type()));
    schema.dimensions().forEach(dimension -> types.add(dimension.type()));
    values = new TileCodec[types.size()];
    for (int f = 0; f < values.length; f++) {
      values[f] = codec(types.get(f), key);
    }
    lengths = codec(Datatype.INT32, key);
    validity = codec(Datatype.UINT8, key);
  }

  private static TileCodec codec(Datatype type, Optional<EncryptionKey> key) {
    FilterPipeline pipeline =
        type.size() == 1 ? FilterPipeline.of(LZ4) : FilterPipeline.of(Filter.byteShuffle(), LZ4);
    return TileCodec.of(new TileSpec(pipeline, type, type.size(), false), key);
  }

  /** The parts of one column of a block. */
  List<Slice> encode(int field, FieldCells cells, Scratch scratch) {
    List<Slice> parts = new ArrayList<>();
    Slice bytes = Slice.of(cells.data(), cells.start(), cells.length());
    parts.add(values[field].encode(bytes, scratch));
    if (layout.isVar(field)) {
      byte[] numbers = new byte[cells.count() * Integer.BYTES];
      IntBuffer out = ByteBuffer.wrap(numbers).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
      for (int i = 0; i < cells.count(); i++) {
        out.put(i, cells.offsets()[i + 1] - cells.offsets()[i]);
      }
      parts.add(lengths.encode(Slice.of(numbers), scratch));
    }
    if (layout.nullable(field)) {
      parts.add(validity.encode(Slice.of(cells.validity(), 0, cells.count()), scratch));
    }
    return parts;
  }

  /** The columns of a block. */
  CellColumn[] decode(SpilledRun.Block block, byte[] bytes, Scratch scratch) {
    CellColumn[] columns = new CellColumn[values.length];
    int rows = block.rows();
    int part = 0;
    int position = 0;
    for (int f = 0; f < columns.length; f++) {
      byte[] data = new byte[block.values()[f]];
      int[] offsets = null;
      byte[] valid = null;
      decode(values[f], bytes, position, block.sizes()[part], data, scratch);
      position += block.sizes()[part++];
      if (layout.isVar(f)) {
        byte[] numbers = new byte[rows * Integer.BYTES];
        decode(lengths, bytes, position, block.sizes()[part], numbers, scratch);
        position += block.sizes()[part++];
        offsets = offsets(numbers, rows);
      }
      if (layout.nullable(f)) {
        valid = new byte[rows];
        decode(validity, bytes, position, block.sizes()[part], valid, scratch);
        position += block.sizes()[part++];
      }
      columns[f] = new CellColumn(data, 0, offsets, valid);
    }
    return columns;
  }

  private static void decode(
      TileCodec codec, byte[] bytes, int position, int size, byte[] target, Scratch scratch) {
    codec.decode(Slice.of(bytes, position, size), target, 0, target.length, scratch);
  }

  private static int[] offsets(byte[] numbers, int rows) {
    IntBuffer in = ByteBuffer.wrap(numbers).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    int[] offsets = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      offsets[i + 1] = offsets[i] + in.get(i);
    }
    return offsets;
  }
}
