package io.azulejo.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.cli.Session;
import io.azulejo.cli.argument.ShellWord;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.text.json.JsonMembers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command and the Java of what is shown: they work. */
class EquivalentsTest {
  @TempDir private Path folder;

  private static JsonMembers equivalent(Pages pages, String what) throws Exception {
    return pages.ask("equivalent?id=0&" + what).members();
  }

  private static String url(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "grid | show=table",
        "grid | show=table&at=10",
        "grid | show=plot&x=x&y=y&color=a&x0=2&x1=6&y0=1&y1=5",
        "grid | show=plot&x=x&y=y&color=f",
        "grid | show=plot&x=a&y=f&x0=1&x1=40.5&y0=-100&y1=1000",
        "days | show=table",
        "days | show=plot&x=day&color=max",
        "names | show=table",
        "earth | show=plot&x=longitude&y=latitude&color=mag&x0=-120.5&x1=10&y0=-10.25&y1=60.125"
      })
  void bothShowTheSameAsThePage(String sample, String what) throws Exception {
    Path array = sample.equals("earth") ? earthquakes() : Path.of(Session.sample(sample));
    try (Pages pages = new Pages(array)) {
      JsonMembers answer = equivalent(pages, known(pages, what));
      String command = answer.required("command").text();
      Session session = Session.of(words(command));
      assertThat(session.code).as(command + "\n" + session.err).isZero();
      assertCompiles(answer.required("java").text());
    }
  }

  /** The question with fields that the array has in place of those that it lacks. */
  private static String known(Pages pages, String what) throws Exception {
    List<String> fields =
        pages.ask("object?id=0").members().required("fields").elements().stream()
            .map(f -> f.members().required("name").text())
            .toList();
    StringBuilder known = new StringBuilder();
    for (String part : what.split("&")) {
      String[] pair = part.split("=", 2);
      boolean field = List.of("x", "y", "color").contains(pair[0]);
      if (!field || fields.contains(pair[1])) {
        known.append(known.isEmpty() ? "" : "&").append(part);
      }
    }
    return known.toString();
  }

  @Test
  void windowsOfLabelledAxesAreRangesOfLabels() throws Exception {
    Path array = folder.resolve("labelled");
    labelledMap(array);
    try (Pages pages = new Pages(array)) {
      JsonMembers answer =
          equivalent(pages, "show=plot&x=lon_index&y=lat_index&color=t&x0=1&x1=3&y0=0&y1=2");
      String command = answer.required("command").text();
      assertThat(words(command)).contains("lat=40.0..50.0", "lon=10.0..20.0");
      Session session = Session.of(words(command));
      assertThat(session.code).as(command + "\n" + session.err).isZero();
      assertThat(answer.required("java").text()).contains("\"lat\", 40.0, 50.0");
      assertCompiles(answer.required("java").text());

      JsonMembers y =
          pages.ask("object?id=0").members().required("fields").elements().get(0).members();
      JsonMembers labels = y.required("labels").members();
      assertThat(labels.required("name").text()).isEqualTo("lat");
      assertThat(labels.required("decreasing").bool()).isTrue();
    }
  }

  @Test
  void conditionsAreQuotedForTheShellAndForJava() throws Exception {
    try (Pages pages = new Pages(Path.of(Session.sample("colors")))) {
      String condition = "w in ('red', 'blue') and n >= 5";
      JsonMembers answer = equivalent(pages, "show=table&where=" + url(condition));
      String command = answer.required("command").text();
      assertThat(words(command)).contains("--where", condition);
      Session session = Session.of(words(command));
      assertThat(session.code).as(session.err).isZero();
      assertThat(answer.required("java").text()).contains(".where(\"" + condition + "\")");
      assertCompiles(answer.required("java").text());
    }
  }

  @Test
  void wordsOfTheShellAreQuotedWhereTheyHaveToBe() {
    assertThat(ShellWord.quoted("a/b-c_1.5=2..3")).isEqualTo("a/b-c_1.5=2..3");
    assertThat(ShellWord.quoted("it's $HOME")).isEqualTo("'it'\\''s $HOME'");
    assertThat(Equivalents.literal("a\"b\\c\nd\u0001")).isEqualTo("\"a\\\"b\\\\c\\nd\\u0001\"");
  }

  /** A map of 3 latitudes, the northernmost first, and 4 longitudes. */
  private static void labelledMap(Path array) {
    Location place = Location.of(array.toString());
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(
          place,
          ArraySchema.dense()
              .dimension(Dimension.of("lat_index", Datatype.INT32, Range.of(0, 2), 3))
              .dimension(Dimension.of("lon_index", Datatype.INT32, Range.of(0, 3), 4))
              .attribute(Attribute.of("t", Datatype.FLOAT64))
              .label(DimensionLabel.of(0, "lat", DataOrder.DECREASING, Datatype.FLOAT32))
              .label(DimensionLabel.of(1, "lon", DataOrder.INCREASING, Datatype.FLOAT32))
              .build());
      write(azulejo, place, Column.of("t", Datatype.FLOAT64, new double[12]));
      List<DimensionLabel> labels = azulejo.open(place).schema().labels();
      Column[] values = {
        Column.of("label", Datatype.FLOAT32, 50, 40, 30.5),
        Column.of("label", Datatype.FLOAT32, 0.5, 10, 20, 30)
      };
      for (DimensionLabel label : labels) {
        write(azulejo, place.resolve(label.uri()), values[label.dimension()]);
      }
    }
  }

  private static void write(Azulejo azulejo, Location place, Column column) {
    azulejo.array(place).append(Batch.of(column));
  }

  private Path earthquakes() {
    Path array = folder.resolve("earth");
    Session session =
        Session.line(
            "create %s --from %s --write",
            array.toString(), Session.root().resolve("samples/earthquakes.csv").toString());
    assertThat(session.code).as(session.err).isZero();
    return array;
  }

  /** The words of a line as a shell takes them, without that of the program. */
  private static String[] words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (c == '\\' && !quoted) {
        word.append(line.charAt(++i));
      } else if (c == ' ' && !quoted) {
        words.add(word.toString());
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    words.add(word.toString());
    return words.subList(1, words.size()).toArray(String[]::new);
  }

  private void assertCompiles(String program) throws Exception {
    String source =
        """
        import io.azulejo.*;
        import io.azulejo.query.*;
        import io.azulejo.schema.*;
        import io.azulejo.storage.*;
        class Shown {
          void show() {
        %s
          }
        }
        """
            .formatted(program);
    Path file = Files.writeString(folder.resolve("Shown.java"), source);
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                writer,
                writer,
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                file.toString());
    assertThat(code).as(source + out).isZero();
  }
}
