package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
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

  private final FragmentSource source;
  private final FragmentFooter footer;
  private final StoredSchema schema;
  private final int tiles;
  private final SectionPlaces places;
  private final Loaded loaded;

  /** The sections that were read, each in the field of its type. Safe for use by many threads. */
  private static final class Loaded {
    final Map<MetadataSection, long[]> numbers = new ConcurrentHashMap<>();
    final Map<MetadataSection, TileBounds> bounds = new ConcurrentHashMap<>();
    volatile RTree rtree;
    volatile FragmentStatistics whole;
    volatile List<String> processedConditions;

    boolean has(MetadataSection section) {
      return switch (section.table()) {
        case RTREE -> rtree != null;
        case WHOLE -> whole != null;
        case PROCESSED_CONDITIONS -> processedConditions != null;
        case MINS, MAXES, FIRST_CELLS, LAST_CELLS -> bounds.containsKey(section);
        default -> numbers.containsKey(section);
      };
    }
  }

  FragmentTables(FragmentSource source, FragmentFooter footer, StoredSchema schema, int tiles) {
    this.source = source;
    this.footer = footer;
    this.schema = schema;
    this.tiles = tiles;
    this.places =
        new SectionPlaces(
            footer,
            schema.schema().dimensions().size(),
            source.metadataFile(),
            source.footerFile());
    this.loaded = new Loaded();
  }

  private FragmentTables(FragmentTables same, FragmentSource source, Loaded loaded) {
    this.source = source;
    this.footer = same.footer;
    this.schema = same.schema;
    this.tiles = same.tiles;
    this.places = same.places;
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
    return footer.version().hasFooter() ? new FragmentTables(this, source, new Loaded()) : this;
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
    return loaded(new MetadataSection(MetadataTable.RTREE, ONLY)).rtree;
  }

  /** One number a tile; of sums and null counts possibly none. */
  public long[] numbers(MetadataTable table, int index) {
    MetadataSection section = new MetadataSection(table, index);
    return loaded(section).numbers.get(section);
  }

  /** One value a tile, or none. */
  public TileBounds bounds(MetadataTable table, int index) {
    MetadataSection section = new MetadataSection(table, index);
    return loaded(section).bounds.get(section);
  }

  /** What is known of the fragment as a whole. */
  FragmentStatistics whole() {
    return loaded(new MetadataSection(MetadataTable.WHOLE, ONLY)).whole;
  }

  /** The names of the conditions that were applied already. */
  List<String> processedConditions() {
    return loaded(new MetadataSection(MetadataTable.PROCESSED_CONDITIONS, ONLY))
        .processedConditions;
  }

  /** Takes tables that came with the footer, as those of versions 1 and 2 do. */
  void put(RTree tree) {
    loaded.rtree = footer.dense() ? tree : checked(tree);
  }

  /** Takes tables that came with the footer; those of another number of tiles are of no use. */
  void put(MetadataTable table, long[][] numbers) {
    for (int index = 0; index < numbers.length; index++) {
      if (numbers[index].length == tiles) {
        checkSizes(table, numbers[index]);
        loaded.numbers.put(new MetadataSection(table, index), numbers[index]);
      }
    }
  }

  /** Loads those of some sections that are missing, in few reads. */
  void load(Collection<MetadataSection> wanted) {
    synchronized (loaded) {
      List<MetadataSection> missing =
          wanted.stream().distinct().filter(s -> !loaded.has(s)).toList();
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

  /** The sections that are loaded, this one among them. */
  private Loaded loaded(MetadataSection section) {
    if (!loaded.has(section)) {
      load(List.of(section));
    }
    return loaded;
  }

  /** Where the last section begins, as the footer says. */
  public long lastSection() {
    return places.last();
  }

  /** The bytes of a data file of the fragment, as its store says; 0 if it is not there. */
  long storedBytes(Location dataFile) {
    return source.files().storage().findFile(dataFile).map(Storage.Entry::size).orElse(0L);
  }

  private void read(List<MetadataSection> sections) {
    if (!footer.version().hasFooter()) {
      throw CorruptDataException.of(
          sections.get(0).table().structure(),
          "values",
          -1,
          "there is not one for each of the %d tiles".formatted(tiles));
    }
    if (source.metadata() != null) {
      for (MetadataSection section : sections) {
        long offset = places.offset(section);
        long length = places.end(offset, source.metadataSize()) - offset;
        decode(section, source.metadata().slice((int) offset, (int) length), offset);
      }
      return;
    }
    try (InputFile in = source.files().storage().open(file())) {
      long size = source.knowsSize() ? source.metadataSize() : in.size();
      long[] offsets = new long[sections.size()];
      long[] lengths = new long[sections.size()];
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = places.offset(sections.get(i));
        lengths[i] = places.end(offsets[i], size) - offsets[i];
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

  /** The content of a section; errors in its tile are placed at its offset in the file. */
  private Slice content(MetadataSection section, Slice bytes, long position) {
    try {
      return source.files().content(section.table().structure(), bytes, 0);
    } catch (CorruptDataException e) {
      throw e.within(section.table().structure(), null, position);
    } catch (UnsupportedFormatException e) {
      throw e.within(position);
    }
  }

  private void decode(MetadataSection section, Slice bytes, long position) {
    Slice content = content(section, bytes, position);
    FormatVersion version = footer.version();
    MetadataTable table = section.table();
    switch (table) {
      case RTREE -> loaded.rtree = checked(RTreeFormat.decode(content, version, schema.schema()));
      case MINS, MAXES, FIRST_CELLS, LAST_CELLS ->
          loaded.bounds.put(section, TileBoundsFormat.decode(content, version));
      case WHOLE ->
          loaded.whole =
              FragmentStatisticsFormat.decode(content, version, footer.fileSizes().length);
      case PROCESSED_CONDITIONS ->
          loaded.processedConditions = ProcessedConditionsFormat.decode(content, version);
      default ->
          loaded.numbers.put(
              section, checked(table, TileTableFormat.decode(table.structure(), content, version)));
    }
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

  private long[] checked(MetadataTable table, long[] values) {
    boolean optional = table == MetadataTable.SUMS || table == MetadataTable.NULL_COUNTS;
    if (values.length != tiles && !(optional && values.length == 0)) {
      throw CorruptDataException.of(
          table.structure(), "values", 0, "%d values for %d tiles".formatted(values.length, tiles));
    }
    checkSizes(table, values);
    return values;
  }

  /** Offsets are held to the size of their file when they are used; sizes have nothing else. */
  private static void checkSizes(MetadataTable table, long[] values) {
    for (int i = 0; table == MetadataTable.VAR_SIZES && i < values.length; i++) {
      if (values[i] < 0) {
        throw CorruptDataException.of(
            table.structure(),
            "values[" + i + "]",
            (1L + i) * Long.BYTES,
            "a tile of %s bytes".formatted(Long.toUnsignedString(values[i])));
      }
      if (values[i] > MAX_TILE) {
        throw UnsupportedFormatException.of(
            table.structure(),
            (1L + i) * Long.BYTES,
            "a tile of %d bytes; the largest that can be read has %d"
                .formatted(values[i], MAX_TILE));
      }
    }
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
}
