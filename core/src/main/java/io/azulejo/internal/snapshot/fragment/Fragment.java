package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.LegacyFragment;
import io.azulejo.internal.format.RTree;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A fragment of an array: the result of one write, with its footer and metadata tables. Each table
 * is loaded at most once, on first use. Thread-safe.
 */
public final class Fragment {
  private final FragmentName name;
  private final Location folder;
  private final FragmentFooter footer;
  private final StoredSchema schema;
  private final ArraySchema opened;
  private final Optional<TileBox> box;
  private final FragmentTables tables;
  private final Map<String, Optional<FieldStorage>> fields;
  private final Map<FieldStorage, TileStatistics> statistics;
  private final Map<String, KeyZones> zones;
  private final Map<String, TileFile> tileFiles;
  private final Optional<TileCheck> check;

  private Fragment(
      FragmentSource source, FragmentFooter footer, StoredSchema schema, ArraySchema opened) {
    this.name = source.name();
    this.folder = source.folder();
    this.footer = footer;
    this.schema = schema;
    this.opened = opened;
    this.box =
        footer.dense()
            ? footer.nonEmptyDomain().map(d -> TileBox.of(TileGrid.of(opened), d))
            : Optional.empty();
    this.tables = new FragmentTables(source, footer, schema, tiles());
    this.fields = new ConcurrentHashMap<>();
    this.statistics = new ConcurrentHashMap<>();
    this.zones = new ConcurrentHashMap<>();
    this.tileFiles = new ConcurrentHashMap<>();
    this.check = Optional.empty();
  }

  private Fragment(Fragment same, FragmentTables tables, Optional<TileCheck> check) {
    this.name = same.name;
    this.folder = same.folder;
    this.footer = same.footer;
    this.schema = same.schema;
    this.opened = same.opened;
    this.box = same.box;
    this.tables = tables;
    this.fields = same.fields;
    this.statistics = same.statistics;
    this.zones = same.zones;
    this.tileFiles = same.tileFiles;
    this.check = check;
  }

  private Fragment(Fragment same, FragmentTables unloaded) {
    this.name = same.name;
    this.folder = same.folder;
    this.footer = same.footer;
    this.schema = same.schema;
    this.opened = same.opened;
    this.box = same.box;
    this.tables = unloaded;
    this.fields = same.fields;
    this.statistics = new ConcurrentHashMap<>();
    this.zones = same.zones;
    this.tileFiles = new ConcurrentHashMap<>();
    this.check = same.check;
  }

  private Fragment(Fragment same, ArraySchema opened) {
    this.name = same.name;
    this.folder = same.folder;
    this.footer = same.footer;
    this.schema = same.schema;
    this.opened = opened;
    this.box = same.box;
    this.tables = same.tables;
    this.fields = new ConcurrentHashMap<>();
    this.statistics = new ConcurrentHashMap<>();
    this.zones = same.zones; // a schema evolution does not change dimensions
    this.tileFiles = same.tileFiles;
    this.check = same.check;
  }

  /**
   * Returns this fragment with the same tables and with a check that runs on every decoded tile.
   */
  public Fragment checkedBy(TileCheck tileCheck) {
    return new Fragment(this, tables, Optional.of(tileCheck));
  }

  /** Returns the check that runs on every decoded tile, if present. */
  public Optional<TileCheck> check() {
    return check;
  }

  /**
   * Returns this fragment without its loaded tables. The result loads and keeps its own tables, so
   * they can be released before this fragment. Tables that came with the footer are kept.
   */
  public Fragment withoutTables() {
    return new Fragment(this, tables.unloaded());
  }

  /**
   * Returns this fragment with the same tables, but loads missing tables from another store with
   * the same files. A read can thereby count and cancel its own loads.
   */
  public Fragment withStorage(Storage storage) {
    return new Fragment(this, tables.withStorage(storage), check);
  }

  /** Returns this fragment with the same tables, but loads missing tables with another reader. */
  public Fragment withFiles(StructureFiles others) {
    if (tables.readsFrom(others.storage())) {
      return this;
    }
    return new Fragment(this, tables.withFiles(others), check);
  }

  /**
   * Creates a fragment of format version 3 or later.
   *
   * @param source the location of the fragment and the means to read its files
   * @param schema the schema that the fragment was written with
   * @param opened the schema that the array is read with
   * @throws CorruptDataException if the footer is inconsistent or contradicts the fragment's name
   *     or a schema
   */
  public static Fragment of(
      FragmentSource source, FragmentFooter footer, StoredSchema schema, ArraySchema opened) {
    FooterConsistency checks = new FooterConsistency(footer, schema.schema(), opened);
    checks.run(source.name());
    Fragment fragment = new Fragment(source, footer, schema, opened);
    if (checks.isOutsideOfDomain() && footer.version().hasFooter()) {
      // Other engines can be configured to write cells outside of the domain. Loading the R-tree
      // checks that the tile boxes include these cells.
      fragment.rtree();
    }
    return fragment;
  }

