package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.LegacyFragment;
import io.azulejo.internal.format.ProcessedConditionsFormat;
import io.azulejo.internal.format.RTree;
import io.azulejo.internal.format.RTreeFormat;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.format.TileTableFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one write left: its footer, and its tables, each loaded at most once, when it is first asked
 * for. Safe for use by many threads.
 */
public final class Fragment {
  /** Sections this close together are read at once. */
  private static final int GAP = 64 << 10;

  /** The bytes of the largest tile that fits into an array. */
  private static final int MAX_TILE = Integer.MAX_VALUE - 8;

  private final FragmentName name;
  private final Location folder;
  private final FragmentFooter footer;
  private final StoredSchema schema;
  private final ArraySchema opened;
  private final StructureFiles files;
  private final Optional<TileBox> box;
  private final long[] sectionBorders;
  private final Map<Long, long[]> tables = new ConcurrentHashMap<>();
  private final Map<String, Optional<FieldStorage>> fields = new ConcurrentHashMap<>();
  private volatile RTree rtree;

  private Fragment(
      FragmentName name,
      Location folder,
      FragmentFooter footer,
      StoredSchema schema,
      ArraySchema opened,
      StructureFiles files) {
    this.name = name;
    this.folder = folder;
    this.footer = footer;
    this.schema = schema;
    this.opened = opened;
    this.files = files;
    this.box =
        footer.dense()
            ? footer.nonEmptyDomain().map(d -> TileBox.of(TileGrid.of(opened), d))
            : Optional.empty();
    this.sectionBorders = sectionBorders(footer);
  }

  /** A fragment of version 3 or later. */
  static Fragment of(
      FragmentName name,
      Location folder,
      FragmentFooter footer,
      StoredSchema schema,
      ArraySchema opened,
      StructureFiles files) {
    checkSchemas(footer, schema.schema(), opened);
    if (opened.isDense()) {
      footer.nonEmptyDomain().ifPresent(written -> checkWithin(written, opened));
    }
    if (footer.sparseTiles() < 0 || footer.sparseTiles() > Integer.MAX_VALUE) {
      throw CorruptDataException.of(
          "fragment footer",
          "sparse_tile_num",
          -1,
          "%s tiles are too many".formatted(Long.toUnsignedString(footer.sparseTiles())));
    }
    if (!footer.dense() && footer.sparseTiles() > 0) {
      long capacity = Math.min(schema.schema().capacity(), Integer.MAX_VALUE);
      if (footer.lastTileCells() < 1 || footer.lastTileCells() > capacity) {
        throw CorruptDataException.of(
            "fragment footer",
            "last_tile_cell_num",
            -1,
            "%s cells are not within 1..%d, the capacity"
                .formatted(Long.toUnsignedString(footer.lastTileCells()), capacity));
      }
    }
    return new Fragment(name, folder, footer, schema, opened, files);
  }

  /** Footers are read by the schema of the time, and what they say is used by the open one. */
  private static void checkSchemas(FragmentFooter footer, ArraySchema written, ArraySchema opened) {
    if (footer.dense() && !opened.isDense()) {
      throw CorruptDataException.of(
          "fragment footer", "dense", -1, "a dense fragment in a sparse array");
    }
    List<Dimension> dimensions = opened.dimensions();
    boolean same = written.dimensions().size() == dimensions.size();
    for (int d = 0; same && d < dimensions.size(); d++) {
      Dimension dimension = written.dimensions().get(d);
      same =
          dimension.type() == dimensions.get(d).type()
              && dimension.cellValNum() == dimensions.get(d).cellValNum();
    }
    if (!same) {
      throw CorruptDataException.of(
          "array schema",
          "dimensions",
          -1,
          "a fragment was written with dimensions %s, but the array has %s"
              .formatted(types(written), types(opened)));
    }
  }

  /** What is read of a dense array without ranges is its non-empty domain: it has to have tiles. */
  private static void checkWithin(NDRange written, ArraySchema opened) {
    for (int d = 0; d < opened.dimensions().size(); d++) {
      Dimension dimension = opened.dimensions().get(d);
      Range.Whole part = (Range.Whole) written.get(d);
      Range.Whole domain = (Range.Whole) dimension.domain().orElseThrow();
      long flip = dimension.type() == Datatype.UINT64 ? Long.MIN_VALUE : 0;
      if ((part.low() ^ flip) < (domain.low() ^ flip)
          || (part.high() ^ flip) > (domain.high() ^ flip)
          || (part.low() ^ flip) > (part.high() ^ flip)) {
        throw CorruptDataException.of(
            "fragment footer",
            "non_empty_domain",
            -1,
            "%s of dimension \"%s\" is not within its domain, %s"
                .formatted(part, dimension.name(), domain));
      }
    }
  }

