package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The end of a fragment's metadata file: what the fragment is, and where the sections before it
 * begin. Arrays have one entry a field, in the order of {@link FieldStorage#index}; they are empty
 * where the version has no such entries. Versions 1 and 2 have no sections, and so no offsets.
 *
 * @param version the version of the fragment
 * @param schemaName the name of the schema that the fragment was written with; empty for the only
 *     one that the array then had
 * @param dense whether each cell of the non-empty domain has a place of its own
 * @param nonEmptyDomain the box of the cells that were written
 * @param sparseTiles the number of tiles of a sparse fragment; 0 for dense ones
 * @param lastTileCells the cells of the last tile of a sparse fragment
 * @param timestamps whether each cell has a time
 * @param deleteMetadata whether each cell has the time and the condition of its deletion
 * @param fileSizes bytes of the files of fixed-size cells or of offsets
 * @param varFileSizes bytes of the files of values of variable size
 * @param validityFileSizes bytes of the files of validity
 * @param rtreeOffset where the R-tree begins in the file
 * @param tileOffsets where the tables of tile offsets begin
 * @param tileVarOffsets where the tables of offsets of tiles of variable size begin
 * @param tileVarSizes where the tables of unfiltered sizes of such tiles begin
 * @param tileValidityOffsets where the tables of offsets of validity tiles begin
 * @param tileMins where the minima of tiles begin
 * @param tileMaxes where the maxima of tiles begin
 * @param tileSums where the sums of tiles begin
 * @param tileNullCounts where the null counts of tiles begin
 * @param fragmentStatistics where the statistics of the whole fragment begin; 0 where there are
 *     none
 * @param processedConditions where the list of conditions begins that were applied already; 0 where
 *     there is none
 * @param optionalSections further sections
 * @param trailing bytes that nothing is known of
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
  /** No entries. */
  static final long[] NONE = {};

  /** Checks that nothing is null. */
  public FragmentFooter {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(schemaName, "schemaName");
    Objects.requireNonNull(nonEmptyDomain, "nonEmptyDomain");
    Objects.requireNonNull(trailing, "trailing");
    optionalSections = List.copyOf(optionalSections);
  }

  /** The footer of a fragment that is to be written, without the entries of fields. */
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
   * Where the coordinates of the first cells and of the last cells of tiles lie in the file:
   * offsets of {@link TileBounds}, for each dimension those of the first cells, then for each
   * dimension those of the last ones.
   *
   * @param dimensions the number of dimensions
   * @throws CorruptDataException if there is another number of offsets
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
   * A section of an optional kind.
   *
   * @param identifier the kind; 0 is where the global-order bounds of tiles begin
   * @param content its bytes
   */
  public record OptionalSection(long identifier, Slice content) {
    /** The bounds of tiles in global order: offsets of the minima, then of the maxima. */
    static final long GLOBAL_ORDER_BOUNDS = 0;

    /** The section with the offsets of the global-order bounds of tiles. */
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
