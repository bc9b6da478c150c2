package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.FragmentStatistics;
import io.azulejo.internal.format.FragmentStatisticsFormat;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.format.TileBoundsFormat;
import io.azulejo.internal.format.TileTableFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.MissingFile;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fragment with statistics as tests want them: of one attribute, {@code a}, and one dimension,
 * {@code d}, in tiles of ten cells.
 */
final class StoredStatistics {
  /** The sections that can be replaced. */
  enum Part {
    RTREE,
    MINS,
    MAXES,
    SUMS,
    NULL_COUNTS,
    DIMENSION_SUMS,
    WHOLE
  }

  private static final int FIELDS = 3;
  private static final int DIMENSION = 2;
  private static final int TILE = 10;

  private final int version;
  private final boolean dense;
  private final Attribute attribute;
  private final List<Slice> mins = new ArrayList<>();
  private final List<Slice> maxes = new ArrayList<>();
  private final List<Long> sums = new ArrayList<>();
  private final List<Long> nullCounts = new ArrayList<>();
  private final Map<Part, Slice> replaced = new LinkedHashMap<>();
  private int newest = 1;
  private int written = -1;
  private FragmentStatistics.Field whole =
      new FragmentStatistics.Field(Slice.EMPTY, Slice.EMPTY, 0, 0);

  private StoredStatistics(int version, boolean dense, Attribute attribute) {
    this.version = version;
    this.dense = dense;
    this.attribute = attribute;
  }

  static StoredStatistics sparse(int version, Attribute.Builder attribute) {
    return new StoredStatistics(version, false, attribute.build());
  }

  static StoredStatistics dense(int version, Attribute.Builder attribute) {
    return new StoredStatistics(version, true, attribute.build());
  }

  /** An attribute named {@code a}. */
  static Attribute.Builder attribute(Datatype type) {
    return Attribute.builder("a", type);
  }