  /**
   * Returns this fragment with the same tables, for an array that is read with another schema.
   *
   * @throws CorruptDataException if the footer contradicts the schema (see {@link #of})
   */
  public Fragment openedAs(ArraySchema other) {
    if (other == opened) {
      return this;
    }
    new FooterConsistency(footer, schema.schema(), other).run(name);
    return new Fragment(this, other);
  }

  /**
   * Creates a fragment of format version 1 or 2, in which the footer contains the tables.
   *
   * @throws CorruptDataException if the footer or a table is inconsistent
   */
  public static Fragment of(
      FragmentSource source, LegacyFragment legacy, StoredSchema schema, ArraySchema opened) {
    Fragment fragment = of(source, legacy.footer(), schema, opened);
    fragment.tables.put(legacy.tree());
    fragment.tables.put(TableKind.OFFSETS, legacy.tileOffsets());
    fragment.tables.put(TableKind.VAR_OFFSETS, legacy.tileVarOffsets());
    fragment.tables.put(TableKind.VAR_SIZES, legacy.tileVarSizes());
    return fragment;
  }

  /** Returns the name of the fragment, which contains its timestamps. */
  public FragmentName name() {
    return name;
  }

  /** Returns the location of the fragment's folder. */
  public Location folder() {
    return folder;
  }

  /** Returns the footer. */
  public FragmentFooter footer() {
    return footer;
  }

  /** Returns the format version. */
  public FormatVersion version() {
    return footer.version();
  }

  /** Returns the schema that the fragment was written with. */
  public StoredSchema schema() {
    return schema;
  }

  /**
   * Returns whether the fragment is dense: it stores every cell of its non-empty domain at a fixed
   * position.
   */
  public boolean dense() {
    return footer.dense();
  }

  /**
   * Returns the bounding box of the fragment's cells, or empty if the footer does not contain it.
   */
  public Optional<NDRange> nonEmptyDomain() {
    return footer.nonEmptyDomain();
  }

  /**
   * Returns the key bounds that reads have learned for a dimension of a sparse fragment. The
   * dimension must have a fixed-size type.
   */
  public KeyZones zones(Dimension dimension) {
    return zones.computeIfAbsent(
        dimension.name(), name -> new KeyZones(tiles(), dimension.type().size()));
  }

  /** Returns the tiles of a dense fragment. Must not be called for a sparse fragment. */
  public TileBox box() {
    return box.orElseThrow();
  }

  /** Returns the number of tiles. */
  public int tiles() {
    return footer.dense() ? box.map(TileBox::tiles).orElse(0) : (int) footer.sparseTiles();
  }

  /** Returns the number of cells in a tile of a sparse fragment. */
  public int cells(int tile) {
    return tile == tiles() - 1 ? (int) footer.lastTileCells() : (int) schema.schema().capacity();
  }

  /** Returns the number of written cells in a tile. */
  public long writtenCells(int tile) {
    return footer.dense() ? box().cells(tile) : cells(tile);
  }

  /**
   * Returns the number of written cells. In a dense fragment, these are all cells of the non-empty
   * domain.
   */
  public long writtenCells() {
    if (footer.dense()) {
      return box.map(TileBox::cells).orElse(0L);
    }
    return tiles() == 0 ? 0 : (tiles() - 1L) * cells(0) + cells(tiles() - 1);
  }

  /** Returns the number of cells in all tiles of a dense fragment, including padding. */
  public long storedCells() {
    return (long) tiles() * TileGrid.of(opened).cellsPerTile();
  }

  /**
   * Returns the storage of a field of the opened schema, or empty if this fragment does not contain
   * the field.
   */
  public Optional<FieldStorage> field(String field) {
    return fields.computeIfAbsent(field, f -> FieldStorage.of(footer, schema, opened, f));
  }

  /**
   * Returns the R-tree with the bounding boxes of a sparse fragment's tiles, loading it if
   * necessary.
   */
  public RTree rtree() {
    return tables.rtree();
  }

  /**
   * Returns the positions of the tiles that contain a field's fixed-size cells or offsets, loading
   * the table if necessary.
   */
  public TileFile tiles(FieldStorage field) {
    return tileFile(field, TableKind.OFFSETS, field.file(), footer.fileSizes());
  }

  /**
   * Returns the positions of the tiles that contain a field's variable-size values, loading the
   * table if necessary.
   */
  public TileFile varTiles(FieldStorage field) {
    return tileFile(
        field, TableKind.VAR_OFFSETS, field.varFile().orElseThrow(), footer.varFileSizes());
  }

  /**
   * Returns the positions of the tiles that contain a field's validity, loading the table if
   * necessary.
   */
  public TileFile validityTiles(FieldStorage field) {
    return tileFile(
        field,
        TableKind.VALIDITY_OFFSETS,
        field.validityFile().orElseThrow(),
        footer.validityFileSizes());
  }

  /** Returns the unfiltered size of a field's variable-size values in each tile, in bytes. */
  public long[] varSizes(FieldStorage field) {
    return tables.numbers(TableKind.VAR_SIZES, field.index());
  }

