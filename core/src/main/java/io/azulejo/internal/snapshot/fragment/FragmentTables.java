package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.FragmentStatistics;
import io.azulejo.internal.format.FragmentStatisticsFormat;
import io.azulejo.internal.format.ProcessedConditionsFormat;
import io.azulejo.internal.format.RTree;
import io.azulejo.internal.format.RTreeFormat;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.format.TileBoundsFormat;
import io.azulejo.internal.format.TileTableFormat;
import io.azulejo.internal.runtime.ByteRanges;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sections of a fragment's metadata file, each read and decoded at most once, when it is first
 * asked for. Safe for use by many threads.
 */
public final class FragmentTables {
  /** The index of sections that there is one of, not one a field. */
  static final int ONLY = 0;

  /** The bytes of the largest tile that fits into an array. */
  private static final int MAX_TILE = Integer.MAX_VALUE - 8;

  private static final long[] NO_BORDERS = {};

  /** The fields of the footer that say where sections begin. */
  private static final List<String> BORDER_FIELDS =
      List.of(
          "rtree_offset",
          "tile_offsets",
          "tile_var_offsets",
          "tile_var_sizes",
          "tile_validity_offsets",
          "tile_mins",
          "tile_maxes",
          "tile_sums",
          "tile_null_counts",
          "fragment_statistics",
          "processed_conditions");

  private final FragmentSource source;
  private final FragmentFooter footer;
  private final StoredSchema schema;
  private final int tiles;
  private final long[] borders;
  private final Map<Section, Object> loaded;

  /** What a section holds. */
  public enum Table {
    /** The boxes of tiles. */
    RTREE(RTreeFormat.STRUCTURE),
    /** Where tiles of fixed-size cells or of offsets begin. */
    OFFSETS("tile offsets"),
    /** Where tiles of values of variable size begin. */
    VAR_OFFSETS("tile var offsets"),
    /** The unfiltered bytes of tiles of values of variable size. */
    VAR_SIZES("tile var sizes"),
    /** Where tiles of validity begin. */
    VALIDITY_OFFSETS("tile validity offsets"),
    /** The minima of tiles. */
    MINS("tile minima"),
    /** The maxima of tiles. */
    MAXES("tile maxima"),
    /** The sums of tiles; may be empty. */
    SUMS("tile sums"),
    /** The null counts of tiles; may be empty. */
    NULL_COUNTS("tile null counts"),
    /** The coordinates of the first cells of tiles; a section a dimension. */
    FIRST_CELLS("first coordinates"),
    /** The coordinates of the last cells of tiles; a section a dimension. */
    LAST_CELLS("last coordinates"),
    /** The statistics of the fragment as a whole. */
    WHOLE(FragmentStatisticsFormat.STRUCTURE),
    /** The conditions that were applied already. */
    PROCESSED_CONDITIONS(ProcessedConditionsFormat.STRUCTURE);

    private final String structure;

    Table(String structure) {
      this.structure = structure;
    }

    /** The name in messages. */
    String structure() {
      return structure;
    }
  }

  /**
   * One of the sections.
   *
   * @param index the field that it is of, by its place in the arrays of the footer
   */
  record Section(Table table, int index) {}

  FragmentTables(FragmentSource source, FragmentFooter footer, StoredSchema schema, int tiles) {
    this.source = source;
    this.footer = footer;
    this.schema = schema;
    this.tiles = tiles;
    this.borders = borders(footer);
    this.loaded = new ConcurrentHashMap<>();
  }

  private FragmentTables(FragmentTables same, FragmentSource source, Map<Section, Object> loaded) {
    this.source = source;
    this.footer = same.footer;
    this.schema = same.schema;
    this.tiles = same.tiles;
    this.borders = same.borders;
    this.loaded = loaded;
  }

  /** The same sections; those that are not loaded yet are read from another store. */
  FragmentTables withStorage(Storage storage) {
    return withFiles(source.files().withStorage(storage));
  }

