package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every schema, enumeration, metadata and group file of a corpus is decoded and encoded again. */
class SchemaReencodingTest {
  /** A structure that has files of its own. */
  private enum Structure {
    SCHEMA(b -> ArraySchemaFormat.encode(ArraySchemaFormat.decode(b))),
    ENUMERATION(b -> EnumerationFormat.encode(EnumerationFormat.decode(b))),
    METADATA(b -> ArrayMetadataFormat.encode(ArrayMetadataFormat.decode(b))),
    GROUP(b -> GroupFormat.encode(GroupFormat.decode(b)));

    private final UnaryOperator<Slice> recode;

    Structure(UnaryOperator<Slice> recode) {
      this.recode = recode;
    }

    static Optional<Structure> of(Path file) {
      String name = file.getFileName().toString();
      if (name.equals("__array_schema.tdb")) {
        return Optional.of(SCHEMA);
      }
      if (!name.startsWith("__") || name.endsWith(".vac") || name.endsWith(".tmp")) {
        return Optional.empty();
      }
      return switch (file.getParent().getFileName().toString()) {
        case "__schema" -> Optional.of(SCHEMA);
        case "__enumerations" -> Optional.of(ENUMERATION);
        case "__meta" -> Optional.of(METADATA);
        case "__group" -> Optional.of(GROUP);
        default -> Optional.empty();
      };
    }
  }

  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();

  @Test
  void everyFileIsEncodedToTheBytesThatItCameFrom() throws IOException {
    CorpusFolder corpus = CorpusFolder.find();
    try (Scratch scratch = new Scratch()) {
      for (Map.Entry<Path, Optional<EncryptionKey>> folder : folders(corpus).entrySet()) {
        try (Stream<Path> files = Files.walk(folder.getKey())) {
          for (Path file : files.sorted().toList()) {
            Optional<Structure> structure = Structure.of(file);
            if (structure.isPresent() && Files.isRegularFile(file)) {
              recode(structure.get(), file, folder.getValue(), scratch);
            }
          }
        }
      }
    }
    System.out.println("re-encoded: " + counts);
    assertThat(differences).as("files that were not encoded to the same bytes").isEmpty();
    assertThat(counts).as("files found in %s", corpus.path()).isNotEmpty();
    if (corpus.bundled()) {
      for (Structure structure : Structure.values()) {
        assertThat(counts).as("files found").containsKey(structure.name());
      }
    }
  }

  /** The arrays and groups that can be opened, each with its key. */
  private static Map<Path, Optional<EncryptionKey>> folders(CorpusFolder corpus) {
    Map<Path, Optional<EncryptionKey>> folders = new TreeMap<>();
    List<Path> broken = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.openingFails()) {
        broken.add(file.getParent());
      }
      Optional<EncryptionKey> key = expectation.key();
      folders.merge(file.getParent(), key, (one, other) -> one.isPresent() ? one : other);
    }
    folders.keySet().removeAll(broken);
    return folders;
  }

  private void recode(Structure structure, Path file, Optional<EncryptionKey> key, Scratch scratch)
      throws IOException {
    Slice bytes = Slice.of(Files.readAllBytes(file));
    try {
      GenericTile.Content read = GenericTile.read(structure.name(), bytes, 0, key, scratch);
      counts.merge(structure.name(), 1, Integer::sum);
      Slice again = structure.recode.apply(read.content());
      if (!again.equals(read.content())) {
        differences.add("%s: %s became %s".formatted(file, hex(read.content()), hex(again)));
      }
      if (read.extent() != bytes.length()) {
        differences.add("%s: %d of %d bytes".formatted(file, read.extent(), bytes.length()));
      }
      recodeTile(file, read, key, bytes, scratch);
    } catch (RuntimeException e) {
      differences.add("%s: %s".formatted(file, e));
    }
  }

  private void recodeTile(
      Path file,
      GenericTile.Content read,
      Optional<EncryptionKey> key,
      Slice bytes,
      Scratch scratch) {
    GenericTile tile = read.tile();
    Slice again =
        GenericTile.encode(
            "tile", tile.header().version(), tile.pipeline(), read.content(), key, scratch);
    if (again.equals(bytes)) {
      counts.merge("of them to the same file", 1, Integer::sum);
      return;
    }
    boolean deterministic =
        tile.pipeline().filters().stream()
            .noneMatch(f -> f.type().isCompression() || f.type() == Filter.Type.AES_256_GCM);
    if (deterministic) {
      differences.add("%s: the file became %s".formatted(file, hex(again)));
    } else if (!GenericTile.read("tile", again, 0, key, scratch).content().equals(read.content())) {
      differences.add("%s: the tile does not come back".formatted(file));
    }
  }

  private static String hex(Slice bytes) {
    return HexFormat.of().formatHex(bytes.toBytes());
  }
}
