package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every file of a corpus can be dumped, every byte of it in some field. */
class DumpTest {
  private final List<String> problems = new ArrayList<>();
  private int files;

  @Test
  void accountsForEveryByteOfEveryFile() throws IOException {
    CorpusFolder corpus = CorpusFolder.find();
    for (Map.Entry<Path, Optional<EncryptionKey>> folder : cases(corpus).entrySet()) {
      try (Stream<Path> all = Files.walk(folder.getKey())) {
        for (Path file : all.filter(DumpTest::isDumped).sorted().toList()) {
          dump(file, folder.getValue());
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(files).isGreaterThan(100);
  }

  private static Map<Path, Optional<EncryptionKey>> cases(CorpusFolder corpus) {
    Map<Path, Optional<EncryptionKey>> cases = new TreeMap<>();
    List<Path> broken = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.openingFails() || expectation.name().contains("broken-")) {
        broken.add(expectation.location());
      }
      cases.put(expectation.location(), expectation.key());
    }
    cases.keySet().removeAll(broken);
    return cases;
  }

  private static boolean isDumped(Path file) {
    String name = file.getFileName().toString();
    return Files.isRegularFile(file) && (name.startsWith("__") || name.endsWith(".tdb"));
  }

  private void dump(Path file, Optional<EncryptionKey> key) {
    Slice bytes = read(file);
    List<Dump.Section> sections =
        Dump.of(
            file.getParent().getFileName().toString(),
            file.getFileName().toString(),
            bytes.toBytes(),
            key,
            name -> schema(file, name, key));
    files++;
    long accounted = 0;
    for (Dump.Section section : sections) {
      section.problem().ifPresent(p -> problems.add(file + ": " + section.title() + ": " + p));
      int end = section.fields().isEmpty() ? 0 : section.fields().get(0).offset();
      for (WireTrace.Field field : section.fields()) {
        if (field.offset() != end) {
          problems.add("%s: %s: a gap at %d".formatted(file, section.title(), end));
        }
        end = field.offset() + field.length();
        assertThat(Dump.render(field.value())).isNotNull();
      }
      accounted += section.inTile() ? 0 : end;
    }
    boolean doubled = bytes.slice(0, bytes.length() / 2).equals(bytes.from(bytes.length() / 2));
    if (accounted != bytes.length() && !doubled) {
      problems.add("%s: %d bytes of %d".formatted(file, accounted, bytes.length()));
    }
  }

  private static Optional<StoredSchema> schema(
      Path file, Optional<String> name, Optional<EncryptionKey> key) {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      Path schema =
          name.map(folder.resolve(ArrayPaths.SCHEMA_FOLDER)::resolve)
              .orElse(folder.resolve(ArrayPaths.SCHEMA_FILE));
      if (Files.exists(schema)) {
        try (Scratch scratch = new Scratch()) {
          return Optional.of(
              ArraySchemaFormat.decode(
                  GenericTile.read(ArraySchemaFormat.STRUCTURE, read(schema), 0, key, scratch)
                      .content()));
        }
      }
    }
    return Optional.empty();
  }

  private static Slice read(Path file) {
    try {
      return Slice.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
