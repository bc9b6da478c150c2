package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Decodes a file of an array or a group field by field, for display. It uses the same layouts as
 * reads. If bytes contradict the format, their section ends there and reports the error.
 */
public final class Dump {
  /**
   * A section of a dump.
   *
   * @param title the name of the structure
   * @param offset the start of the section in the file, in bytes
   * @param inTile whether the section is the unfiltered content of the generic tile at that offset
   * @param fields the fields in file order; their offsets are relative to the start of the section
   *     or, in a generic tile, to the start of its unfiltered content
   * @param problem the error that ended the section early, if any
   */
  public record Section(
      String title,
      long offset,
      boolean inTile,
      List<WireTrace.Field> fields,
      Optional<String> problem) {
    /** Copies the list. */
    public Section {
      fields = List.copyOf(fields);
    }
  }

  private static final int MAX_TILES = 100_000;

  private final Slice file;
  private final Optional<EncryptionKey> key;
  private final Scratch scratch;
  private final List<Section> sections = new ArrayList<>();

  private Dump(Slice file, Optional<EncryptionKey> key, Scratch scratch) {
    this.file = file;
    this.key = key;
    this.scratch = scratch;
  }

  /**
   * Decodes a file. The names of the file and its folder determine the structure of the file.
   *
   * @param folder the name of the folder that contains the file
   * @param name the name of the file
   * @param file the bytes of the file
   * @param key the encryption key of the array, if it has one
   * @param schemas loads the array schema with a given name, or {@link ArrayPaths#SCHEMA_FILE} if
   *     the name is empty; called only for fragment metadata
   * @return the sections in file order
   * @throws InvalidRequestException if an array or a group cannot contain a file with this name in
   *     this folder
   */
  public static List<Section> of(
      String folder,
      String name,
      byte[] file,
      Optional<EncryptionKey> key,
      Function<Optional<String>, Optional<StoredSchema>> schemas) {
    try (Scratch scratch = new Scratch()) {
      Dump dump = new Dump(Slice.of(file), key, scratch);
      dump.read(folder, name, schemas);
      return List.copyOf(dump.sections);
    }
  }

  /**
   * Decodes a schema file. Callers of {@link #of} use it to load schemas.
   *
   * @param file the bytes of the file
   * @param key the encryption key of the array, if it has one
   * @throws CorruptDataException if the bytes contradict the format
   * @throws InvalidRequestException if the key does not fit
   */
  public static StoredSchema schema(byte[] file, Optional<EncryptionKey> key) {
    try (Scratch scratch = new Scratch()) {
      return ArraySchemaFormat.decode(
          GenericTile.read(ArraySchemaFormat.STRUCTURE, Slice.of(file), 0, key, scratch).content());
    }
  }

  /**
   * Renders the value of a field as text: numbers in decimal, text in quotes, and other bytes in
   * hexadecimal. Long values are shortened.
   *
   * @param value the value of a {@link WireTrace.Field}
   */
  public static String render(Object value) {
    return DumpedValue.render(value);
  }

