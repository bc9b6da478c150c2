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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tables in a fragment's metadata file. Each section of a table is read and decoded at most
 * once, on first use. Thread-safe.
 */
public final class FragmentTables {
  /** The index of a section that exists once per fragment instead of once per field. */
  static final int ONLY = 0;

  /** Size in bytes of the largest tile that fits into a Java array. */
  private static final int MAX_TILE = Integer.MAX_VALUE - 8;

  private final FragmentSource source;
  private final FragmentFooter footer;
  private final StoredSchema schema;
  private final int tiles;
  private final SectionPlaces places;
  private final Loaded loaded;

  /** The loaded sections, grouped by type. Thread-safe. */
  private static final class Loaded {
    final Map<MetadataSection, long[]> numbers = new ConcurrentHashMap<>();
    final Map<MetadataSection, TileBounds> bounds = new ConcurrentHashMap<>();
    volatile RTree rtree;
    volatile FragmentStatistics whole;
    volatile List<String> processedConditions;

    /** The size of the metadata file in bytes, or 0 if it was not read. */
    volatile long fileSize;

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

  /**
   * Returns these tables with the same loaded sections. Missing sections are read from another
   * store.
   */
  FragmentTables withStorage(Storage storage) {
    return withFiles(source.files().withStorage(storage));
  }

  /**
   * Returns these tables with the same loaded sections. Missing sections are read with another
   * reader.
   */
  FragmentTables withFiles(StructureFiles others) {
    return new FragmentTables(this, source.withFiles(others), loaded);
  }

  /**
   * Returns these tables without the loaded sections. Sections that came with the footer are kept.
   */
  FragmentTables unloaded() {
    return footer.version().hasFooter() ? new FragmentTables(this, source, new Loaded()) : this;
  }

  /** Returns whether missing sections are read from the given store. */
  boolean readsFrom(Storage storage) {
    return source.files() != null && source.files().storage() == storage;
  }

  /** Returns the location of the metadata file. */
  Location file() {
    return source.metadataFile();
  }

  /**
   * Returns the number of bytes of the metadata file that are kept in memory, or 0 if it is not
   * kept.
   */
  public int bytesInMemory() {
    return source.metadata() == null ? 0 : source.metadata().length();
  }

  /** Returns whether missing sections can be loaded without reading a file. */
  boolean areInMemory() {
    return source.metadata() != null || !footer.version().hasFooter();
  }

  /** Returns the file that the footer was read from. */
  public Location footerFile() {
    return source.footerFile();
  }

  /**
   * Returns whether the footer was read from a file of consolidated footers, instead of the
   * metadata file.
   */
  public boolean hasConsolidatedFooter() {
    return !footerFile().equals(file());
  }

  /**
   * Returns the size of the metadata file in bytes. Asks the store only if neither the footer nor a
   * section was read from the file.
   */
  public long metadataBytes() {
    if (source.knowsSize()) {
      return source.metadataSize();
    }
    if (loaded.fileSize == 0) {
      loaded.fileSize = storedBytes(file());
    }
    return loaded.fileSize;
  }

  /** Returns the R-tree with the bounding boxes of a sparse fragment's tiles. */
  RTree rtree() {
    return loaded(new MetadataSection(TableKind.RTREE, ONLY)).rtree;
  }

  /**
   * Returns one number per tile. Tables of sums and null counts may be empty instead.
   *
   * @param index the index of the field in the footer's arrays
   */
  public long[] numbers(TableKind table, int index) {
    MetadataSection section = new MetadataSection(table, index);
    return loaded(section).numbers.get(section);
  }

  /**
   * Returns one undecoded value per tile, or an empty section.
   *
   * @param index the index of the field in the footer's arrays, or of the dimension for first and
   *     last cells
   */
  public TileBounds bounds(TableKind table, int index) {
    MetadataSection section = new MetadataSection(table, index);
    return loaded(section).bounds.get(section);
  }

  /** Returns the statistics of the fragment as a whole. */
  FragmentStatistics whole() {
    return loaded(new MetadataSection(TableKind.WHOLE, ONLY)).whole;
  }

  /** Returns the names of the delete conditions that were already applied to this fragment. */
  List<String> processedConditions() {
    return loaded(new MetadataSection(TableKind.PROCESSED_CONDITIONS, ONLY)).processedConditions;
  }

