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
 * What one write left: its footer, and its tables, each loaded at most once, when it is first asked
 * for. Safe for use by many threads.
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
    this.zones = same.zones; // an evolution changes no dimension
    this.tileFiles = same.tileFiles;
    this.check = same.check;
  }

  /** The same fragment, with the same tables; its tiles are checked when they are decoded. */
  public Fragment checkedBy(TileCheck tileCheck) {
    return new Fragment(this, tables, Optional.of(tileCheck));
  }

  /** The check of its decoded tiles, if there is one. */
  public Optional<TileCheck> check() {
    return check;
  }

  /**
   * Returns the same fragment without loaded tables. It loads its own, so that they can be dropped
   * before the fragment is. Tables that came with the footer stay.
   */
  public Fragment withoutTables() {
    return new Fragment(this, tables.unloaded());
  }

  /**
   * The same fragment, with the same tables; those that are not loaded yet are read from another
   * store, which holds its files. So a read counts, and can stop, what it loads.
   */
  public Fragment withStorage(Storage storage) {
    return new Fragment(this, tables.withStorage(storage), check);
  }

  /** As {@link #withStorage}. */
  public Fragment withFiles(StructureFiles others) {
    if (tables.readsFrom(others.storage())) {
      return this;
    }
    return new Fragment(this, tables.withFiles(others), check);
  }

  /**
   * A fragment of version 3 or later.
   *
   * @param schema the schema that it was written with
   * @param opened the schema that the array is read by
   * @throws CorruptDataException if the footer contradicts itself, the name or the schemas
   */
  public static Fragment of(
      FragmentSource source, FragmentFooter footer, StoredSchema schema, ArraySchema opened) {
    FooterConsistency checks = new FooterConsistency(footer, schema.schema(), opened);
    checks.run(source.name());
    Fragment fragment = new Fragment(source, footer, schema, opened);
    if (checks.isOutsideOfDomain() && footer.version().hasFooter()) {
      // Other engines can be configured to write such cells; their boxes then include them.
      fragment.rtree();
    }
    return fragment;
  }

  /**
   * The same fragment, with the same tables, of an array that is read by another schema.
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

  /** A fragment of version 1 or 2, whose tables came with its footer. */
  public static Fragment of(
      FragmentSource source, LegacyFragment legacy, StoredSchema schema, ArraySchema opened) {
    Fragment fragment = of(source, legacy.footer(), schema, opened);
    fragment.tables.put(legacy.tree());
    fragment.tables.put(MetadataTable.OFFSETS, legacy.tileOffsets());
    fragment.tables.put(MetadataTable.VAR_OFFSETS, legacy.tileVarOffsets());
    fragment.tables.put(MetadataTable.VAR_SIZES, legacy.tileVarSizes());
    return fragment;
  }

  /** Its name, which holds its times. */
  public FragmentName name() {
    return name;
  }

  /** Its folder. */
  public Location folder() {
    return folder;
  }

  /** Its footer. */
  public FragmentFooter footer() {
    return footer;
  }

  /** The version that it is written in. */
  public FormatVersion version() {
    return footer.version();
  }

  /** The schema that it was written with. */
  public StoredSchema schema() {
    return schema;
  }

  /** Whether each cell of its non-empty domain has a place of its own. */
  public boolean dense() {
    return footer.dense();
  }

  /** The box around its cells. */
  public Optional<NDRange> nonEmptyDomain() {
    return footer.nonEmptyDomain();
  }

  /** What reads have learned of the keys of a dimension of numbers of a sparse fragment. */
  public KeyZones zones(Dimension dimension) {
    return zones.computeIfAbsent(
        dimension.name(), name -> new KeyZones(tiles(), dimension.type().size()));
  }

  /** The tiles of a dense fragment. */
  public TileBox box() {
    return box.orElseThrow();
  }

  /** The number of tiles. */
  public int tiles() {
    return footer.dense() ? box.map(TileBox::tiles).orElse(0) : (int) footer.sparseTiles();
  }

  /** The cells of a tile of a sparse fragment. */
  public int cells(int tile) {
    return tile == tiles() - 1 ? (int) footer.lastTileCells() : (int) schema.schema().capacity();
  }

  /** The cells that were written: of dense fragments those within the non-empty domain. */
  public long writtenCells() {
    if (footer.dense()) {
      return box.map(TileBox::cells).orElse(0L);
    }
    return tiles() == 0 ? 0 : (tiles() - 1L) * cells(0) + cells(tiles() - 1);
  }

  /** The cells of all tiles of a dense fragment, those around its non-empty domain among them. */
  public long storedCells() {
    return (long) tiles() * TileGrid.of(opened).cellsPerTile();
  }

  /** How a field of the opened schema lies in this fragment; empty if the fragment lacks it. */
  public Optional<FieldStorage> field(String field) {
    return fields.computeIfAbsent(field, f -> FieldStorage.of(footer, schema, opened, f));
  }

  /** The boxes of the tiles of a sparse fragment. */
  public RTree rtree() {
    return tables.rtree();
  }

  /** Where the tiles of fixed-size cells or of offsets lie in their file. */
  public TileFile tiles(FieldStorage field) {
    return tileFile(field, MetadataTable.OFFSETS, field.file(), footer.fileSizes());
  }

  /** Where the tiles of values of variable size lie in their file. */
  public TileFile varTiles(FieldStorage field) {
    return tileFile(
        field, MetadataTable.VAR_OFFSETS, field.varFile().orElseThrow(), footer.varFileSizes());
  }

  /** Where the tiles of validity lie in their file. */
  public TileFile validityTiles(FieldStorage field) {
    return tileFile(
        field,
        MetadataTable.VALIDITY_OFFSETS,
        field.validityFile().orElseThrow(),
        footer.validityFileSizes());
  }

  /** For each tile the unfiltered bytes of its values of variable size. */
  public long[] varSizes(FieldStorage field) {
    return tables.numbers(MetadataTable.VAR_SIZES, field.index());
  }

  /**
   * The statistics of a field's tiles that can be trusted; for dimensions, from the R-tree.
   *
   * @throws CorruptDataException if the tables of these statistics contradict themselves
   */
  public TileStatistics statistics(FieldStorage field) {
    return statistics.computeIfAbsent(
        field, f -> new TileStatistics(f, TrustedTables.ofTiles(this, f)));
  }

  /**
   * What can be believed of all values of a field, as if all tiles were one, numbered 0: less than
   * of its tiles, but for one small table. Nothing of dimensions, which {@link #nonEmptyDomain}
   * bounds, and of doubles.
   *
   * @throws CorruptDataException if the table contradicts itself
   */
  public TileStatistics fragmentStatistics(FieldStorage field) {
    return new TileStatistics(field, TrustedTables.ofFragment(this, field));
  }

  /** Whether its tables came with its footer, so that {@link #load} reads no file. */
  public boolean hasTablesInMemory() {
    return tables.areInMemory();
  }

  /** Loads what is missing of the tables of some fields, and the R-tree, in few reads. */
  public void load(Collection<FieldStorage> wanted, boolean withRTree) {
    load(wanted, List.of(), withRTree);
  }

  /**
   * Loads what is missing of the tables of some fields, of the tables of statistics of some, and
   * the R-tree, in few reads.
   *
   * @param wanted fields whose tiles are to be read
   * @param withStatistics fields whose {@link #statistics} are to be looked at; those that cannot
   *     be believed anyway are not loaded
   */
  public void load(
      Collection<FieldStorage> wanted, Collection<FieldStorage> withStatistics, boolean withRTree) {
    List<MetadataSection> sections = new ArrayList<>();
    for (FieldStorage field : wanted) {
      sections.add(new MetadataSection(MetadataTable.OFFSETS, field.index()));
      if (field.varFile().isPresent()) {
        sections.add(new MetadataSection(MetadataTable.VAR_OFFSETS, field.index()));
        sections.add(new MetadataSection(MetadataTable.VAR_SIZES, field.index()));
      }
      if (field.validityFile().isPresent()) {
        sections.add(new MetadataSection(MetadataTable.VALIDITY_OFFSETS, field.index()));
      }
    }
    for (FieldStorage field : withStatistics) {
      sections.addAll(StatisticsTrust.of(this, field).sections(field));
    }
    if (withRTree && !footer.dense()) {
      sections.add(new MetadataSection(MetadataTable.RTREE, FragmentTables.ONLY));
    }
    tables.load(sections);
  }

  /**
   * The first and the last cells of the tiles of a sparse fragment; empty where they are not
   * stored.
   *
   * @throws CorruptDataException if the tables of these contradict themselves
   */
  public Optional<TileEdges> edges() {
    int dimensions = schema.schema().dimensions().size();
    if (dense() || tiles() == 0 || footer.globalOrderBounds(dimensions).isEmpty()) {
      return Optional.empty();
    }
    List<MetadataSection> sections = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      sections.add(new MetadataSection(MetadataTable.FIRST_CELLS, d));
      sections.add(new MetadataSection(MetadataTable.LAST_CELLS, d));
    }
    tables.load(sections);
    TileValues[] firsts = new TileValues[dimensions];
    TileValues[] lasts = new TileValues[dimensions];
    for (int d = 0; d < dimensions; d++) {
      firsts[d] = edge(MetadataTable.FIRST_CELLS, d);
      lasts[d] = edge(MetadataTable.LAST_CELLS, d);
      if (firsts[d] == null || lasts[d] == null) {
        return Optional.empty();
      }
    }
    return Optional.of(new TileEdges(firsts, lasts));
  }

  private TileValues edge(MetadataTable table, int d) {
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

  /** The names of the conditions that were applied when this fragment was consolidated. */
  public List<String> processedConditions() {
    return footer.processedConditions() != 0 && version().pointsAtProcessedConditions()
        ? tables.processedConditions()
        : List.of();
  }

  /** Its tables. */
  public FragmentTables tables() {
    return tables;
  }

  /** Checked once: this takes a look at each tile. */
  private TileFile tileFile(FieldStorage field, MetadataTable table, String file, long[] sizes) {
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