  private void read(
      String folder, String name, Function<Optional<String>, Optional<StoredSchema>> schemas) {
    if (name.equals(ArrayPaths.FRAGMENT_METADATA_FILE)) {
      new FragmentDump(this, folder, schemas).read();
    } else if (name.equals(ArrayPaths.SCHEMA_FILE) || folder.equals(ArrayPaths.SCHEMA_FOLDER)) {
      schema();
    } else if (folder.equals(ArrayPaths.ENUMERATIONS_FOLDER)) {
      tile(EnumerationFormat.STRUCTURE, 0, w -> EnumerationFormat.transfer(w, null));
    } else if (name.endsWith(ArrayPaths.DELETE_SUFFIX)) {
      tile(ConditionFormat.STRUCTURE, 0, w -> ConditionFormat.transfer(w, null));
    } else if (name.endsWith(ArrayPaths.UPDATE_SUFFIX)) {
      tile(UpdateFormat.STRUCTURE, 0, w -> UpdateFormat.transfer(w, null));
    } else if (name.endsWith(ArrayPaths.CONSOLIDATED_METADATA_SUFFIX)) {
      consolidatedFooters(schemas);
    } else if (name.endsWith(ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX)) {
      plain(CommitsFileFormat.STRUCTURE, 0, file, w -> CommitsFileFormat.transfer(w, null));
    } else if (name.endsWith(ArrayPaths.IGNORE_SUFFIX)) {
      plain("ignored commits", 0, file, w -> NameListFormat.transfer(w, null));
    } else if (name.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
      plain("vacuum list", 0, file, w -> NameListFormat.transfer(w, null));
    } else if (folder.equals(ArrayPaths.METADATA_FOLDER)) {
      tile(ArrayMetadataFormat.STRUCTURE, 0, w -> ArrayMetadataFormat.transfer(w, null));
    } else if (folder.equals(ArrayPaths.GROUP_FOLDER)) {
      tile(GroupFormat.STRUCTURE, 0, w -> GroupFormat.transfer(w, null));
    } else if (name.equals(ArrayPaths.GROUP_FILE)
        || name.endsWith(ArrayPaths.WRITE_SUFFIX)
        || name.endsWith(ArrayPaths.OK_SUFFIX)) {
      plain("marker", 0, file, w -> w.rest("bytes", null, null));
    } else if (name.endsWith(ArrayPaths.DATA_SUFFIX)) {
      dataTiles();
    } else {
      throw new InvalidRequestException(
          "cannot dump %s/%s: its name does not match any file of an array or a group"
              .formatted(folder, name));
    }
  }

  private void schema() {
    String title = ArraySchemaFormat.STRUCTURE;
    Optional<GenericTile.Content> tile = content(title, 0);
    if (tile.isPresent()) {
      Slice content = tile.get().content();
      try {
        FormatVersion version = FormatVersion.leading(title, content);
        inTile(title, 0, version, content, w -> ArraySchemaFormat.transfer(w, null));
      } catch (CorruptDataException | UnsupportedFormatException e) {
        problem(title, 0, e.getMessage());
      }
    }
  }

  private void consolidatedFooters(Function<Optional<String>, Optional<StoredSchema>> schemas) {
    String title = ConsolidatedFooterFormat.STRUCTURE;
    Optional<GenericTile.Content> tile = content(title, 0);
    if (tile.isEmpty()) {
      return;
    }
    FormatVersion version = tile.get().tile().header().version();
    Slice content = tile.get().content();
    inTile(title, 0, version, content, w -> ConsolidatedFooterFormat.transfer(w, null));
    try {
      ConsolidatedFooterFormat.decode(content, version)
          .byName()
          .forEach((name, footer) -> footer(name, footer, content, schemas));
    } catch (CorruptDataException e) {
      problem(title, 0, e.getMessage());
    }
  }

  private void footer(
      String fragment,
      Slice footer,
      Slice content,
      Function<Optional<String>, Optional<StoredSchema>> schemas) {
    String title = FragmentFooterFormat.STRUCTURE + " of " + fragment;
    try {
      ArraySchema schema = FragmentFooterFormat.schemaOf(footer, schemas);
      WireTrace trace = new WireTrace(title, FragmentFooterFormat.versionOf(footer), footer);
      FragmentFooterFormat.transfer(trace, schema, null);
      int start = footer.offset() - content.offset();
      List<WireTrace.Field> fields =
          trace.fields().stream()
              .map(f -> new WireTrace.Field(f.path(), start + f.offset(), f.length(), f.value()))
              .toList();
      sections.add(new Section(title, 0, true, fields, Optional.empty()));
    } catch (CorruptDataException | UnsupportedFormatException | InvalidRequestException e) {
      problem(title, 0, e.getMessage());
    }
  }

  /** Returns the bytes of the file. */
  Slice file() {
    return file;
  }