  /** As {@link #withStorage}. */
  FragmentTables withFiles(StructureFiles others) {
    return new FragmentTables(this, source.withFiles(others), loaded);
  }

  /** The same sections, none of them loaded. Those that came with the footer stay. */
  FragmentTables unloaded() {
    return footer.version().hasFooter()
        ? new FragmentTables(this, source, new ConcurrentHashMap<>())
        : this;
  }

  /** Whether what is not loaded yet is read from that store. */
  boolean readsFrom(Storage storage) {
    return source.files() != null && source.files().storage() == storage;
  }

  /** The file that the sections are in. */
  Location file() {
    return source.metadataFile();
  }

  /** The bytes of the metadata file, if they are kept; else 0. */
  public int bytesInMemory() {
    return source.metadata() == null ? 0 : source.metadata().length();
  }

  /** Whether no file is read for what is not loaded yet. */
  boolean areInMemory() {
    return source.metadata() != null || !footer.version().hasFooter();
  }

  /** The file that the footer is from. */
  public Location footerFile() {
    return source.footerFile();
  }

  /** The boxes of the tiles of a sparse fragment. */
  RTree rtree() {
    return (RTree) get(Table.RTREE, ONLY);
  }

  /** One number a tile; of sums and null counts possibly none. */
  public long[] numbers(Table table, int index) {
    return (long[]) get(table, index);
  }

  /** One value a tile, or none. */
  public TileBounds bounds(Table table, int index) {
    return (TileBounds) get(table, index);
  }

  /** What is known of the fragment as a whole. */
  FragmentStatistics whole() {
    return (FragmentStatistics) get(Table.WHOLE, ONLY);
  }

  /** The names of the conditions that were applied already. */
  List<String> processedConditions() {
    return ((Names) get(Table.PROCESSED_CONDITIONS, ONLY)).names;
  }

  /** Takes tables that came with the footer, as those of versions 1 and 2 do. */
  void put(RTree tree) {
    loaded.put(new Section(Table.RTREE, ONLY), footer.dense() ? tree : checked(tree));
  }

  /** Takes tables that came with the footer; those of another number of tiles are of no use. */
  void put(Table table, long[][] numbers) {
    for (int index = 0; index < numbers.length; index++) {
      if (numbers[index].length == tiles) {
        checkSizes(table, numbers[index]);
        loaded.put(new Section(table, index), numbers[index]);
      }
    }
  }

  /** Loads those of some sections that are missing, in few reads. */
  void load(Collection<Section> wanted) {
    synchronized (loaded) {
      List<Section> missing =
          wanted.stream().distinct().filter(s -> !loaded.containsKey(s)).toList();
      if (!missing.isEmpty()) {
        StructureFiles.located(
            file(),
            () -> {
              read(missing);
              return null;
            });
      }
    }
  }

  private Object get(Table table, int index) {
    Section section = new Section(table, index);
    Object content = loaded.get(section);
    if (content == null) {
      load(List.of(section));
      content = loaded.get(section);
    }
    return content;
  }

  /** Where the last section begins, as the footer says. */
  public long lastSection() {
    return borders[borders.length - 1];
  }

  /** The bytes of a data file of the fragment, as its store says; 0 if it is not there. */
  long storedBytes(Location dataFile) {
    return source.files().storage().findFile(dataFile).map(Storage.Entry::size).orElse(0L);
  }

