package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every structure of fragments and commits in the corpus is encoded to the bytes it came from. */
class FragmentReencodingTest {
  private static final Scratch SCRATCH = new Scratch();

  /**
   * An array of the corpus.
   *
   * @param path its folder
   * @param name its folder within the corpus
   * @param key its key, if it has one
   */
  record Stored(Path path, String name, Optional<EncryptionKey> key) {
    Optional<StoredSchema> schema(Optional<String> schemaName) {
      Path file =
          schemaName
              .map(n -> path.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(n))
              .orElse(path.resolve(ArrayPaths.SCHEMA_FILE));
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      Slice content = content(ArraySchemaFormat.STRUCTURE, read(file), 0);
      return Optional.of(ArraySchemaFormat.decode(content));
    }

    List<StoredSchema> schemas() {
      List<StoredSchema> schemas = new ArrayList<>();
      schema(Optional.empty()).ifPresent(schemas::add);
      for (Path file : list(path.resolve(ArrayPaths.SCHEMA_FOLDER))) {
        if (Files.isRegularFile(file)) {
          schemas.add(schema(Optional.of(file.getFileName().toString())).orElseThrow());
        }
      }
      return schemas;
    }

    Slice content(String structure, Slice file, long offset) {
      return tile(structure, file, offset).content();
    }

    GenericTile.Content tile(String structure, Slice file, long offset) {
      return GenericTile.read(structure, file, Math.toIntExact(offset), key, SCRATCH);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Stored> arrays() throws IOException {
    CorpusFolder corpus = CorpusFolder.find();
    Map<Path, Optional<EncryptionKey>> keys = new HashMap<>();
    Set<Path> refused = new HashSet<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      keys.put(expectation.location(), expectation.key());
      if (expectation.openingFails()) {
        refused.add(expectation.location());
      }
    }
    try (Stream<Path> folders = Files.walk(corpus.path())) {
      return folders
          .filter(FragmentReencodingTest::isArray)
          .filter(f -> !refused.contains(f))
          .sorted()
          .map(f -> new Stored(f, corpus.path().relativize(f).toString(), key(keys, f)))
          .toList()
          .stream();
    }
  }

  private static boolean isArray(Path folder) {
    return Files.isDirectory(folder.resolve(ArrayPaths.SCHEMA_FOLDER))
        || Files.exists(folder.resolve(ArrayPaths.SCHEMA_FILE));
  }

  /** The key of the array, or of the one that holds it. */
  private static Optional<EncryptionKey> key(Map<Path, Optional<EncryptionKey>> keys, Path array) {
    for (Path folder = array; folder != null; folder = folder.getParent()) {
      if (keys.containsKey(folder)) {
        return keys.get(folder);
      }
    }
    return Optional.empty();
  }