  /** Decodes an unfiltered section whose layout does not depend on the format version. */
  void plain(String title, long offset, Slice bytes, Consumer<Wire> layout) {
    part(title, offset, false, FormatVersion.NEWEST, bytes, layout);
  }

  /** Decodes an unfiltered section in the layout of a format version. */
  void plain(String title, long offset, FormatVersion version, Slice bytes, Consumer<Wire> layout) {
    part(title, offset, false, version, bytes, layout);
  }

  /** Decodes the content of a generic tile in the layout of a format version. */
  void inTile(
      String title, long offset, FormatVersion version, Slice content, Consumer<Wire> layout) {
    part(title, offset, true, version, content, layout);
  }

  private void part(
      String title,
      long offset,
      boolean inTile,
      FormatVersion version,
      Slice bytes,
      Consumer<Wire> layout) {
    WireTrace trace = new WireTrace(title, version, bytes);
    Optional<String> problem = Optional.empty();
    try {
      layout.accept(trace);
      trace.end();
    } catch (CorruptDataException | UnsupportedFormatException e) {
      problem = Optional.of(e.getMessage());
    }
    sections.add(new Section(title, offset, inTile, trace.fields(), problem));
  }

  /** Reports a section that could not be read at all. */
  void problem(String title, long offset, String problem) {
    sections.add(new Section(title, offset, false, List.of(), Optional.of(problem)));
  }

  /**
   * Decodes a generic tile: its header and filters, then its content in the layout of the tile's
   * version.
   */
  private void tile(String title, long offset, Consumer<Wire> layout) {
    content(title, offset)
        .ifPresent(c -> inTile(title, offset, c.tile().header().version(), c.content(), layout));
  }

  /**
   * Decodes the header and filters of a generic tile. Returns its content, or empty after it has
   * reported that the tile cannot be read.
   */
  Optional<GenericTile.Content> content(String title, long offset) {
    try {
      if (offset < 0 || offset > file.length()) {
        throw CorruptDataException.of(
            title, null, offset, "the file ends at %d".formatted(file.length()));
      }
      Slice bytes = file.from((int) offset);
      plain(
          title + ", generic tile",
          offset,
          FormatVersion.leading(title, bytes),
          bytes.slice(0, extent(title, bytes)),
          w -> GenericTile.transfer(w, null));
      return Optional.of(GenericTile.read(title, file, (int) offset, key, scratch));
    } catch (CorruptDataException | UnsupportedFormatException | InvalidRequestException e) {
      problem(title, offset, e.getMessage());
      return Optional.empty();
    }
  }

  private static int extent(String title, Slice bytes) {
    return (int) Math.min(bytes.length(), GenericTile.header(title, bytes, 0).extent());
  }

  private void dataTiles() {
    int offset = 0;
    for (int i = 0; offset < file.length(); i++) {
      if (i == MAX_TILES) {
        problem("tile " + i, offset, "only the first %d tiles are shown".formatted(MAX_TILES));
        return;
      }
      WireTrace trace = new WireTrace("tile " + i, FormatVersion.NEWEST, file.from(offset));
      Optional<String> problem = Optional.empty();
      try {
        chunks(trace);
      } catch (CorruptDataException e) {
        problem = Optional.of(e.getMessage());
      }
      sections.add(new Section("tile " + i, offset, false, trace.fields(), problem));
      if (problem.isPresent()) {
        return;
      }
      offset += trace.position();
    }
  }

  private static void chunks(Wire wire) {
    long count = wire.count64("chunks", null, null);
    wire.list("chunk", count, (w, c) -> chunk(w), null, null);
  }

  private static Slice chunk(Wire wire) {
    wire.count32("unfiltered_length", null, null);
    int filtered = wire.count32("filtered_length", null, null);
    int metadata = wire.count32("metadata_length", null, null);
    wire.bytes("metadata", metadata, null, null);
    return wire.bytes("filtered", filtered, null, null);
  }
}
