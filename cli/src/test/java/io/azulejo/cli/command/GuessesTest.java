package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.cli.Session;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files made after the pattern of public ones, which give the arrays that are written down beside
 * them. With the property {@code azulejo.guesses.update} these are written anew, to be looked at.
 */
class GuessesTest {
  private static final Path FILES = Session.root().resolve("cli/src/test/resources/guesses");
  private static final Path EXPECTED = FILES.resolve("expected");

  @TempDir private Path folder;

  static List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(FILES)) {
      return all.filter(Files::isRegularFile)
          .map(p -> p.getFileName().toString())
          .filter(name -> !name.endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileGivesTheArrayThatIsWrittenDown(String name) throws IOException {
    String guess = guess(name);
    Path expected = EXPECTED.resolve(name + ".txt");
    if (Boolean.getBoolean("azulejo.guesses.update")) {
      Files.createDirectories(EXPECTED);
      Files.writeString(expected, guess);
    }
    assertThat(guess).isEqualTo(Files.readString(expected));
  }

  /**
   * What is said of a file, the schema that it gets, and the first of its rows as they come out.
   */
  private String guess(String name) throws IOException {
    String array = folder.resolve("array").toString();
    String file = FILES.resolve(name).toString();
    Session created = Session.of("create", array, "--from", file, "--write");
    if (created.code != 0) {
      return created.err.replace(file, name);
    }
    StringBuilder text = new StringBuilder();
    created
        .out
        .replace(file, name)
        .replace(array, "array")
        .lines()
        .takeWhile(line -> !line.matches("(sparse|dense) array.*"))
        .forEach(line -> text.append(line).append('\n'));
    try (Azulejo azulejo = Azulejo.create()) {
      describe(azulejo.open(Location.of(array)).schema(), text);
    }
    return text + Session.of("head", array, "-n", "5", "--format", "csv").out;
  }

  private static void describe(ArraySchema schema, StringBuilder text) {
    text.append(
        schema.isDense()
            ? "dense\n"
            : schema.allowsDuplicates() ? "sparse, with duplicates\n" : "sparse\n");
    for (Dimension dimension : schema.dimensions()) {
      text.append("  dimension %s %s\n".formatted(dimension.name(), dimension.type()));
    }
    for (Attribute attribute : schema.attributes()) {
      text.append("  attribute %s %s".formatted(attribute.name(), attribute.type()));
      text.append(attribute.nullable() ? " nullable" : "");
      attribute
          .enumeration()
          .flatMap(schema::enumeration)
          .ifPresent(values -> text.append(" of %d values".formatted(values.size())));
      text.append('\n');
    }
  }
}
