package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.Session;
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
import io.azulejo.text.json.JsonValue;
import io.azulejo.view.ViewServer;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command and the Java of what is shown: they work. */
class ViewCodeTest {
  @TempDir private Path folder;

  @AutoClose private final Azulejo azulejo = Azulejo.create();

  /** Returns the answer of the page's server for an array. */
  private JsonMembers ask(Path array, String question) throws Exception {
    OpenOptions options = OpenOptions.DEFAULT;
    PageTexts words = new PageTexts(azulejo, options);
    try (ViewServer server =
        ViewServer.start(azulejo, Location.of(array), array.toString(), options, words, 0)) {
      String address = server.address() + "api/" + question;
      try (InputStream in = URI.create(address).toURL().openStream()) {
        return JsonValue.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)).members();
      }
    }
  }

  private JsonMembers equivalent(Path array, String what) throws Exception {
    return ask(array, "equivalent?id=0&" + what);
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
    assertRuns(equivalent(array, known(array, what)));
  }

  /** The question with fields that the array has in place of those that it lacks. */
  private String known(Path array, String what) throws Exception {
    List<String> fields =
        ask(array, "object?id=0").required("fields").elements().stream()
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
  void windowsOfLabeledAxesAreRangesOfLabels() throws Exception {
    Path array = folder.resolve("labeled");
    labeledMap(array);
    JsonMembers answer =
        equivalent(array, "show=plot&x=lon_index&y=lat_index&color=t&x0=1&x1=3&y0=0&y1=2");
    assertThat(words(answer.required("command").text()))
        .contains("lat=40.0..50.0", "lon=10.0..20.0");
    assertThat(answer.required("java").text()).contains("\"lat\", 40.0, 50.0");
    assertRuns(answer);

    JsonMembers y = ask(array, "object?id=0").required("fields").elements().get(0).members();
    JsonMembers labels = y.required("labels").members();
    assertThat(labels.required("name").text()).isEqualTo("lat");
    assertThat(labels.required("decreasing").bool()).isTrue();
  }

  @Test
  void conditionsAreQuotedForTheShellAndForJava() throws Exception {
    String condition = "w in ('red', 'blue') and n >= 5";
    JsonMembers answer =
        equivalent(Path.of(Session.sample("colors")), "show=table&where=" + url(condition));
    assertThat(words(answer.required("command").text())).contains("--where", condition);
    assertThat(answer.required("java").text()).contains(".where(\"" + condition + "\")");
    assertRuns(answer);
  }

  private void assertRuns(JsonMembers answer) throws Exception {
    String command = answer.required("command").text();
    Session session = Session.of(words(command));
    assertThat(session.code).as(command + "\n" + session.err).isZero();
    assertCompiles(answer.required("java").text());
  }

  /** A map of 3 latitudes, the northernmost first, and 4 longitudes. */
  private static void labeledMap(Path array) {
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
