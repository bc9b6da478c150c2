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

/**
 * Writes the files of sparse arrays whose dimensions and attributes are all INT64, without filters:
 * as many fragments, tiles, times and deletions as a test wants.
 */
public final class SparseArrayFiles {
  private static final int FANOUT = 10;
  private static final String SCHEMA = "__1_1_00000000000000000000000000000000";

  private final Scratch scratch = new Scratch();
  private final Storage storage;
  private final Location array;
  private final ArraySchema schema;
  private int fragments;

  private SparseArrayFiles(Storage storage, Location array, ArraySchema schema) {
    this.storage = storage;
    this.array = array;
    this.schema = schema;
  }

  /**
   * Creates an array.
   *
   * @param capacity the cells of a tile
   * @param dimensions their names; their domain is 0 to 2^40
   * @param attributes their names
   */
  public static SparseArrayFiles create(
      Storage storage,
      Location array,
      boolean duplicates,
      int capacity,
      List<String> dimensions,
      List<String> attributes) {
    ArraySchema.Builder schema = ArraySchema.sparse().capacity(capacity);
    schema.allowsDuplicates(duplicates).coordsFilters(FilterPipeline.EMPTY);
    for (String name : dimensions) {
      schema.dimension(
          Dimension.asStored(
              name,
              Datatype.INT64,
              1,
              FilterPipeline.EMPTY,
              Optional.of(Range.of(0, 1L << 40)),
              Optional.empty()));
    }
    for (String name : attributes) {
      schema.attribute(Attribute.of(name, Datatype.INT64));
    }
    SparseArrayFiles files = new SparseArrayFiles(storage, array, schema.buildAsStored());
    files.write(
        "__schema/" + SCHEMA,
        files.generic(
            ArraySchemaFormat.encode(new StoredSchema(FormatVersion.NEWEST, files.schema))));
    return files;
  }

  /**
   * Writes a fragment of cells that are in global order.
   *
   * @param columns for each dimension, then for each attribute, its values
   */
  public void fragment(long time, long[]... columns) {
    fragment(time, time, null, columns);
  }

