package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The footer at the end of a fragment metadata file. It contains properties of the fragment and the
 * offsets of the sections before it. The arrays have one entry per field, in the order of {@link
 * FieldStorage#index}, and are empty if the version does not store such entries. Sizes and offsets
 * are in bytes, and offsets are relative to the start of the metadata file. Versions 1 and 2 have
 * no sections, so their offsets are 0 or empty.
 *
 * @param version the format version of the fragment
 * @param schemaName the name of the schema that the fragment was written with; empty before version
 *     10, where the array has a single schema
 * @param dense whether the fragment stores every cell of its non-empty domain at a fixed position
 * @param nonEmptyDomain the bounding box of the written cells, or empty if there are none
 * @param sparseTiles the number of tiles of a sparse fragment; 0 if the fragment is dense
 * @param lastTileCells the number of cells in the last tile of a sparse fragment
 * @param timestamps whether each cell has a time
 * @param deleteMetadata whether each cell has a deletion time and the index of the condition that
 *     deleted it
 * @param fileSizes the sizes of the files that hold fixed-size cells or offsets
 * @param varFileSizes the sizes of the files that hold variable-size values
 * @param validityFileSizes the sizes of the files that hold validity
 * @param rtreeOffset the offset of the R-tree
 * @param tileOffsets the offsets of the tables of tile offsets
 * @param tileVarOffsets the offsets of the tables of variable-size tile offsets
 * @param tileVarSizes the offsets of the tables of unfiltered sizes of variable-size tiles
 * @param tileValidityOffsets the offsets of the tables of validity tile offsets
 * @param tileMins the offsets of the tile minima
 * @param tileMaxes the offsets of the tile maxima
 * @param tileSums the offsets of the tile sums
 * @param tileNullCounts the offsets of the tile null counts
 * @param fragmentStatistics the offset of the fragment statistics; 0 if missing
 * @param processedConditions the offset of the list of processed conditions; 0 if missing
 * @param optionalSections the optional sections, since version 23
 * @param trailing any bytes after the known fields
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
  /** The array for entries that a version does not store. */
  static final long[] NONE = {};

  /** Checks that required components are not null, and copies the list. */
  public FragmentFooter {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(schemaName, "schemaName");
    Objects.requireNonNull(nonEmptyDomain, "nonEmptyDomain");
    Objects.requireNonNull(trailing, "trailing");
    optionalSections = List.copyOf(optionalSections);
  }

  /**
   * Creates the footer of a new fragment. All counts and offsets are 0, and all arrays are empty.
   *
   * @param schemaName the name of the schema; ignored before version 10
   * @param deletes whether each cell has a deletion time and a condition index
   */
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
   * Returns the offsets of the {@link TileBounds} sections that hold the coordinates of the first
   * and the last cell of each tile. There is one section for the first cells in each dimension,
   * then one for the last cells in each dimension.
   *
   * @param dimensions the number of dimensions
   * @return the offsets in the metadata file, or empty if it has no such sections
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
   * @param identifier the kind of the section; 0 for the offsets of the global-order tile bounds
   * @param content the encoded section
   */
  public record OptionalSection(long identifier, Slice content) {
    /** The kind of the section with the offsets of the global-order tile bounds. */
    static final long GLOBAL_ORDER_BOUNDS = 0;

    /**
     * Creates the section with the offsets of the global-order tile bounds.
     *
     * @param offsets the offsets for the first cells in each dimension, then for the last cells
     */
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