  /**
   * Sets an R-tree that came with the footer, as in format versions 1 and 2.
   *
   * @throws CorruptDataException if the R-tree of a sparse fragment contradicts the footer
   */
  void put(RTree tree) {
    loaded.rtree = footer.dense() ? tree : checked(tree);
  }

  /**
   * Sets the tables of all fields that came with the footer, as in format versions 1 and 2. Ignores
   * tables with another number of tiles.
   */
  void put(TableKind table, long[][] numbers) {
    for (int index = 0; index < numbers.length; index++) {
      if (numbers[index].length == tiles) {
        checkSizes(table, numbers[index]);
        loaded.numbers.put(new MetadataSection(table, index), numbers[index]);
      }
    }
  }

  /** Loads missing sections in few reads. */
  void load(Collection<MetadataSection> wanted) {
    synchronized (loaded) {
      Set<MetadataSection> missing = new LinkedHashSet<>();
      for (MetadataSection section : wanted) {
        if (!loaded.has(section)) {
          missing.add(section);
        }
      }
      if (!missing.isEmpty()) {
        StructureFiles.located(
            file(),
            () -> {
              read(List.copyOf(missing));
              return null;
            });
      }
    }
  }

  /** Loads a section if necessary, and returns all loaded sections. */
  private Loaded loaded(MetadataSection section) {
    if (!loaded.has(section)) {
      load(List.of(section));
    }
    return loaded;
  }

  /** Returns the position of the last section according to the footer. */
  public long lastSection() {
    return places.last();
  }

  /** Returns the actual size of a file in bytes, or 0 if the file does not exist. */
  long storedBytes(Location file) {
    return source.files().storage().findFile(file).map(Storage.Entry::size).orElse(0L);
  }

  private void read(List<MetadataSection> sections) {
    if (!footer.version().hasFooter()) {
      throw CorruptDataException.of(
          sections.get(0).table().structure(),
          "values",
          -1,
          "values are missing for the %d tiles".formatted(tiles));
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
      loaded.fileSize = size;
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
          // A section ends where the next one begins, even if both were read together.
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
                  "fragment", null, -1, "its metadata file no longer exists", e));
    }
  }

  /** Unfilters a section. Exceptions report the section's position in the file. */
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
    TableKind table = section.table();
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
          "%d leaves, but the footer in %s has %d tiles"
              .formatted(tree.tiles(), source.footerFile(), tiles));
    }
    if (tiles > 0) {
      new TreeBounds(tree, footer, source.footerFile(), schema.schema().dimensions()).check();
    }
    return tree;
  }

  private long[] checked(TableKind table, long[] values) {
    boolean optional = table == TableKind.SUMS || table == TableKind.NULL_COUNTS;
    if (values.length != tiles && !(optional && values.length == 0)) {
      throw CorruptDataException.of(
          table.structure(), "values", 0, "%d values for %d tiles".formatted(values.length, tiles));
    }
    checkSizes(table, values);
    return values;
  }

  /**
   * Checks the sizes of variable-size tiles. Offsets are checked against the file size when they
   * are used.
   */
  private static void checkSizes(TableKind table, long[] values) {
    for (int i = 0; table == TableKind.VAR_SIZES && i < values.length; i++) {
      if (values[i] < 0) {
        throw CorruptDataException.of(
            table.structure(),
            "values[" + i + "]",
            (1L + i) * Long.BYTES,
            "a tile cannot have %s bytes".formatted(Long.toUnsignedString(values[i])));
      }
      if (values[i] > MAX_TILE) {
        throw UnsupportedFormatException.of(
            table.structure(),
            (1L + i) * Long.BYTES,
            "a tile has %d bytes, more than the limit of %d".formatted(values[i], MAX_TILE));
      }
    }
  }

  private static Slice bytes(InputFile in, long start, long length) {
    if (length > Integer.MAX_VALUE - 8) {
      throw CorruptDataException.of(
          "fragment metadata", null, start, "a section cannot have %d bytes".formatted(length));
    }
    byte[] bytes = new byte[(int) length];
    in.read(start, bytes, 0, bytes.length);
    return Slice.of(bytes);
  }
}
