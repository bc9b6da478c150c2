package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Dumps the metadata file of a fragment: its sections in file order, then the footer. */
final class FragmentDump {
  private static final String FOOTER = "footer";

  private record Part(String title, long offset, Consumer<Wire> layout) {}

  private final Dump dump;
  private final String fragment;
  private final Function<Optional<String>, Optional<StoredSchema>> schemas;
  private final List<Part> parts = new ArrayList<>();

  FragmentDump(
      Dump dump, String fragment, Function<Optional<String>, Optional<StoredSchema>> schemas) {
    this.dump = dump;
    this.fragment = fragment;
    this.schemas = schemas;
  }

  void read() {
    try {
      FragmentName name =
          FragmentName.parse(fragment)
              .orElseThrow(
                  () ->
                      CorruptDataException.of(
                          LegacyFragmentFormat.STRUCTURE,
                          null,
                          -1,
                          "the folder name \"%s\" is not a fragment name".formatted(fragment)));
      if (name.version().hasFooter()) {
        readSections(name);
      } else {
        readLegacy();
      }
    } catch (CorruptDataException | UnsupportedFormatException | InvalidRequestException e) {
      dump.problem(LegacyFragmentFormat.STRUCTURE, 0, e.getMessage());
    }
  }

  private void readLegacy() {
    ArraySchema schema =
        schemas
            .apply(Optional.empty())
            .map(StoredSchema::schema)
            .orElseThrow(
                () ->
                    CorruptDataException.of(
                        LegacyFragmentFormat.STRUCTURE,
                        null,
                        -1,
                        "the fragment needs %s, which is missing"
                            .formatted(ArrayPaths.SCHEMA_FILE)));
    Optional<GenericTile.Content> content = dump.content(LegacyFragmentFormat.STRUCTURE, 0);
    if (content.isPresent()) {
      Slice bytes = content.get().content();
      dump.inTile(
          LegacyFragmentFormat.STRUCTURE,
          0,
          LegacyFragmentFormat.versionOf(bytes),
          bytes,
          w -> LegacyFragmentFormat.transfer(w, schema, false, null));
    }
  }

  private void readSections(FragmentName name) {
    Slice file = dump.file();
    FragmentFooterFormat.Extent extent =
        FragmentFooterFormat.locate(
            file.length(), file, name, schemas.apply(Optional.empty()).map(StoredSchema::schema));
    Slice bytes = file.slice((int) extent.offset(), extent.length());
    ArraySchema schema = FragmentFooterFormat.schemaOf(bytes, schemas);
    FormatVersion version = FragmentFooterFormat.versionOf(bytes);
    FragmentFooter footer =
        FragmentFooterFormat.transfer(new WireReader(FOOTER, version, bytes), schema, null);
    collect(footer, schema);
    parts.sort(Comparator.comparingLong(Part::offset));
    long end = 0;
    for (Part part : parts) {
      end = Math.max(end, read(part, version));
    }
    if (version.hasDeleteMetadata() && !version.hasProcessedConditions() && end > 0) {
      read(processedConditions(end), version);
    }
    dump.plain(
        FOOTER,
        extent.offset(),
        version,
        bytes,
        w -> FragmentFooterFormat.transfer(w, schema, null));
    long after = extent.offset() + extent.length();
    if (after < file.length()) {
      dump.plain(
          "footer length", after, file.from((int) after), w -> w.i64("footer_length", null, null));
    }
  }

  /**
   * Dumps a section and returns the offset of its end in the file, or 0 if the section cannot be
   * read.
   */
  private long read(Part part, FormatVersion version) {
    Optional<GenericTile.Content> tile = dump.content(part.title, part.offset);
    tile.ifPresent(t -> dump.inTile(part.title, part.offset, version, t.content(), part.layout));
    return tile.isPresent() ? part.offset + tile.get().extent() : 0;
  }

  private static Part processedConditions(long offset) {
    return new Part(
        ProcessedConditionsFormat.STRUCTURE,
        offset,
        w -> ProcessedConditionsFormat.transfer(w, null));
  }

  private void collect(FragmentFooter footer, ArraySchema schema) {
    List<String> fields = fields(footer, schema);
    parts.add(
        new Part(
            RTreeFormat.STRUCTURE,
            footer.rtreeOffset(),
            w -> RTreeFormat.transfer(w, schema, null)));
    tables("tile offsets", footer.tileOffsets(), fields);
    tables("tile var offsets", footer.tileVarOffsets(), fields);
    tables("tile var sizes", footer.tileVarSizes(), fields);
    tables("tile validity offsets", footer.tileValidityOffsets(), fields);
    bounds("tile minima", footer.tileMins(), fields);
    bounds("tile maxima", footer.tileMaxes(), fields);
    tables("tile sums", footer.tileSums(), fields);
    tables("tile null counts", footer.tileNullCounts(), fields);
    globalOrderBounds(footer, schema);
    if (footer.fragmentStatistics() != 0) {
      parts.add(
          new Part(
              FragmentStatisticsFormat.STRUCTURE,
              footer.fragmentStatistics(),
              w -> FragmentStatisticsFormat.transfer(w, fields.size(), null)));
    }
    if (footer.processedConditions() != 0) {
      parts.add(processedConditions(footer.processedConditions()));
    }
  }

  /** Returns the field names in the order of the footer arrays. */
  private static List<String> fields(FragmentFooter footer, ArraySchema schema) {
    List<String> fields = new ArrayList<>();
    schema.attributes().stream().map(Attribute::name).forEach(fields::add);
    fields.add("(coordinates)");
    if (footer.version().hasDimensionFiles()) {
      schema.dimensions().stream().map(Dimension::name).forEach(fields::add);
    }
    if (footer.timestamps()) {
      fields.add(FieldStorage.TIMESTAMPS);
    }
    if (footer.deleteMetadata()) {
      fields.add(FieldStorage.DELETE_TIMESTAMPS);
      fields.add(FieldStorage.DELETE_CONDITION_INDEX);
    }
    return fields;
  }

  private void tables(String title, long[] offsets, List<String> fields) {
    for (int i = 0; i < offsets.length; i++) {
      parts.add(
          new Part(
              title + " of " + fields.get(i), offsets[i], w -> TileTableFormat.transfer(w, null)));
    }
  }

  private void bounds(String title, long[] offsets, List<String> fields) {
    for (int i = 0; i < offsets.length; i++) {
      parts.add(
          new Part(
              title + " of " + fields.get(i), offsets[i], w -> TileBoundsFormat.transfer(w, null)));
    }
  }

  private void globalOrderBounds(FragmentFooter footer, ArraySchema schema) {
    List<String> dimensions = schema.dimensions().stream().map(Dimension::name).toList();
    Optional<long[]> offsets = footer.globalOrderBounds(dimensions.size());
    if (offsets.isPresent()) {
      int half = dimensions.size();
      bounds("first coordinates", Arrays.copyOf(offsets.get(), half), dimensions);
      bounds("last coordinates", Arrays.copyOfRange(offsets.get(), half, 2 * half), dimensions);
    }
  }
}
