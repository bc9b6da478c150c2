package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes a {@link FragmentFooter}, which is stored unfiltered at the end of the
 * metadata file. Since version 10, its length (8 bytes) follows. Before version 10, the length
 * follows only if a dimension has variable size.
 */
public final class FragmentFooterFormat {
  /** The number of bytes to read first from the end of the file. Most footers are shorter. */
  public static final int USUAL_TAIL = 16 * 1024;

  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "fragment footer";

  private FragmentFooterFormat() {}

  /**
   * The position of the footer in the file.
   *
   * @param offset the start of the footer, in bytes
   * @param length the length of the footer, in bytes
   */
  public record Extent(long offset, int length) {}

  /**
   * Locates the footer in a fragment metadata file.
   *
   * @param fileSize the size of the file, in bytes
   * @param tail the last bytes of the file: at least 8, or the whole file if it is shorter
   * @param name the fragment's name
   * @param oldSchema the schema of {@link ArrayPaths#SCHEMA_FILE}; required and used only if the
   *     version in the name is below 10
   * @throws CorruptDataException if the footer does not fit into the file, or the required schema
   *     is missing
   */
  public static Extent locate(
      long fileSize, Slice tail, FragmentName name, Optional<ArraySchema> oldSchema) {
    FormatVersion version = name.version();
    long end = fileSize;
    long length;
    Optional<ArraySchema> schema = version.hasFooterLength() ? Optional.empty() : oldSchema;
    if (!version.hasFooterLength() && schema.isEmpty()) {
      throw CorruptDataException.of(
          STRUCTURE,
          null,
          -1,
          "a fragment of version %s needs %s, which is missing"
              .formatted(version, ArrayPaths.SCHEMA_FILE));
    }
    if (schema.isEmpty() || schema.get().dimensions().stream().anyMatch(Dimension::isVar)) {
      end = fileSize - Long.BYTES;
      if (end < 0 || tail.length() < Long.BYTES) {
        throw CorruptDataException.of(
            STRUCTURE, "length", 0, "the file is too short (%d bytes)".formatted(fileSize));
      }
      length = tail.getLong(tail.length() - Long.BYTES);
    } else {
      length = fixedLength(version, schema.get());
    }
    if (length < 0 || length > end || length > Integer.MAX_VALUE) {
      throw CorruptDataException.of(
          STRUCTURE,
          "length",
          end,
          "a footer of %s bytes does not fit in the %d bytes before its length"
              .formatted(Long.toUnsignedString(length), end));
    }
    return new Extent(end - length, (int) length);
  }

  /** Returns the length of a footer in versions 3 to 9 if every dimension has a fixed size. */
  private static long fixedLength(FormatVersion version, ArraySchema schema) {
    long bounds = 0;
    for (Dimension dimension : schema.dimensions()) {
      bounds += 2L * dimension.type().size();
    }
    Shape shape = Shape.of(version, schema, false, false);
    long numbers = 3L + 2L * shape.fixed + 3L * shape.var + 2L * shape.validity;
    return Integer.BYTES + 2 + bounds + numbers * Long.BYTES;
  }

  /**
   * Decodes a footer.
   *
   * @param footer exactly the bytes of the footer
   * @param schemas loads the schema with a given name, or {@link ArrayPaths#SCHEMA_FILE} if the
   *     name is empty
   * @throws CorruptDataException if the bytes contradict the format, or the schema is missing
   */
  public static FragmentFooter decode(
      Slice footer, Function<Optional<String>, Optional<StoredSchema>> schemas) {
    ArraySchema schema = schemaOf(footer, schemas);
    return WireReader.decode(
        STRUCTURE, versionOf(footer), footer, (w, f) -> transfer(w, schema, f));
  }

  /**
   * Adds the offset of the affected field to an exception about a footer.
   *
   * @param contradiction the exception; returned unchanged if it already has an offset or does not
   *     name a footer field
   * @param footer the bytes of the footer, which must be decodable
   * @param schema the schema that the footer names
   */
  public static CorruptDataException placed(
      CorruptDataException contradiction, Slice footer, ArraySchema schema) {
    if (!contradiction.structure().equals(STRUCTURE) || contradiction.offset().isPresent()) {
      return contradiction;
    }
    WireTrace wire = new WireTrace(STRUCTURE, versionOf(footer), footer);
    transfer(wire, schema, null);
    return wire.fields().stream()
        .filter(field -> contradiction.field().filter(field.path()::startsWith).isPresent())
        .findFirst()
        .map(field -> contradiction.within(STRUCTURE, null, field.offset()))
        .orElse(contradiction);
  }