  private static List<Datatype> types(ArraySchema schema) {
    return schema.dimensions().stream().map(Dimension::type).toList();
  }

  /** A fragment of version 1 or 2, whose tables came with its footer. */
  static Fragment of(
      FragmentName name,
      Location folder,
      LegacyFragment legacy,
      StoredSchema schema,
      ArraySchema opened,
      StructureFiles files) {
    Fragment fragment = of(name, folder, legacy.footer(), schema, opened, files);
    fragment.rtree = legacy.tree();
    fragment.putLegacy(Table.OFFSETS, legacy.tileOffsets());
    fragment.putLegacy(Table.VAR_OFFSETS, legacy.tileVarOffsets());
    fragment.putLegacy(Table.VAR_SIZES, legacy.tileVarSizes());
    return fragment;
  }

  /** Its name, which tells its times. */
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
    if (rtree == null) {
      load(List.of(), true);
    }
    return rtree;
  }

  /** Where the tiles of fixed-size cells or of offsets lie in their file. */
  public TileFile tiles(FieldStorage field) {
    return tileFile(field, Table.OFFSETS, field.file(), size(footer.fileSizes(), field));
  }

  /** Where the tiles of values of variable size lie in their file. */
  public TileFile varTiles(FieldStorage field) {
    return tileFile(
        field,
        Table.VAR_OFFSETS,
        field.varFile().orElseThrow(),
        size(footer.varFileSizes(), field));
  }

  /** Where the tiles of validity lie in their file. */
  public TileFile validityTiles(FieldStorage field) {
    return tileFile(
        field,
        Table.VALIDITY_OFFSETS,
        field.validityFile().orElseThrow(),
        size(footer.validityFileSizes(), field));
  }

  /** For each tile the unfiltered bytes of its values of variable size. */
  public long[] varSizes(FieldStorage field) {
    return table(Table.VAR_SIZES, field);
  }

  /** Loads what is missing of the tables of some fields, and the R-tree, in few reads. */
  public void load(Collection<FieldStorage> wanted, boolean withRTree) {
    TreeSet<Long> offsets = new TreeSet<>();
    Map<Long, Table> kinds = new ConcurrentHashMap<>();
    for (FieldStorage field : wanted) {
      want(Table.OFFSETS, field, offsets, kinds);
      if (field.varFile().isPresent()) {
        want(Table.VAR_OFFSETS, field, offsets, kinds);
        want(Table.VAR_SIZES, field, offsets, kinds);
      }
      if (field.validityFile().isPresent()) {
        want(Table.VALIDITY_OFFSETS, field, offsets, kinds);
      }
    }
    boolean wantsRTree = withRTree && rtree == null && !footer.dense();
    if (wantsRTree) {
      offsets.add(footer.rtreeOffset());
    }
    if (!offsets.isEmpty()) {
      Location file = folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
      StructureFiles.located(
          file,
          () -> {
            read(file, new ArrayList<>(offsets), kinds, wantsRTree);
            return null;
          });
    }
  }

  /** The names of the conditions that were applied when this fragment was consolidated. */
  public List<String> processedConditions() {
    long offset = footer.processedConditions();
    if (offset == 0 || !version().pointsAtProcessedConditions()) {
      return List.of();
    }
    Location file = folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    return StructureFiles.located(
        file,
        () -> {
          try (InputFile in = files.storage().open(file)) {
            Slice bytes = bytes(in, offset, end(offset, in.size()));
            return ProcessedConditionsFormat.decode(
                files.content("processed conditions", bytes, 0), version());
          }
        });
  }

  private void read(Location file, List<Long> offsets, Map<Long, Table> kinds, boolean wantsRTree) {
    try (InputFile in = files.storage().open(file)) {
      long size = in.size();
      int first = 0;
      while (first < offsets.size()) {
        int last = first;
        long end = end(offsets.get(first), size);
        while (last + 1 < offsets.size() && offsets.get(last + 1) - end <= GAP) {
          last++;
          end = Math.max(end, end(offsets.get(last), size));
        }
        long start = offsets.get(first);
        Slice bytes = bytes(in, start, end);
        for (int i = first; i <= last; i++) {
          long offset = offsets.get(i);
          int position = (int) (offset - start);
          if (wantsRTree && offset == footer.rtreeOffset()) {
            rtree = rtree(files.content("R-tree", bytes, position));
          } else {
            Table table = kinds.get(offset);
            Slice content = files.content(table.structure, bytes, position);
            tables.put(
                offset,
                checked(table, TileTableFormat.decode(table.structure, content, version())));
          }
        }
        first = last + 1;
      }
    }
  }

  private RTree rtree(Slice content) {
    RTree tree = RTreeFormat.decode(content, version(), schema.schema());
    if (tree.tiles() != tiles()) {
      throw CorruptDataException.of(
          "R-tree", "levels", -1, "%d leaves for %d tiles".formatted(tree.tiles(), tiles()));
    }
    return tree;
  }

  private long[] checked(Table table, long[] values) {
    if (values.length != tiles()) {
      throw CorruptDataException.of(
          table.structure, "values", 0, "%d values for %d tiles".formatted(values.length, tiles()));
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
        throw new UnsupportedFormatException(
            "a tile of %d bytes; the largest that can be read has %d"
                .formatted(values[i], MAX_TILE));
      }
    }
  }

  private TileFile tileFile(FieldStorage field, Table table, String file, long size) {
    return TileFile.of(folder.resolve(file), table.structure, table(table, field), size);
  }

  private long[] table(Table table, FieldStorage field) {
    long key = key(table, field.index());
    long[] values = tables.get(key);
    if (values == null) {
      load(List.of(field), false);
      values = tables.get(key);
    }
    return values;
  }

  private void want(
      Table table, FieldStorage field, TreeSet<Long> offsets, Map<Long, Table> kinds) {
    long offset = key(table, field.index());
    if (!tables.containsKey(offset)) {
      offsets.add(offset);
      kinds.put(offset, table);
    }
  }

  /** Where a table lies in the file; for versions 1 and 2, where it would be if it had a place. */
  private long key(Table table, int index) {
    if (!version().hasFooter()) {
      return (long) table.ordinal() << 32 | index;
    }
    long[] offsets =
        switch (table) {
          case OFFSETS -> footer.tileOffsets();
          case VAR_OFFSETS -> footer.tileVarOffsets();
          case VAR_SIZES -> footer.tileVarSizes();
          case VALIDITY_OFFSETS -> footer.tileValidityOffsets();
        };
    return offsets[index];
  }

  private void putLegacy(Table table, long[][] values) {
    for (int index = 0; index < values.length; index++) {
      if (values[index].length == tiles()) {
        checkSizes(table, values[index]);
        tables.put(key(table, index), values[index]);
      }
    }
  }

  /** Where a section ends at the latest: where the next one begins. */
  private long end(long offset, long fileSize) {
    if (offset < 0 || offset >= fileSize) {
      throw CorruptDataException.of(
          "fragment footer",
          "offset of a section",
          -1,
          "%s is not within the file's %d bytes"
              .formatted(Long.toUnsignedString(offset), fileSize));
    }
    int next = java.util.Arrays.binarySearch(sectionBorders, offset + 1);
    int index = next < 0 ? -next - 1 : next;
    return index < sectionBorders.length ? Math.min(sectionBorders[index], fileSize) : fileSize;
  }

  private static Slice bytes(InputFile in, long start, long end) {
    if (end - start > Integer.MAX_VALUE - 8) {
      throw CorruptDataException.of(
          "fragment metadata", null, start, "a section of %d bytes".formatted(end - start));
    }
    byte[] bytes = new byte[(int) (end - start)];
    in.read(start, bytes, 0, bytes.length);
    return Slice.of(bytes);
  }

  private static long[] sectionBorders(FragmentFooter footer) {
    TreeSet<Long> borders = new TreeSet<>();
    borders.add(footer.rtreeOffset());
    for (long[] offsets :
        List.of(
            footer.tileOffsets(),
            footer.tileVarOffsets(),
            footer.tileVarSizes(),
            footer.tileValidityOffsets(),
            footer.tileMins(),
            footer.tileMaxes(),
            footer.tileSums(),
            footer.tileNullCounts())) {
      for (long offset : offsets) {
        borders.add(offset);
      }
    }
    borders.add(footer.fragmentStatistics());
    borders.add(footer.processedConditions());
    return borders.stream().mapToLong(Long::longValue).toArray();
  }

  private static long size(long[] sizes, FieldStorage field) {
    return sizes[field.index()];
  }

  /** The tables of one number a tile that reading needs. */
  private enum Table {
    OFFSETS("tile offsets"),
    VAR_OFFSETS("tile var offsets"),
    VAR_SIZES("tile var sizes"),
    VALIDITY_OFFSETS("tile validity offsets");

    private final String structure;

    Table(String structure) {
      this.structure = structure;
    }
  }
}
