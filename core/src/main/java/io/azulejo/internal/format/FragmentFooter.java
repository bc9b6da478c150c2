package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The end of a fragment's metadata file: properties of the fragment and the offsets of the sections
 * before it. Arrays have one entry per field, in the order of {@link FieldStorage#index}. They are
 * empty if the version lacks such entries. Versions 1 and 2 have no sections, hence no offsets.
 *
 * @param version the version of the fragment
 * @param schemaName the name of the schema that the fragment was written with; empty for the
 *     array's only schema in old versions
 * @param dense whether the fragment stores every cell of its non-empty domain at a fixed position
 * @param nonEmptyDomain the bounding box of the written cells
 * @param sparseTiles the number of tiles of a sparse fragment; 0 for dense ones
 * @param lastTileCells the number of cells in the last tile of a sparse fragment
 * @param timestamps whether each cell has a time
 * @param deleteMetadata whether each cell has the time and the condition of its deletion
 * @param fileSizes bytes of the files of fixed-size cells or of offsets
 * @param varFileSizes bytes of the files of variable-size values
 * @param validityFileSizes bytes of the files of validity
 * @param rtreeOffset the start of the R-tree in the file
 * @param tileOffsets the starts of the tables of tile offsets
 * @param tileVarOffsets the starts of the tables of offsets of variable-size tiles
 * @param tileVarSizes the starts of the tables of unfiltered sizes of variable-size tiles
 * @param tileValidityOffsets the starts of the tables of offsets of validity tiles
 * @param tileMins the starts of the minima of tiles
 * @param tileMaxes the starts of the maxima of tiles
 * @param tileSums the starts of the sums of tiles
 * @param tileNullCounts the starts of the null counts of tiles
 * @param fragmentStatistics the start of the statistics of the whole fragment; 0 if missing
 * @param processedConditions the start of the list of applied conditions; 0 if missing
 * @param optionalSections further sections
 * @param trailing bytes after the known fields
 */
public record FragmentFooter(
    FormatVersion version,
    Optional<String> schemaName,
    boolean dense,
    Optional<NDRange> nonEmptyDomain,
    long sparseTiles,
    long lastTileCells,
    boolean timestamps,
    boolean deleteMetadata,
    long[] fileSizes,
    long[] varFileSizes,
    long[] validityFileSizes,
    long rtreeOffset,
    long[] tileOffsets,
    long[] tileVarOffsets,
    long[] tileVarSizes,
    long[] tileValidityOffsets,
    long[] tileMins,
    long[] tileMaxes,
    long[] tileSums,
    long[] tileNullCounts,
    long fragmentStatistics,
    long processedConditions,
    List<OptionalSection> optionalSections,
    Slice trailing) {
  /** An empty array of entries. */
  static final long[] NONE = {};

  /** Checks that required components are not null, and copies the list. */
  public FragmentFooter {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(schemaName, "schemaName");
    Objects.requireNonNull(nonEmptyDomain, "nonEmptyDomain");
    Objects.requireNonNull(trailing, "trailing");
    optionalSections = List.copyOf(optionalSections);
  }

  /** Returns the footer of a new fragment, without entries of fields. */
  public static FragmentFooter begin(
      FormatVersion version,
      String schemaName,
      boolean dense,
      boolean timestamps,
      boolean deletes) {
    return new FragmentFooter(
        version,
        version.namesSchemas() ? Optional.of(schemaName) : Optional.empty(),
        dense,
        Optional.empty(),
        0,
        0,
        timestamps,
        deletes,
        NONE,
        NONE,
        NONE,
        0,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        0,
        0,
        List.of(),
        Slice.EMPTY);
  }

  /**
   * Returns where the coordinates of the first and the last cells of tiles begin in the file, as
   * offsets of {@link TileBounds}. The first cells of all dimensions come first, then the last
   * cells of all dimensions.
   *
   * @param dimensions the number of dimensions
   * @throws CorruptDataException if the number of offsets does not match
   */
  public Optional<long[]> globalOrderBounds(int dimensions) {
    for (OptionalSection section : optionalSections) {
      if (section.identifier == OptionalSection.GLOBAL_ORDER_BOUNDS) {
        WireReader wire = new WireReader("global order bounds", version, section.content);
        long[] offsets = wire.longs("offsets", 2L * dimensions, null, null);
        wire.end();
        return Optional.of(offsets);
      }
    }
    return Optional.empty();
  }

  /**
   * An optional section.
   *
   * @param identifier its kind; 0 holds the offsets of the global-order bounds of tiles
   * @param content its bytes
   */
  public record OptionalSection(long identifier, Slice content) {
    /** The kind with the global-order bounds of tiles: offsets of minima, then of maxima. */
    static final long GLOBAL_ORDER_BOUNDS = 0;

    /** Returns the section with the offsets of the global-order bounds of tiles. */
    public static OptionalSection globalOrderBounds(long[] offsets) {
      return new OptionalSection(
          GLOBAL_ORDER_BOUNDS,
          WireWriter.encode(
              "global order bounds",
              FormatVersion.NEWEST,
              (wire, numbers) -> wire.longs("offsets", offsets.length, numbers, n -> n),
              offsets));
    }
  }
}