  private void read(List<Section> sections) {
    if (!footer.version().hasFooter()) {
      throw CorruptDataException.of(
          sections.get(0).table.structure,
          "values",
          -1,
          "there is not one for each of the %d tiles".formatted(tiles));
    }
    if (source.metadata() != null) {
      for (Section section : sections) {
        long offset = offset(section);
        long length = end(offset, source.metadataSize()) - offset;
        decode(section, source.metadata().slice((int) offset, (int) length), offset);
      }
      return;
    }
    try (InputFile in = source.files().storage().open(file())) {
      long size = source.knowsSize() ? source.metadataSize() : in.size();
      long[] offsets = new long[sections.size()];
      long[] lengths = new long[sections.size()];
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = offset(sections.get(i));
        lengths[i] = end(offsets[i], size) - offsets[i];
      }
      for (ByteRanges.Merged range : ByteRanges.merge(offsets, lengths)) {
        Slice bytes = bytes(in, range.position(), range.length());
        for (int i : range.members()) {
          int position = (int) (offsets[i] - range.position());
          // No further than to the next section, however much was read together.
          decode(sections.get(i), bytes.slice(position, (int) lengths[i]), offsets[i]);
        }
      }
    } catch (NotFoundException e) {
      throw source
          .missing()
          .explain(
              source.files().storage(),
              file(),
              CorruptDataException.of(
                  "fragment", null, -1, "its metadata file is not there any more", e));
    }
  }

  private void decode(Section section, Slice bytes, long position) {
    loaded.put(section, decode(section.table, content(section, bytes, position)));
  }

  /** The content of a section; errors in its tile are placed at its offset in the file. */
  private Slice content(Section section, Slice bytes, long position) {
    try {
      return source.files().content(section.table.structure, bytes, 0);
    } catch (CorruptDataException e) {
      throw e.within(section.table.structure, null, position);
    } catch (UnsupportedFormatException e) {
      throw e.within(position);
    }
  }

  private Object decode(Table table, Slice content) {
    FormatVersion version = footer.version();
    return switch (table) {
      case RTREE -> checked(RTreeFormat.decode(content, version, schema.schema()));
      case MINS, MAXES, FIRST_CELLS, LAST_CELLS -> TileBoundsFormat.decode(content, version);
      case WHOLE -> FragmentStatisticsFormat.decode(content, version, footer.fileSizes().length);
      case PROCESSED_CONDITIONS -> new Names(ProcessedConditionsFormat.decode(content, version));
      default -> checked(table, TileTableFormat.decode(table.structure, content, version));
    };
  }

  private RTree checked(RTree tree) {
    if (tree.tiles() != tiles) {
      throw CorruptDataException.of(
          RTreeFormat.STRUCTURE,
          "levels",
          -1,
          "%d leaves for the %d tiles of the footer in %s"
              .formatted(tree.tiles(), tiles, source.footerFile()));
    }
    if (tiles > 0) {
      new TreeBounds(tree, footer, source.footerFile(), schema.schema().dimensions()).check();
    }
    return tree;
  }

  private long[] checked(Table table, long[] values) {
    boolean optional = table == Table.SUMS || table == Table.NULL_COUNTS;
    if (values.length != tiles && !(optional && values.length == 0)) {
      throw CorruptDataException.of(
          table.structure, "values", 0, "%d values for %d tiles".formatted(values.length, tiles));
    }
    checkSizes(table, values);
    return values;
  }

  /** Offsets are held to the size of their file when they are used; sizes have nothing else. */
  private static void checkSizes(Table table, long[] values) {
    for (int i = 0; table == Table.VAR_SIZES && i < values.length; i++) {
      if (values[i] < 0) {
        throw CorruptDataException.of(
            table.structure,
            "values[" + i + "]",
            (1L + i) * Long.BYTES,
            "a tile of %s bytes".formatted(Long.toUnsignedString(values[i])));
      }
      if (values[i] > MAX_TILE) {
        throw UnsupportedFormatException.of(
            table.structure,
            (1L + i) * Long.BYTES,
            "a tile of %d bytes; the largest that can be read has %d"
                .formatted(values[i], MAX_TILE));
      }
    }
  }

  private long offset(Section section) {
    int index = section.index;
    return switch (section.table) {
      case RTREE -> footer.rtreeOffset();
      case OFFSETS -> footer.tileOffsets()[index];
      case VAR_OFFSETS -> footer.tileVarOffsets()[index];
      case VAR_SIZES -> footer.tileVarSizes()[index];
      case VALIDITY_OFFSETS -> footer.tileValidityOffsets()[index];
      case MINS -> footer.tileMins()[index];
      case MAXES -> footer.tileMaxes()[index];
      case SUMS -> footer.tileSums()[index];
      case NULL_COUNTS -> footer.tileNullCounts()[index];
      case FIRST_CELLS -> ends()[index];
      case LAST_CELLS -> ends()[ends().length / 2 + index];
      case WHOLE -> footer.fragmentStatistics();
      case PROCESSED_CONDITIONS -> footer.processedConditions();
    };
  }

  /** Where the coordinates of first cells begin, then those of last ones, by dimension. */
  private long[] ends() {
    return footer
        .globalOrderBounds(schema.schema().dimensions().size())
        .orElseThrow(
            () ->
                CorruptDataException.of(
                        FragmentFooterFormat.STRUCTURE,
                        "optional_sections",
                        -1,
                        "no coordinates of first cells")
                    .at(source.footerFile().toString()));
  }

  /** Where a section ends at the latest: where the next one begins. */
  private long end(long offset, long fileSize) {
    if (offset < 0 || offset >= fileSize) {
      throw CorruptDataException.of(
              FragmentFooterFormat.STRUCTURE,
              "offset of a section",
              -1,
              "%s is not within the %d bytes of %s"
                  .formatted(Long.toUnsignedString(offset), fileSize, file()))
          .at(source.footerFile().toString());
    }
    int next = Arrays.binarySearch(borders, offset + 1);
    int index = next < 0 ? -next - 1 : next;
    return index < borders.length ? Math.min(borders[index], fileSize) : fileSize;
  }

  private static Slice bytes(InputFile in, long start, long length) {
    if (length > Integer.MAX_VALUE - 8) {
      throw CorruptDataException.of(
          "fragment metadata", null, start, "a section of %d bytes".formatted(length));
    }
    byte[] bytes = new byte[(int) length];
    in.read(start, bytes, 0, bytes.length);
    return Slice.of(bytes);
  }

  /**
   * Where sections begin, in order: where one begins, the one before ends. Of sections that a
   * fragment has no use for some writers say 0.
   *
   * @throws CorruptDataException if two begin at the same place
   */
  private static long[] borders(FragmentFooter footer) {
    if (!footer.version().hasFooter()) {
      return NO_BORDERS;
    }
    long[][] starts = {
      {footer.rtreeOffset()},
      footer.tileOffsets(),
      footer.tileVarOffsets(),
      footer.tileVarSizes(),
      footer.tileValidityOffsets(),
      footer.tileMins(),
      footer.tileMaxes(),
      footer.tileSums(),
      footer.tileNullCounts(),
      given(footer.fragmentStatistics()),
      given(footer.processedConditions())
    };
    int count = 0;
    for (long[] some : starts) {
      count += some.length;
    }
    long[] borders = new long[count];
    int end = 0;
    for (long[] some : starts) {
      System.arraycopy(some, 0, borders, end, some.length);
      end += some.length;
    }
    Arrays.sort(borders);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || borders[i] != borders[i - 1]) {
        borders[distinct++] = borders[i];
      } else if (borders[i] != 0) {
        throw beginsTwice(borders[i], starts);
      }
    }
    return Arrays.copyOf(borders, distinct);
  }

  /** Where a section begins that not all fragments have. */
  private static long[] given(long offset) {
    return offset == 0 ? NO_BORDERS : new long[] {offset};
  }

  private static CorruptDataException beginsTwice(long offset, long[][] starts) {
    int seen = 0;
    int field = -1;
    for (int f = 0; field < 0; f++) {
      for (long start : starts[f]) {
        seen += start == offset ? 1 : 0;
      }
      field = seen > 1 ? f : -1;
    }
    return CorruptDataException.of(
        FragmentFooterFormat.STRUCTURE,
        BORDER_FIELDS.get(field),
        -1,
        "a section at %s, where another one begins".formatted(Long.toUnsignedString(offset)));
  }

  /** Gives a list a type of its own. */
  private record Names(List<String> names) {}
}
