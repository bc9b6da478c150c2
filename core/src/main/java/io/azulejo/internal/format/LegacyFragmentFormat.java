package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Encodes and decodes a {@link LegacyFragment}. In versions 1 and 2, it is the content of the only
 * generic tile in a fragment metadata file.
 */
public final class LegacyFragmentFormat {
  /** The name of the structure in error messages. */
  static final String STRUCTURE = "fragment metadata";

  private static final int FANOUT = 10;

  private LegacyFragmentFormat() {}

  /**
   * Decodes the unfiltered bytes of the file.
   *
   * @param schema the schema of the array
   * @param dense whether the fragment is dense, that is, has no coordinates file
   * @throws CorruptDataException if the bytes contradict the format
   */
  public static LegacyFragment decode(Slice content, ArraySchema schema, boolean dense) {
    return WireReader.decode(
        STRUCTURE, versionOf(content), content, (w, f) -> transfer(w, schema, dense, f));
  }

  /** Encodes the content of the file, without filtering it. */
  static Slice encode(LegacyFragment fragment, ArraySchema schema) {
    boolean dense = fragment.footer().dense();
    return WireWriter.encode(
        STRUCTURE, fragment.footer().version(), (w, f) -> transfer(w, schema, dense, f), fragment);
  }

  /**
   * Reads the format version of the metadata.
   *
   * @throws CorruptDataException if fragments of that version have a footer
   */
  static FormatVersion versionOf(Slice content) {
    FormatVersion version = FormatVersion.leading(STRUCTURE, content);
    if (version.hasFooter()) {
      throw CorruptDataException.of(
          STRUCTURE,
          "version",
          0,
          "fragments of version %s have a footer, not one generic tile".formatted(version));
    }
    return version;
  }

  static LegacyFragment transfer(
      Wire wire, ArraySchema schema, boolean dense, LegacyFragment fragment) {
    FormatVersion.transfer(wire);
    List<Dimension> dimensions = schema.dimensions();
    int boxSize = 0;
    for (Dimension dimension : dimensions) {
      wire.check(
          !dimension.isVar(),
          "non_empty_domain",
          "the schema has a string dimension, which this version does not support");
      boxSize += 2 * dimension.type().size();
    }
    Optional<NDRange> domain = nonEmptyDomain(wire, schema, boxSize, fragment);
    Boxes boxes =
        wire.struct(
            "tiles",
            (w, b) -> BoxesFormat.transfer(w, dimensions, b),
            fragment,
            f -> f.tree().levels().isEmpty() ? BoxesFormat.none(dimensions) : f.tree().leaves());
    long boundingCount =
        wire.count64("bounding_coordinates_count", fragment, LegacyFragment::boundingCount);
    wire.check(
        !wire.reading() || boundingCount <= wire.remaining() / boxSize,
        "bounding_coordinates_count",
        "%d pairs of %d bytes, but %d bytes are left",
        boundingCount,
        boxSize,
        wire.remaining());
    Slice bounding =
        wire.bytes(
            "bounding_coordinates",
            boundingCount * boxSize,
            fragment,
            LegacyFragment::boundingCoordinates);
    int attributes = schema.attributes().size();
    long[][] tileOffsets =
        tables(wire, "tile_offsets", attributes + 1, fragment, LegacyFragment::tileOffsets);
    long[][] varOffsets =
        tables(wire, "tile_var_offsets", attributes, fragment, LegacyFragment::tileVarOffsets);
    long[][] varSizes =
        tables(wire, "tile_var_sizes", attributes, fragment, LegacyFragment::tileVarSizes);
    long lastTileCells = wire.i64("last_tile_cells", fragment, f -> f.footer().lastTileCells());
    long[] fileSizes =
        wire.longs("file_sizes", attributes + 1, fragment, f -> f.footer().fileSizes());
    long[] varFileSizes =
        wire.longs("var_file_sizes", attributes, fragment, f -> f.footer().varFileSizes());
    FragmentFooter footer =
        footer(
            wire.version(),
            dense,
            domain,
            dense ? 0 : boxes.count(),
            lastTileCells,
            fileSizes,
            varFileSizes);
    RTree tree = new RTree(FANOUT, boxes.count() == 0 ? List.of() : List.of(boxes));
    return new LegacyFragment(
        footer, tree, bounding, boundingCount, tileOffsets, varOffsets, varSizes);
  }

  private static Optional<NDRange> nonEmptyDomain(
      Wire wire, ArraySchema schema, int boxSize, LegacyFragment fragment) {
    long size =
        wire.count64(
            "non_empty_domain_size",
            fragment,
            f -> f.footer().nonEmptyDomain().isPresent() ? boxSize : 0);
    wire.check(
        size == 0 || size == boxSize,
        "non_empty_domain_size",
        "%d is neither 0 nor %d, the size of a box",
        size,
        boxSize);
    if (size == 0) {
      return Optional.empty();
    }
    return Optional.of(
        wire.struct(
            "non_empty_domain",
            (w, b) -> FragmentFooterFormat.box(w, schema, b),
            fragment,
            f -> f.footer().nonEmptyDomain().orElseThrow()));
  }

  private static long[][] tables(
      Wire wire,
      String field,
      int count,
      LegacyFragment fragment,
      Function<LegacyFragment, long[][]> value) {
    long[][] tables = fragment == null ? new long[count][] : value.apply(fragment);
    wire.check(tables.length == count, field, "%d tables instead of %d", tables.length, count);
    for (int i = 0; i < count; i++) {
      int index = i;
      tables[i] = wire.element(field, i, TileTableFormat::transfer, tables, t -> t[index]);
    }
    return tables;
  }

  private static FragmentFooter footer(
      FormatVersion version,
      boolean dense,
      Optional<NDRange> domain,
      long sparseTiles,
      long lastTileCells,
      long[] fileSizes,
      long[] varFileSizes) {
    long[] none = FragmentFooter.NONE;
    return new FragmentFooter(
        version,
        Optional.empty(),
        dense,
        domain,
        sparseTiles,
        lastTileCells,
        false,
        false,
        fileSizes,
        varFileSizes,
        none,
        0,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        0,
        0,
        List.of(),
        Slice.EMPTY);
  }
}
