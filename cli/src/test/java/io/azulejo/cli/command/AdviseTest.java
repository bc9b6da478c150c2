package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviseTest {
  private static final Pattern COMMAND = Pattern.compile("(?m)^  azulejo (repack .*)$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private Path folder;

  private String table() throws IOException {
    Random random = new Random(7);
    StringBuilder rows = new StringBuilder("x,y,steps,word\n");
    for (int i = 0; i < 20_000; i++) {
      rows.append(random.nextInt(1 << 20)).append(',').append(random.nextInt(1 << 20));
      rows.append(',').append(1000 * i).append(',').append("word " + random.nextInt(5));
      rows.append('\n');
    }
    Path file = folder.resolve("rows.csv");
    Files.writeString(file, rows);
    Path schema = folder.resolve("schema.json");
    Files.writeString(
        schema,
        """
        {"type": "sparse", "schema": {"capacity": 200, "allows_dups": true,
          "dimensions": [
            {"name": "x", "type": "INT32", "domain": [0, 1048576], "extent": 1048577},
            {"name": "y", "type": "INT32", "domain": [0, 1048576], "extent": 1048577}],
          "attributes": [
            {"name": "steps", "type": "INT32"},
            {"name": "word", "type": "STRING_UTF8", "cell_val_num": "var"}]}}
        """);
    String array = folder.resolve("array").toString();
    done("create", array, "--schema", schema.toString());
    done("write", array, file.toString());
    return array;
  }

  @Test
  void theRecommendedCommandMakesTheArraySmaller() throws IOException {
    String array = table();
    String said = done("advise", array);

    assertThat(said).startsWith("sample: 20,000 of 20,000 cells, ");
    assertThat(said)
        .containsPattern("(?m)^  \\* +word +DICTIONARY_ENCODING,ZSTD ")
        .containsPattern("(?m)^ +steps +none .* now$")
        .containsPattern("(?m)^  \\* +hilbert, \\d+ cells ")
        .containsPattern("(?m)^ +row-major, 200 cells .* now$")
        .contains("fragments: 1\n");
    List<String> args = new ArrayList<>();
    Matcher command = COMMAND.matcher(said);
    assertThat(command.find()).isTrue();
    Matcher word = WORD.matcher(command.group(1));
    while (word.find()) {
      args.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    assertThat(done(args.toArray(String[]::new))).contains("20,000 cells: ");
    assertThat(Session.of("diff", array, array + "-repacked").out)
        .contains("cells: equal (20,000)");
    assertThat(bytes(array + "-repacked")).isLessThan(bytes(array) * 2 / 3);
    assertThat(done("advise", array + "-repacked"))
        .doesNotContainPattern("--filters '?word|--order");
  }

  private static long bytes(String array) {
    return done("fragments", array, "--format", "csv")
        .lines()
        .skip(1)
        .mapToLong(line -> Long.parseLong(line.split(",")[5]))
        .sum();
  }

  @Test
  void programsGetARowForEachTrial() throws IOException {
    List<String> rows = done("advise", table(), "--format", "json").lines().toList();
    assertThat(rows.get(0)).startsWith("{\"part\":\"sample\",\"name\":\"cells\"");
    assertThat(rows)
        .anyMatch(
            row ->
                row.startsWith("{\"part\":\"filters\",\"name\":\"steps\",\"tried\":\"none\"")
                    && row.endsWith("\"now\":\"yes\",\"recommended\":\"no\"}"))
        .anyMatch(row -> row.startsWith("{\"part\":\"tiles\",\"name\":\"hilbert, "))
        .anyMatch(row -> row.startsWith("{\"part\":\"command\",\"name\":\"azulejo repack "));
  }

  @Test
  void everyKindOfArrayGetsAdvice() {
    for (String sample : List.of("grid", "names", "colors", "days")) {
      assertThat(done("advise", Session.sample(sample))).startsWith("sample: ");
    }
    assertThat(Session.of("advise", Session.sample("grid"), "--sample", "0").err)
        .contains("from 1 to 1048576 MiB");
  }

  @Test
  void ofAnEmptyArrayThereIsNothingToSay() throws IOException {
    Path schema = folder.resolve("schema.json");
    for (String sample : List.of("grid", "names")) {
      Files.writeString(schema, done("schema", Session.sample(sample), "--format", "json"));
      String array = folder.resolve(sample).toString();
      done("create", array, "--schema", schema.toString());
      assertThat(done("advise", array))
          .contains("note: the array has no cells to try layouts on\n")
          .contains("no better layout found");
    }
  }
}