  /** Encodes a footer, without the length that may follow it. */
  public static Slice encode(FragmentFooter footer, ArraySchema schema) {
    return WireWriter.encode(STRUCTURE, footer.version(), (w, f) -> transfer(w, schema, f), footer);
  }

  /** Encodes a footer, followed by its length if the version stores one. */
  public static Slice encodeWithLength(FragmentFooter footer, ArraySchema schema) {
    Slice bytes = encode(footer, schema);
    boolean follows =
        footer.version().hasFooterLength()
            || schema.dimensions().stream().anyMatch(Dimension::isVar);
    if (!follows) {
      return bytes;
    }
    byte[] withLength = Arrays.copyOf(bytes.toBytes(), bytes.length() + Long.BYTES);
    ByteBuffer.wrap(withLength)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(bytes.length(), bytes.length());
    return Slice.of(withLength);
  }

  /**
   * Returns the schema that a footer names.
   *
   * @throws CorruptDataException if the schema is missing
   */
  static ArraySchema schemaOf(
      Slice footer, Function<Optional<String>, Optional<StoredSchema>> schemas) {
    WireReader head = new WireReader(STRUCTURE, versionOf(footer), footer);
    FormatVersion.transfer(head);
    Optional<String> name = schemaName(head, null);
    return schemas
        .apply(name.filter(n -> !n.equals(ArrayPaths.SCHEMA_FILE)))
        .map(StoredSchema::schema)
        .orElseThrow(() -> withoutSchema(name, null));
  }

  /**
   * Creates the exception for a footer whose schema is missing from the array.
   *
   * @param schema the schema name in the footer, if it has one
   * @param cause the exception of the failed lookup, or null
   */
  public static CorruptDataException withoutSchema(
      Optional<String> schema, @Nullable Throwable cause) {
    return CorruptDataException.of(
        STRUCTURE,
        "schema_name",
        Integer.BYTES,
        "the array has no schema %s".formatted(schema.orElse(ArrayPaths.SCHEMA_FILE)),
        cause);
  }

  /**
   * Reads the format version of a footer.
   *
   * @throws CorruptDataException if fragments of that version do not have a footer
   */
  static FormatVersion versionOf(Slice footer) {
    FormatVersion version = FormatVersion.leading(STRUCTURE, footer);
    if (!version.hasFooter()) {
      throw CorruptDataException.of(
          STRUCTURE, "version", 0, "fragments of version %s have no footer".formatted(version));
    }
    return version;
  }

  static FragmentFooter transfer(Wire wire, ArraySchema schema, FragmentFooter footer) {
    FormatVersion version = FormatVersion.transfer(wire);
    Optional<String> schemaName = schemaName(wire, footer);
    boolean dense = wire.bool("dense", footer, FragmentFooter::dense);
    Optional<NDRange> domain = nonEmptyDomain(wire, schema, footer);
    long sparseTiles = wire.count64("sparse_tiles", footer, FragmentFooter::sparseTiles);
    long lastTileCells = wire.i64("last_tile_cells", footer, FragmentFooter::lastTileCells);
    boolean timestamps =
        version.hasTimestamps()
            ? wire.bool("timestamps", footer, FragmentFooter::timestamps)
            : wire.absent("timestamps", false, footer, FragmentFooter::timestamps);
    boolean deleteMetadata =
        version.hasDeleteMetadata()
            ? wire.bool("delete_metadata", footer, FragmentFooter::deleteMetadata)
            : wire.absent("delete_metadata", false, footer, FragmentFooter::deleteMetadata);
    Shape shape = Shape.of(version, schema, timestamps, deleteMetadata);
    return new FragmentFooter(
        version,
        schemaName,
        dense,
        domain,
        sparseTiles,
        lastTileCells,
        timestamps,
        deleteMetadata,
        numbers(wire, "file_sizes", shape.fixed, footer, FragmentFooter::fileSizes),
        numbers(wire, "var_file_sizes", shape.var, footer, FragmentFooter::varFileSizes),
        numbers(
            wire, "validity_file_sizes", shape.validity, footer, FragmentFooter::validityFileSizes),
        wire.i64("rtree_offset", footer, FragmentFooter::rtreeOffset),
        numbers(wire, "tile_offsets", shape.fixed, footer, FragmentFooter::tileOffsets),
        numbers(wire, "tile_var_offsets", shape.var, footer, FragmentFooter::tileVarOffsets),
        numbers(wire, "tile_var_sizes", shape.var, footer, FragmentFooter::tileVarSizes),
        numbers(
            wire,
            "tile_validity_offsets",
            shape.validity,
            footer,
            FragmentFooter::tileValidityOffsets),
        numbers(wire, "tile_mins", shape.statistics, footer, FragmentFooter::tileMins),
        numbers(wire, "tile_maxes", shape.statistics, footer, FragmentFooter::tileMaxes),
        numbers(wire, "tile_sums", shape.statistics, footer, FragmentFooter::tileSums),
        numbers(wire, "tile_null_counts", shape.statistics, footer, FragmentFooter::tileNullCounts),
        version.hasFragmentStatistics()
            ? wire.i64("fragment_statistics", footer, FragmentFooter::fragmentStatistics)
            : wire.absent("fragment_statistics", 0L, footer, FragmentFooter::fragmentStatistics),
        version.hasProcessedConditions()
            ? wire.i64("processed_conditions", footer, FragmentFooter::processedConditions)
            : wire.absent("processed_conditions", 0L, footer, FragmentFooter::processedConditions),
        version.hasOptionalSections()
            ? wire.list32(
                "optional_sections",
                FragmentFooterFormat::optionalSection,
                footer,
                FragmentFooter::optionalSections)
            : wire.absent("optional_sections", List.of(), footer, FragmentFooter::optionalSections),
        wire.rest("trailing", footer, FragmentFooter::trailing));
  }