  /**
   * Returns the trusted statistics of a field's tiles, loading their tables if necessary. The
   * statistics of dimensions come from the R-tree.
   *
   * @throws CorruptDataException if the tables of these statistics are inconsistent
   */
  public TileStatistics statistics(FieldStorage field) {
    return statistics.computeIfAbsent(
        field, f -> new TileStatistics(f, TrustedTables.ofTiles(this, f)));
  }

  /**
   * Returns the trusted statistics of the whole fragment as a single tile with number 0. They are
   * less precise than the statistics of tiles, but need only one small table. They are empty for
   * doubles, and for dimensions, whose bounds are in {@link #nonEmptyDomain}.
   *
   * @throws CorruptDataException if the table is inconsistent
   */
  public TileStatistics fragmentStatistics(FieldStorage field) {
    return new TileStatistics(field, TrustedTables.ofFragment(this, field));
  }

  /** Returns whether {@link #load} needs no file, because the tables came with the footer. */
  public boolean hasTablesInMemory() {
    return tables.areInMemory();
  }

  /**
   * Loads the missing tile tables of some fields, and optionally the R-tree, in few reads.
   *
   * @param wanted the fields whose tiles will be read
   * @param withRTree whether to load the R-tree; ignored for dense fragments
   */
  public void load(Collection<FieldStorage> wanted, boolean withRTree) {
    load(wanted, List.of(), withRTree);
  }

  /**
   * Loads missing tables in few reads: the tile tables of some fields, the statistics of some
   * fields, and optionally the R-tree.
   *
   * @param wanted the fields whose tiles will be read
   * @param withStatistics the fields whose {@link #statistics} will be used; untrusted statistics
   *     are not loaded
   * @param withRTree whether to load the R-tree; ignored for dense fragments
   */
  public void load(
      Collection<FieldStorage> wanted, Collection<FieldStorage> withStatistics, boolean withRTree) {
    List<MetadataSection> sections = new ArrayList<>();
    for (FieldStorage field : wanted) {
      sections.add(new MetadataSection(TableKind.OFFSETS, field.index()));
      if (field.varFile().isPresent()) {
        sections.add(new MetadataSection(TableKind.VAR_OFFSETS, field.index()));
        sections.add(new MetadataSection(TableKind.VAR_SIZES, field.index()));
      }
      if (field.validityFile().isPresent()) {
        sections.add(new MetadataSection(TableKind.VALIDITY_OFFSETS, field.index()));
      }
    }
    for (FieldStorage field : withStatistics) {
      sections.addAll(StatisticsTrust.of(footer, name, field).sections(field));
    }
    if (withRTree && !footer.dense()) {
      sections.add(new MetadataSection(TableKind.RTREE, FragmentTables.ONLY));
    }
    tables.load(sections);
  }

  /**
   * Returns the first and last cell coordinates of a sparse fragment's tiles, loading them if
   * necessary. Returns empty if the fragment does not store them.
   *
   * @throws CorruptDataException if their tables are inconsistent
   */
  public Optional<TileEdges> edges() {
    int dimensions = schema.schema().dimensions().size();
    if (dense() || tiles() == 0 || footer.globalOrderBounds(dimensions).isEmpty()) {
      return Optional.empty();
    }
    List<MetadataSection> sections = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      sections.add(new MetadataSection(TableKind.FIRST_CELLS, d));
      sections.add(new MetadataSection(TableKind.LAST_CELLS, d));
    }
    tables.load(sections);
    TileValues[] firsts = new TileValues[dimensions];
    TileValues[] lasts = new TileValues[dimensions];
    for (int d = 0; d < dimensions; d++) {
      firsts[d] = edge(TableKind.FIRST_CELLS, d);
      lasts[d] = edge(TableKind.LAST_CELLS, d);
      if (firsts[d] == null || lasts[d] == null) {
        return Optional.empty();
      }
    }
    return Optional.of(new TileEdges(firsts, lasts));
  }

  private TileValues edge(TableKind table, int d) {
    Dimension dimension = schema.schema().dimensions().get(d);
    return StructureFiles.located(
        tables.file(),
        () ->
            TileValues.of(
                table,
                tables.bounds(table, d),
                dimension.type(),
                dimension.isVar() ? 0 : dimension.type().size(),
                tiles()));
  }

  /**
   * Returns the names of the delete conditions that were applied when this fragment was
   * consolidated.
   */
  public List<String> processedConditions() {
    return footer.processedConditions() != 0 && version().hasProcessedConditions()
        ? tables.processedConditions()
        : List.of();
  }

  /** Returns the tables of this fragment. */
  public FragmentTables tables() {
    return tables;
  }

  /**
   * Returns the positions of tiles in a data file. Caches the result, because checking the
   * positions visits every tile.
   */
  private TileFile tileFile(FieldStorage field, TableKind table, String file, long[] sizes) {
    TileFile known = tileFiles.get(file);
    if (known == null) {
      Location place = folder.resolve(file);
      known =
          TileFile.of(
              place,
              table.structure(),
              tables.numbers(table, field.index()),
              sizes[field.index()],
              () -> tables.storedBytes(place));
      tileFiles.put(file, known);
    }
    return known;
  }
}
