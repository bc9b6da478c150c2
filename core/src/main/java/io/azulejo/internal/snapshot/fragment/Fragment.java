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
 * A fragment: the result of one write, with its footer and tables. Each table is loaded at most
 * once, on first use. Thread-safe.
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

  /** Returns the same fragment with the same tables; its tiles are checked when decoded. */
  public Fragment checkedBy(TileCheck tileCheck) {
    return new Fragment(this, tables, Optional.of(tileCheck));
  }

  /** Returns the check of its decoded tiles, if there is one. */
  public Optional<TileCheck> check() {
    return check;
  }

  /**
   * Returns the same fragment without loaded tables. It loads its own, which can be released before
   * this fragment is. Tables that came with the footer stay.
   */
  public Fragment withoutTables() {
    return new Fragment(this, tables.unloaded());
  }

  /**
   * Returns the same fragment with the same tables; missing ones are read from another store with
   * the same files. This lets a read count and cancel its own loads.
   */
  public Fragment withStorage(Storage storage) {
    return new Fragment(this, tables.withStorage(storage), check);
  }

  /** Returns the same fragment, which loads missing tables from other files. */
  public Fragment withFiles(StructureFiles others) {
    if (tables.readsFrom(others.storage())) {
      return this;
    }
    return new Fragment(this, tables.withFiles(others), check);
  }

  /**
   * Creates a fragment of version 3 or later.
   *
   * @param schema the schema that it was written with
   * @param opened the schema that the array is read with
   * @throws CorruptDataException if the footer contradicts itself, the name or the schemas
   */
  public static Fragment of(
      FragmentSource source, FragmentFooter footer, StoredSchema schema, ArraySchema opened) {
    FooterConsistency checks = new FooterConsistency(footer, schema.schema(), opened);
    checks.run(source.name());
    Fragment fragment = new Fragment(source, footer, schema, opened);
    if (checks.isOutsideOfDomain() && footer.version().hasFooter()) {
      // Other engines can be configured to write cells outside of the domain; their boxes then
      // include them.
      fragment.rtree();
    }
    return fragment;
  }

  /**
   * Returns the same fragment, with the same tables, for an array that is read with another schema.
   *
   * @throws CorruptDataException as {@link #of}
   */
  public Fragment openedAs(ArraySchema other) {
    if (other == opened) {
      return this;
    }
    new FooterConsistency(footer, schema.schema(), other).run(name);
    return new Fragment(this, other);
  }

  /** Creates a fragment of version 1 or 2, whose tables came with its footer. */
  public static Fragment of(
      FragmentSource source, LegacyFragment legacy, StoredSchema schema, ArraySchema opened) {
    Fragment fragment = of(source, legacy.footer(), schema, opened);
    fragment.tables.put(legacy.tree());
    fragment.tables.put(TableKind.OFFSETS, legacy.tileOffsets());
    fragment.tables.put(TableKind.VAR_OFFSETS, legacy.tileVarOffsets());
    fragment.tables.put(TableKind.VAR_SIZES, legacy.tileVarSizes());
    return fragment;
  }

  /** Returns its name, which contains its times. */
  public FragmentName name() {
    return name;
  }

  /** Returns its folder. */
  public Location folder() {
    return folder;
  }

  /** Returns its footer. */
  public FragmentFooter footer() {
    return footer;
  }

  /** Returns its format version. */
  public FormatVersion version() {
    return footer.version();
  }

  /** Returns the schema that it was written with. */
  public StoredSchema schema() {
    return schema;
  }

  /** Returns whether it stores every cell of its non-empty domain at a fixed position. */
  public boolean dense() {
    return footer.dense();
  }

  /** Returns the bounding box of its cells. */
  public Optional<NDRange> nonEmptyDomain() {
    return footer.nonEmptyDomain();
  }

  /** Returns the key ranges that reads have learned for a dimension of a sparse fragment. */
  public KeyZones zones(Dimension dimension) {
    return zones.computeIfAbsent(
        dimension.name(), name -> new KeyZones(tiles(), dimension.type().size()));
  }

  /** Returns the tiles of a dense fragment. */
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

  /** Returns the number of written cells; for dense fragments the cells in the non-empty domain. */
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

  /** Returns the storage of a field of the opened schema; empty if the fragment lacks it. */
  public Optional<FieldStorage> field(String field) {
    return fields.computeIfAbsent(field, f -> FieldStorage.of(footer, schema, opened, f));
  }

  /** Returns the boxes of the tiles of a sparse fragment. */
  public RTree rtree() {
    return tables.rtree();
  }

  /** Returns the positions of the tiles of fixed-size cells or of offsets. */
  public TileFile tiles(FieldStorage field) {
    return tileFile(field, TableKind.OFFSETS, field.file(), footer.fileSizes());
  }

  /** Returns the positions of the tiles of variable-size values. */
  public TileFile varTiles(FieldStorage field) {
    return tileFile(
        field, TableKind.VAR_OFFSETS, field.varFile().orElseThrow(), footer.varFileSizes());
  }

  /** Returns the positions of the tiles of validity. */
  public TileFile validityTiles(FieldStorage field) {
    return tileFile(
        field,
        TableKind.VALIDITY_OFFSETS,
        field.validityFile().orElseThrow(),
        footer.validityFileSizes());
  }

  /** Returns the unfiltered size in bytes of the variable-size values of each tile. */
  public long[] varSizes(FieldStorage field) {
    return tables.numbers(TableKind.VAR_SIZES, field.index());
  }

  /**
   * Returns the trusted statistics of a field's tiles; for dimensions, from the R-tree.
   *
   * @throws CorruptDataException if the tables of these statistics are inconsistent
   */
  public TileStatistics statistics(FieldStorage field) {
    return statistics.computeIfAbsent(
        field, f -> new TileStatistics(f, TrustedTables.ofTiles(this, f)));
  }

  /**
   * Returns the trusted statistics of a whole fragment, as a single tile with number 0. They are
   * less precise than statistics of tiles, but need only one small table. They are empty for
   * dimensions, which {@link #nonEmptyDomain} bounds, and for doubles.
   *
   * @throws CorruptDataException if the table is inconsistent
   */
  public TileStatistics fragmentStatistics(FieldStorage field) {
    return new TileStatistics(field, TrustedTables.ofFragment(this, field));
  }

  /** Returns whether its tables came with its footer, so that {@link #load} reads no file. */
  public boolean hasTablesInMemory() {
    return tables.areInMemory();
  }

  /** Loads missing tables of some fields, and optionally the R-tree, in few reads. */
  public void load(Collection<FieldStorage> wanted, boolean withRTree) {
    load(wanted, List.of(), withRTree);
  }

  /**
   * Loads missing tables of some fields, statistics of some fields, and optionally the R-tree, in
   * few reads.
   *
   * @param wanted fields whose tiles will be read
   * @param withStatistics fields whose {@link #statistics} will be used; untrusted statistics are
   *     not loaded
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
      sections.addAll(StatisticsTrust.of(this, field).sections(field));
    }
    if (withRTree && !footer.dense()) {
      sections.add(new MetadataSection(TableKind.RTREE, FragmentTables.ONLY));
    }
    tables.load(sections);
  }

  /**
   * Returns the first and the last cells of the tiles of a sparse fragment; empty if they are not
   * stored.
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

  /** Returns the names of the conditions that were applied when this fragment was consolidated. */
  public List<String> processedConditions() {
    return footer.processedConditions() != 0 && version().hasProcessedConditions()
        ? tables.processedConditions()
        : List.of();
  }

  /** Returns its tables. */
  public FragmentTables tables() {
    return tables;
  }

  /** Returns the positions of tiles. The check visits every tile, so the result is cached. */
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