  /**
   * Transfers an array of footer entries; a count of 0 means that the version does not store it.
   */
  private static long[] numbers(
      Wire wire,
      String field,
      int count,
      FragmentFooter footer,
      Function<FragmentFooter, long[]> value) {
    return count > 0
        ? wire.longs(field, count, footer, value)
        : wire.absent(field, FragmentFooter.NONE, footer, value);
  }

  private static Optional<String> schemaName(Wire wire, FragmentFooter footer) {
    return wire.version().namesSchemas()
        ? Optional.of(wire.string64("schema_name", footer, f -> f.schemaName().orElseThrow()))
        : wire.absent("schema_name", Optional.empty(), footer, FragmentFooter::schemaName);
  }

  private static Optional<NDRange> nonEmptyDomain(
      Wire wire, ArraySchema schema, FragmentFooter footer) {
    boolean none = wire.bool("no_non_empty_domain", footer, f -> f.nonEmptyDomain().isEmpty());
    if (none) {
      return Optional.empty();
    }
    return Optional.of(
        wire.struct(
            "non_empty_domain",
            (w, b) -> box(w, schema, b),
            footer,
            f -> f.nonEmptyDomain().orElseThrow()));
  }

  /** Transfers a single box: one range per dimension. */
  static NDRange box(Wire wire, ArraySchema schema, NDRange box) {
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      int index = d;
      ranges.add(
          wire.element(
              "dimension",
              d,
              (w, r) -> RangeFormat.transfer(w, dimension, r),
              box,
              b -> b.get(index)));
    }
    return new NDRange(ranges);
  }

  private static FragmentFooter.OptionalSection optionalSection(
      Wire wire, FragmentFooter.OptionalSection section) {
    long identifier = wire.i64("identifier", section, FragmentFooter.OptionalSection::identifier);
    Slice content = wire.bytes32("content", section, FragmentFooter.OptionalSection::content);
    return new FragmentFooter.OptionalSection(identifier, content);
  }

  /**
   * The lengths of the footer arrays. A length is 0 if the version does not store the arrays.
   *
   * @param fixed the length of arrays about fixed-size cells and offsets
   * @param var the length of arrays about variable-size values
   * @param validity the length of arrays about validity
   * @param statistics the length of arrays about tile statistics
   */
  record Shape(int fixed, int var, int validity, int statistics) {
    static Shape of(
        FormatVersion version, ArraySchema schema, boolean timestamps, boolean deleteMetadata) {
      int attributes = schema.attributes().size();
      if (!version.hasDimensionFiles()) {
        return new Shape(attributes + 1, attributes, 0, 0);
      }
      int fields =
          attributes
              + 1
              + schema.dimensions().size()
              + (timestamps ? 1 : 0)
              + (deleteMetadata ? 2 : 0);
      return new Shape(
          fields,
          fields,
          version.hasValidity() ? fields : 0,
          version.hasTileStatistics() ? fields : 0);
    }
  }
}
