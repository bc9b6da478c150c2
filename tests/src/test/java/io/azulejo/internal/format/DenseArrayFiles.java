package io.azulejo.internal.format;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Writes the files of dense arrays whose dimensions and attributes are all INT64, in row-major
 * order, without filters: as many fragments and tiles as a test wants.
 */
public final class DenseArrayFiles {
  private static final String SCHEMA = "__1_1_00000000000000000000000000000000";

  private final Scratch scratch = new Scratch();
  private final Storage storage;
  private final Location array;
  private final ArraySchema schema;
  private int fragments;

  private DenseArrayFiles(Storage storage, Location array, ArraySchema schema) {
    this.storage = storage;
    this.array = array;
    this.schema = schema;
  }

  /**
   * Creates an array.
   *
   * @param dimensions their names; the domain of each begins at 0
   * @param highs the greatest coordinates
   * @param extents the lengths of tiles
   * @param attributes their names
   */
  public static DenseArrayFiles create(
      Storage storage,
      Location array,
      List<String> dimensions,
      long[] highs,
      long[] extents,
      List<String> attributes) {
    ArraySchema.Builder schema = ArraySchema.dense();
    for (int d = 0; d < highs.length; d++) {
      schema.dimension(
          new Dimension(
              dimensions.get(d),
              Datatype.INT64,
              1,
              FilterPipeline.EMPTY,
              Optional.of(Range.of(0, highs[d])),
              Optional.of(extents[d])));
    }
    for (String name : attributes) {
      schema.attribute(Attribute.builder(name, Datatype.INT64).build());
    }
    DenseArrayFiles files = new DenseArrayFiles(storage, array, schema.buildAsStored());
    files.write(
        "__schema/" + SCHEMA,
        files.generic(
            ArraySchemaFormat.encode(new StoredSchema(FormatVersion.CURRENT, files.schema))));
    return files;
  }

  /**
   * Writes a fragment.
   *
   * @param low the least coordinates
   * @param high the greatest coordinates
   * @param values for each attribute the value at some coordinates
   */
  public void fragment(long time, long[] low, long[] high, List<ToLongFunction<long[]>> values) {
    String name = "__%d_%d_%032x_23".formatted(time, time, ++fragments);
    int fields = schema.attributes().size() + 1 + schema.dimensions().size();
    Sections sections = new Sections(fields);
    List<long[]> tiles = tiles(low, high);
    long[] sizes = new long[fields];
    for (int field = 0; field < schema.attributes().size(); field++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      long[] offsets = new long[tiles.size()];
      long[] mins = new long[tiles.size()];
      long[] maxes = new long[tiles.size()];
      Arrays.fill(mins, Long.MAX_VALUE);
      Arrays.fill(maxes, Long.MIN_VALUE);
      TileSpec spec = new TileSpec(FilterPipeline.EMPTY, Datatype.INT64, Long.BYTES, false);
      for (int tile = 0; tile < offsets.length; tile++) {
        offsets[tile] = bytes.size();
        long[] cells = new long[cellsPerTile()];
        for (int cell = 0; cell < cells.length; cell++) {
          long[] at = coordinates(tiles.get(tile), cell);
          cells[cell] = Long.MIN_VALUE;
          if (isWithin(at, low, high)) {
            cells[cell] = values.get(field).applyAsLong(at);
            mins[tile] = Math.min(mins[tile], cells[cell]);
            maxes[tile] = Math.max(maxes[tile], cells[cell]);
          }
        }
        Slice encoded = TileCodec.of(spec, Optional.empty()).encode(longs(cells), scratch);
        bytes.writeBytes(encoded.toBytes());
      }
      sizes[field] = bytes.size();
      sections.field(field, offsets, mins, maxes);
      write("__fragments/" + name + "/a" + field + ".tdb", bytes.toByteArray());
    }
    write(
        "__fragments/" + name + "/__fragment_metadata.tdb",
        sections.file(box(low, high), sizes, cellsPerTile()));
    write("__commits/" + name + ".wrt", new byte[0]);
  }

  private int cellsPerTile() {
    int cells = 1;
    for (Dimension dimension : schema.dimensions()) {
      cells *= (int) dimension.tileLength();
    }
    return cells;
  }