  /** A value of a type as it is stored. */
  static Slice value(Datatype type, long number) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(number);
    return Slice.of(bytes.array(), 0, type.size());
  }

  /** A value of a type as it is stored. */
  static Slice value(Datatype type, double number) {
    return type == Datatype.FLOAT32
        ? value(type, (long) Float.floatToRawIntBits((float) number))
        : value(type, Double.doubleToRawLongBits(number));
  }

  /** A string, of which {@code |} stands for NUL. */
  static Slice text(String text) {
    return Slice.of(text.replace('|', '\0').getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The fragment was written at two times, or consolidated. */
  StoredStatistics atTwoTimes() {
    newest = 2;
    return this;
  }

  /** Of a dense fragment so many cells were written, from the first on. */
  StoredStatistics written(int cells) {
    written = cells;
    return this;
  }

  StoredStatistics tile(Slice min, Slice max, long sum, long nullCount) {
    mins.add(min);
    maxes.add(max);
    sums.add(sum);
    nullCounts.add(nullCount);
    return this;
  }

  /** A tile of integers. */
  StoredStatistics tile(long min, long max, long sum, long nullCount) {
    Datatype type = attribute.type();
    return tile(value(type, min), value(type, max), sum, nullCount);
  }

  /** A tile of floating-point numbers. */
  StoredStatistics tile(double min, double max, double sum) {
    Datatype type = attribute.type();
    return tile(value(type, min), value(type, max), Double.doubleToRawLongBits(sum), 0);
  }

  StoredStatistics whole(Slice min, Slice max, long sum, long nullCount) {
    whole = new FragmentStatistics.Field(min, max, sum, nullCount);
    return this;
  }

  /** Puts other content in place of a section's. */
  StoredStatistics replace(Part part, Slice content) {
    replaced.put(part, content);
    return this;
  }

  /** What is known of the attribute. */
  TileStatistics ofAttribute() {
    Fragment fragment = fragment();
    return fragment.statistics(field(fragment, "a"));
  }

  /** What is known of the attribute in the whole fragment. */
  TileStatistics ofFragment() {
    Fragment fragment = fragment();
    return fragment.fragmentStatistics(field(fragment, "a"));
  }

  /** What is known of the dimension. */
  TileStatistics ofDimension() {
    Fragment fragment = fragment();
    return fragment.statistics(field(fragment, "d"));
  }

  static FieldStorage field(Fragment fragment, String name) {
    return fragment.field(name).orElseThrow();
  }

  /** The fragment, in a store of its own. */
  Fragment fragment() {
    FormatVersion format = FormatVersion.of(version);
    int tiles = mins.size();
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    Map<Part, Long> offsets = new LinkedHashMap<>();
    sections(format).forEach((part, content) -> offsets.put(part, append(file, content)));
    boolean statistics = version >= 11;
    long[] sizes = new long[FIELDS];
    Arrays.fill(sizes, Integer.MAX_VALUE);
    FragmentFooter footer =
        new FragmentFooter(
            format,
            Optional.of("__1_1_schema"),
            dense,
            Optional.of(NDRange.of(Range.of(1, written < 0 ? (long) tiles * TILE : written))),
            dense ? 0 : tiles,
            TILE,
            false,
            false,
            sizes,
            sizes,
            sizes,
            offsets.get(Part.RTREE),
            absent(1),
            absent(2),
            absent(3),
            absent(4),
            perField(statistics, 5, offsets.get(Part.MINS), -1),
            perField(statistics, 6, offsets.get(Part.MAXES), -1),
            perField(statistics, 7, offsets.get(Part.SUMS), offsets.get(Part.DIMENSION_SUMS)),
            perField(statistics, 8, offsets.get(Part.NULL_COUNTS), -1),
            version >= 12 ? offsets.get(Part.WHOLE) : 0,
            0,
            List.of(),
            Slice.EMPTY);
    Storage storage = Storage.inMemory();
    Location folder =
        Location.of("mem://array/__fragments/__1_%d_name_%d".formatted(newest, version));
    storage.createExclusive(folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE), file.toByteArray());
    StoredSchema schema = new StoredSchema(format, schema());
    return Fragment.of(
        new FragmentSource(
            FragmentName.parse(ArrayPaths.lastComponent(folder.toString())).orElseThrow(),
            folder,
            folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE),
            new StructureFiles(storage, Optional.empty()),
            MissingFile::explain),
        footer,
        schema,
        schema.schema());
  }

  /** The unfiltered content of all sections. */
  Map<Part, Slice> sections(FormatVersion format) {
    int tiles = mins.size();
    FragmentStatistics.Field none = new FragmentStatistics.Field(Slice.EMPTY, Slice.EMPTY, 0, 0);
    Map<Part, Slice> sections = new LinkedHashMap<>();
    sections.put(Part.RTREE, rtree(tiles));
    sections.put(Part.MINS, TileBoundsFormat.encode(bounds(mins), format));
    sections.put(Part.MAXES, TileBoundsFormat.encode(bounds(maxes), format));
    sections.put(Part.SUMS, TileTableFormat.encode("tile sums", numbers(sums), format));
    sections.put(
        Part.NULL_COUNTS, TileTableFormat.encode("tile null counts", numbers(nullCounts), format));
    sections.put(Part.DIMENSION_SUMS, TileTableFormat.encode("tile sums", numbers(sums), format));
    sections.put(
        Part.WHOLE,
        FragmentStatisticsFormat.encode(
            new FragmentStatistics(List.of(whole, none, none)), format));
    sections.putAll(replaced);
    return sections;
  }

  /** Where sections of a kind would begin that nobody reads: each elsewhere, beyond the file. */
  private static long[] absent(int kind) {
    long[] offsets = new long[FIELDS];
    Arrays.setAll(offsets, field -> (kind * 10L + field) << 40);
    return offsets;
  }

  private static long[] perField(boolean there, int kind, long attribute, long dimension) {
    if (!there) {
      return new long[0];
    }
    long[] offsets = absent(kind);
    offsets[0] = attribute;
    offsets[DIMENSION] = dimension < 0 ? offsets[DIMENSION] : dimension;
    return offsets;
  }

  private ArraySchema schema() {
    return (dense ? ArraySchema.dense() : ArraySchema.sparse())
        .capacity(TILE)
        .dimension(
            Dimension.asStored(
                "d",
                Datatype.INT32,
                1,
                FilterPipeline.EMPTY,
                Optional.of(Range.of(1, 100)),
                Optional.of((long) TILE)))
        .attribute(attribute)
        .buildAsStored();
  }

  /** Tile i holds the coordinates from 10 i + 1 to 10 i + 10. */
  private static Slice rtree(int tiles) {
    ByteBuffer tree = ByteBuffer.allocate(16 + 8 * tiles).order(ByteOrder.LITTLE_ENDIAN);
    tree.putInt(TILE).putInt(1).putLong(tiles);
    for (int tile = 0; tile < tiles; tile++) {
      tree.putInt(TILE * tile + 1).putInt(TILE * tile + TILE);
    }
    return Slice.of(tree.array());
  }

  private TileBounds bounds(List<Slice> values) {
    ByteArrayOutputStream fixed = new ByteArrayOutputStream();
    ByteArrayOutputStream var = new ByteArrayOutputStream();
    for (Slice value : values) {
      if (attribute.isVar()) {
        fixed.writeBytes(value(Datatype.UINT64, var.size()).toBytes());
        var.writeBytes(value.toBytes());
      } else {
        fixed.writeBytes(value.toBytes());
      }
    }
    return new TileBounds(Slice.of(fixed.toByteArray()), Slice.of(var.toByteArray()));
  }

  private static long[] numbers(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).toArray();
  }

  private static long append(ByteArrayOutputStream file, Slice content) {
    long offset = file.size();
    try (Scratch scratch = new Scratch()) {
      file.writeBytes(
          GenericTile.write("section", FormatVersion.NEWEST, content, Optional.empty(), scratch)
              .toBytes());
    }
    return offset;
  }
}