  /**
   * Writes a fragment that other ones were consolidated to.
   *
   * @param times the time of each cell; null where they have none of their own
   */
  public void fragment(long start, long end, long[] times, long[]... columns) {
    String name = "__%d_%d_%032x_23".formatted(start, end, ++fragments);
    int dimensions = schema.dimensions().size();
    int attributes = schema.attributes().size();
    int fields = attributes + 1 + dimensions + (times == null ? 0 : 1);
    int cells = columns[0].length;
    int capacity = (int) schema.capacity();
    int tiles = (cells + capacity - 1) / capacity;
    Sections sections = new Sections(fields);
    long[] sizes = new long[fields];
    for (int field = 0; field < fields; field++) {
      long[] values;
      String file;
      if (field < attributes) {
        values = columns[dimensions + field];
        file = "a" + field;
        sections.bounds(field, tileBounds(values));
      } else if (field == attributes) {
        continue;
      } else if (field <= attributes + dimensions) {
        values = columns[field - attributes - 1];
        file = "d" + (field - attributes - 1);
      } else {
        values = times;
        file = "t";
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      long[] offsets = new long[tiles];
      for (int tile = 0; tile < tiles; tile++) {
        offsets[tile] = bytes.size();
        long[] part =
            Arrays.copyOfRange(values, tile * capacity, Math.min(cells, (tile + 1) * capacity));
        TileSpec spec = new TileSpec(FilterPipeline.EMPTY, Datatype.INT64, Long.BYTES, false);
        Slice encoded = TileCodec.of(spec, Optional.empty()).encode(longs(part), scratch);
        bytes.writeBytes(encoded.toBytes());
      }
      sizes[field] = bytes.size();
      sections.offsets(field, offsets);
      write("__fragments/" + name + "/" + file + ".tdb", bytes.toByteArray());
    }
    RTree tree = tree(tiles, columns);
    sections.rtree(tree);
    write(
        "__fragments/" + name + "/__fragment_metadata.tdb",
        sections.file(tree, sizes, tiles, cells - (tiles - 1) * capacity, times != null));
    write("__commits/" + name + ".wrt", new byte[0]);
  }

  /**
   * Writes a deletion.
   *
   * @param left which cells it leaves
   */
  public void delete(long time, ConditionNode left) {
    write(
        "__commits/__%d_%d_%032x_23.del".formatted(time, time, ++fragments),
        generic(ConditionFormat.encode(left, FormatVersion.NEWEST)));
  }

  /**
   * Writes an update of some cells, which is taken for a deletion.
   *
   * @param left which cells keep what they have
   */
  public void update(long time, ConditionNode left, String attribute, long value) {
    Update.Value changed = new Update.Value(attribute, longs(new long[] {value}));
    write(
        "__commits/__%d_%d_%032x_23.upd".formatted(time, time, ++fragments),
        generic(UpdateFormat.encode(new Update(left, List.of(changed)), FormatVersion.NEWEST)));
  }

  /** A comparison with a number, as it is stored. */
  public static ConditionNode comparison(
      String attribute, ConditionNode.Operator operator, long value) {
    return new ConditionNode.Comparison(operator, attribute, longs(new long[] {value}), List.of());
  }

  /** The least and the greatest value of each tile. */
  private TileBounds[] tileBounds(long[] values) {
    int capacity = (int) schema.capacity();
    int tiles = (values.length + capacity - 1) / capacity;
    long[] mins = new long[tiles];
    long[] maxes = new long[tiles];
    Arrays.fill(mins, Long.MAX_VALUE);
    Arrays.fill(maxes, Long.MIN_VALUE);
    for (int i = 0; i < values.length; i++) {
      mins[i / capacity] = Math.min(mins[i / capacity], values[i]);
      maxes[i / capacity] = Math.max(maxes[i / capacity], values[i]);
    }
    return new TileBounds[] {
      new TileBounds(longs(mins), Slice.EMPTY), new TileBounds(longs(maxes), Slice.EMPTY)
    };
  }

  private RTree tree(int tiles, long[][] columns) {
    int dimensions = schema.dimensions().size();
    int capacity = (int) schema.capacity();
    Object[] lows = new Object[dimensions];
    Object[] highs = new Object[dimensions];
    for (int d = 0; d < dimensions; d++) {
      TileBounds[] bounds = tileBounds(columns[d]);
      lows[d] = longs(bounds[0].fixed(), tiles);
      highs[d] = longs(bounds[1].fixed(), tiles);
    }
    List<Boxes> levels = new ArrayList<>();
    levels.add(new Boxes(tiles, lows, highs));
    while (levels.get(0).count() > 1) {
      levels.add(0, parents(levels.get(0)));
    }
    return new RTree(FANOUT, levels);
  }

  private static Boxes parents(Boxes children) {
    int count = (children.count() + FANOUT - 1) / FANOUT;
    Object[] lows = new Object[children.dimensions()];
    Object[] highs = new Object[children.dimensions()];
    for (int d = 0; d < lows.length; d++) {
      long[] low = new long[count];
      long[] high = new long[count];
      Arrays.fill(low, Long.MAX_VALUE);
      Arrays.fill(high, Long.MIN_VALUE);
      for (int i = 0; i < children.count(); i++) {
        low[i / FANOUT] = Math.min(low[i / FANOUT], children.longLows(d)[i]);
        high[i / FANOUT] = Math.max(high[i / FANOUT], children.longHighs(d)[i]);
      }
      lows[d] = low;
      highs[d] = high;
    }
    return new Boxes(count, lows, highs);
  }

  private static Slice longs(long[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return Slice.of(bytes.array());
  }

  private static long[] longs(Slice values, int count) {
    long[] longs = new long[count];
    for (int i = 0; i < count; i++) {
      longs[i] = values.getLong(i * Long.BYTES);
    }
    return longs;
  }

  private byte[] generic(Slice content) {
    return GenericTile.write("test", FormatVersion.NEWEST, content, Optional.empty(), scratch)
        .toBytes();
  }

  private void write(String path, byte[] bytes) {
    try (OutputFile out = storage.create(array.resolve(path))) {
      out.write(bytes, 0, bytes.length);
      out.commit();
    }
  }

  /** The sections of a fragment's metadata file, each a generic tile. */
  private final class Sections {
    private final int fields;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final long[] offsets;
    private final long[] mins;
    private final long[] maxes;
    private long rtree;

    Sections(int fields) {
      this.fields = fields;
      offsets = empty();
      mins = noBounds();
      maxes = noBounds();
    }

    /** An empty table for each field. */
    private long[] empty() {
      long[] all = new long[fields];
      Arrays.setAll(
          all, i -> add(TileTableFormat.encode("test", new long[0], FormatVersion.NEWEST)));
      return all;
    }

    private long[] noBounds() {
      long[] all = new long[fields];
      TileBounds none = new TileBounds(Slice.EMPTY, Slice.EMPTY);
      Arrays.setAll(all, i -> add(TileBoundsFormat.encode(none, FormatVersion.NEWEST)));
      return all;
    }

    private long add(Slice content) {
      long offset = bytes.size();
      bytes.writeBytes(generic(content));
      return offset;
    }

    void offsets(int field, long[] table) {
      offsets[field] = add(TileTableFormat.encode("test", table, FormatVersion.NEWEST));
    }

    void bounds(int field, TileBounds[] table) {
      mins[field] = add(TileBoundsFormat.encode(table[0], FormatVersion.NEWEST));
      maxes[field] = add(TileBoundsFormat.encode(table[1], FormatVersion.NEWEST));
    }

    void rtree(RTree tree) {
      rtree = add(RTreeFormat.encode(tree, FormatVersion.NEWEST, schema));
    }

    byte[] file(RTree tree, long[] sizes, int tiles, int lastTileCells, boolean timestamps) {
      FragmentFooter footer =
          new FragmentFooter(
              FormatVersion.NEWEST,
              Optional.of(SCHEMA),
              false,
              Optional.of(box(tree)),
              tiles,
              lastTileCells,
              timestamps,
              false,
              sizes,
              new long[fields],
              new long[fields],
              rtree,
              offsets,
              empty(),
              empty(),
              empty(),
              mins,
              maxes,
              empty(),
              empty(),
              0,
              0,
              List.of(),
              Slice.EMPTY);
      Slice encoded = FragmentFooterFormat.encode(footer, schema);
      bytes.writeBytes(encoded.toBytes());
      bytes.writeBytes(longs(new long[] {encoded.length()}).toBytes());
      return bytes.toByteArray();
    }

    private NDRange box(RTree tree) {
      return tree.levels().get(0).box(0);
    }
  }
}