  /** The first coordinates of the tiles around a box, in tile order. */
  private List<long[]> tiles(long[] low, long[] high) {
    List<long[]> tiles = new ArrayList<>();
    tiles.add(new long[0]);
    for (int d = 0; d < low.length; d++) {
      long extent = schema.dimensions().get(d).tileLength();
      List<long[]> longer = new ArrayList<>();
      for (long[] tile : tiles) {
        for (long at = low[d] / extent * extent; at <= high[d]; at += extent) {
          long[] next = Arrays.copyOf(tile, d + 1);
          next[d] = at;
          longer.add(next);
        }
      }
      tiles = longer;
    }
    return tiles;
  }

  private long[] coordinates(long[] tile, int cell) {
    long[] at = tile.clone();
    int left = cell;
    for (int d = tile.length - 1; d >= 0; d--) {
      int extent = (int) schema.dimensions().get(d).tileLength();
      at[d] += left % extent;
      left /= extent;
    }
    return at;
  }

  private static boolean isWithin(long[] at, long[] low, long[] high) {
    for (int d = 0; d < at.length; d++) {
      if (at[d] < low[d] || at[d] > high[d]) {
        return false;
      }
    }
    return true;
  }

  private static NDRange box(long[] low, long[] high) {
    Range[] ranges = new Range[low.length];
    for (int d = 0; d < low.length; d++) {
      ranges[d] = Range.of(low[d], high[d]);
    }
    return NDRange.of(ranges);
  }

  private static Slice longs(long[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return Slice.of(bytes.array());
  }

  private byte[] generic(Slice content) {
    return GenericTile.write("test", content, Optional.empty(), scratch).toBytes();
  }

  private void write(String path, byte[] bytes) {
    try (OutputFile out = storage.create(array.resolve(path))) {
      out.write(bytes, 0, bytes.length);
      out.commit();
    }
  }

  /** The sections of a fragment's metadata file, each a generic tile. */
  private final class Sections {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final long empty;
    private final long[] offsets;
    private final long[] mins;
    private final long[] maxes;

    Sections(int fields) {
      empty = add(TileTableFormat.encode("test", new long[0], FormatVersion.CURRENT));
      long noBounds =
          add(
              TileBoundsFormat.encode(
                  new TileBounds(Slice.EMPTY, Slice.EMPTY), FormatVersion.CURRENT));
      offsets = filled(fields, empty);
      mins = filled(fields, noBounds);
      maxes = filled(fields, noBounds);
    }

    private static long[] filled(int fields, long offset) {
      long[] all = new long[fields];
      Arrays.fill(all, offset);
      return all;
    }

    private long add(Slice content) {
      long offset = bytes.size();
      bytes.writeBytes(generic(content));
      return offset;
    }

    private long add(long[] bounds) {
      TileBounds tiles = new TileBounds(longs(bounds), Slice.EMPTY);
      return add(TileBoundsFormat.encode(tiles, FormatVersion.CURRENT));
    }

    void field(int field, long[] tileOffsets, long[] tileMins, long[] tileMaxes) {
      offsets[field] = add(TileTableFormat.encode("test", tileOffsets, FormatVersion.CURRENT));
      mins[field] = add(tileMins);
      maxes[field] = add(tileMaxes);
    }

    byte[] file(NDRange box, long[] sizes, int cellsPerTile) {
      int fields = sizes.length;
      FragmentFooter footer =
          new FragmentFooter(
              FormatVersion.CURRENT,
              Optional.of(SCHEMA),
              true,
              Optional.of(box),
              0,
              cellsPerTile,
              false,
              false,
              sizes,
              new long[fields],
              new long[fields],
              empty,
              offsets,
              filled(fields, empty),
              filled(fields, empty),
              filled(fields, empty),
              mins,
              maxes,
              filled(fields, empty),
              filled(fields, empty),
              empty,
              empty,
              List.of(),
              Slice.EMPTY);
      Slice encoded = FragmentFooterFormat.encode(footer, schema);
      bytes.writeBytes(encoded.toBytes());
      bytes.writeBytes(longs(new long[] {encoded.length()}).toBytes());
      return bytes.toByteArray();
    }
  }
}