  private static List<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Slice read(Path file) {
    try {
      return Slice.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void encodesToTheSameBytes(Stored array) {
    for (Path folder : new Path[] {array.path(), array.path().resolve("__fragments")}) {
      for (Path fragment : list(folder)) {
        if (Files.exists(fragment.resolve(ArrayPaths.FRAGMENT_METADATA_FILE))) {
          fragment(array, fragment);
        }
      }
    }
    for (String folder : new String[] {"", "__commits", "__fragment_meta", "__meta"}) {
      for (Path file : list(array.path().resolve(folder))) {
        if (Files.isRegularFile(file)) {
          commits(array, file);
        }
      }
    }
  }

  private static void commits(Stored array, Path file) {
    String name = file.getFileName().toString();
    if (name.endsWith(".vac") || name.endsWith(".ign")) {
      same(file.toString(), read(file), b -> NameListFormat.encode(NameListFormat.decode(b)));
      for (String line : NameListFormat.decode(read(file))) {
        assertThat(FragmentName.parse(ArrayPaths.lastComponent(line))).as(line).isPresent();
      }
    } else if (name.endsWith(".con")) {
      same(file.toString(), read(file), b -> CommitsFileFormat.encode(CommitsFileFormat.decode(b)));
      for (CommitsFile.Entry entry : CommitsFileFormat.decode(read(file)).entries()) {
        entry.content().ifPresent(c -> condition(array, entry.path(), c));
      }
    } else if (name.endsWith(".del") || name.endsWith(".upd")) {
      condition(array, name, read(file));
    } else if (name.endsWith(".meta")) {
      consolidated(array, name, read(file));
    }
  }

  private static void condition(Stored array, String name, Slice file) {
    GenericTile.Content tile = array.tile(ConditionFormat.STRUCTURE, file, 0);
    FormatVersion version = tile.tile().header().version();
    same(
        name,
        tile.content(),
        name.endsWith(".del")
            ? b -> ConditionFormat.encode(ConditionFormat.decode(b, version), version)
            : b -> UpdateFormat.encode(UpdateFormat.decode(b, version), version));
    assertThat(tile.extent()).isEqualTo(file.length());
  }

  private static void consolidated(Stored array, String name, Slice file) {
    GenericTile.Content tile = array.tile(ConsolidatedFooterFormat.STRUCTURE, file, 0);
    FormatVersion version = tile.tile().header().version();
    same(
        name,
        tile.content(),
        b -> ConsolidatedFooterFormat.encode(ConsolidatedFooterFormat.decode(b, version), version));
    ConsolidatedFooterFormat.decode(tile.content(), version)
        .byName()
        .forEach((fragment, footer) -> footer(array, name + " " + fragment, footer));
  }

  private static FragmentFooter footer(Stored array, String name, Slice bytes) {
    ArraySchema schema = FragmentFooterFormat.schemaOf(bytes, array::schema);
    same(
        name + " footer",
        bytes,
        b -> FragmentFooterFormat.encode(FragmentFooterFormat.decode(b, array::schema), schema));
    return FragmentFooterFormat.decode(bytes, array::schema);
  }

  private static void fragment(Stored array, Path folder) {
    Path path = folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    Slice file = read(path);
    FragmentName name = FragmentName.parse(folder.getFileName().toString()).orElseThrow();
    if (!name.version().hasFooter()) {
      legacy(array, folder, file);
      return;
    }
    FragmentFooterFormat.Extent extent =
        FragmentFooterFormat.locate(
            file.length(),
            file.from(Math.max(0, file.length() - 8)),
            name,
            array.schema(Optional.empty()).map(StoredSchema::schema));
    FragmentFooter footer =
        footer(
            array,
            folder.toString(),
            file.slice(Math.toIntExact(extent.offset()), extent.length()));
    StoredSchema schema =
        array.schema(footer.schemaName()).or(() -> array.schema(Optional.empty())).orElseThrow();
    Sections sections = new Sections(array, folder.toString(), file, footer, schema.schema());
    sections.check();
    // A few files are there twice: the footer is that of the end, the sections are those before.
    boolean doubled = file.slice(0, file.length() / 2).equals(file.from(file.length() / 2));
    assertThat(sections.bytes)
        .as("bytes of the sections of %s", folder)
        .isEqualTo(extent.offset() - (doubled ? file.length() / 2 : 0));
    checkFiles(array, folder, footer, schema);
  }

  /** Some arrays lack data files, or have them cut short, to see what comes of it. */
  private static void checkFiles(
      Stored array, Path folder, FragmentFooter footer, StoredSchema schema) {
    if (!array.name().contains("broken-")) {
      FragmentFiles.check(folder, footer, schema, array.schemas());
    }
  }

  private static void legacy(Stored array, Path folder, Slice file) {
    boolean dense = !Files.exists(folder.resolve(ArrayPaths.COORDINATES_FILE));
    ArraySchema schema = array.schema(Optional.empty()).orElseThrow().schema();
    GenericTile.Content tile = array.tile(LegacyFragmentFormat.STRUCTURE, file, 0);
    same(
        folder.toString(),
        tile.content(),
        b -> LegacyFragmentFormat.encode(LegacyFragmentFormat.decode(b, schema, dense), schema));
    assertThat(tile.extent()).isEqualTo(file.length());
    LegacyFragment fragment = LegacyFragmentFormat.decode(tile.content(), schema, dense);
    checkFiles(array, folder, fragment.footer(), array.schema(Optional.empty()).orElseThrow());
  }

  static void same(String what, Slice bytes, UnaryOperator<Slice> recode) {
    assertThat(hex(recode.apply(bytes))).as(what).isEqualTo(hex(bytes));
  }

  private static String hex(Slice bytes) {
    return HexFormat.of().formatHex(bytes.toBytes());
  }

  /** The sections of a fragment's metadata. */
  private static final class Sections {
    private final Stored array;
    private final String name;
    private final Slice file;
    private final FragmentFooter footer;
    private final ArraySchema schema;
    private long bytes;
    private long end;

    Sections(Stored array, String name, Slice file, FragmentFooter footer, ArraySchema schema) {
      this.array = array;
      this.name = name;
      this.file = file;
      this.footer = footer;
      this.schema = schema;
    }

    void check() {
      FormatVersion version = footer.version();
      section(
          "R-tree",
          footer.rtreeOffset(),
          b -> RTreeFormat.encode(RTreeFormat.decode(b, version, schema), version, schema));
      tables("tile offsets", footer.tileOffsets());
      tables("tile var offsets", footer.tileVarOffsets());
      tables("tile var sizes", footer.tileVarSizes());
      tables("tile validity offsets", footer.tileValidityOffsets());
      tables("tile sums", footer.tileSums());
      tables("tile null counts", footer.tileNullCounts());
      bounds("tile mins", footer.tileMins());
      bounds("tile maxes", footer.tileMaxes());
      footer
          .globalOrderBounds(schema.dimensions().size())
          .ifPresent(o -> bounds("global order bounds", o));
      int fields = footer.fileSizes().length;
      if (footer.fragmentStatistics() != 0) {
        section(
            "fragment statistics",
            footer.fragmentStatistics(),
            b ->
                FragmentStatisticsFormat.encode(
                    FragmentStatisticsFormat.decode(b, version, fields), version));
        if (version.hasDeleteMetadata() && !version.hasProcessedConditions()) {
          processedConditions(end);
        }
      }
      if (footer.processedConditions() != 0) {
        processedConditions(footer.processedConditions());
      }
    }

    private void processedConditions(long offset) {
      FormatVersion version = footer.version();
      section(
          "processed conditions",
          offset,
          b ->
              ProcessedConditionsFormat.encode(
                  ProcessedConditionsFormat.decode(b, version), version));
    }

    private void tables(String structure, long[] offsets) {
      for (long offset : offsets) {
        section(
            structure,
            offset,
            b ->
                TileTableFormat.encode(
                    structure,
                    TileTableFormat.decode(structure, b, footer.version()),
                    footer.version()));
      }
    }

    private void bounds(String structure, long[] offsets) {
      for (long offset : offsets) {
        section(
            structure,
            offset,
            b ->
                TileBoundsFormat.encode(
                    TileBoundsFormat.decode(b, footer.version()), footer.version()));
      }
    }

    private void section(String structure, long offset, UnaryOperator<Slice> recode) {
      GenericTile.Content tile = array.tile(structure, file, offset);
      same(name + " " + structure + " at " + offset, tile.content(), recode);
      bytes += tile.extent();
      end = offset + tile.extent();
    }
  }
}
