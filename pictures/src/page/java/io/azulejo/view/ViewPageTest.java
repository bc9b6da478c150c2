package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ArrayHandle;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.WriteRequest;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * Clicks through the page in Chromium, if Chromium and its driver are installed. The page must not
 * write to the console and must not send requests to other servers.
 */
@Tag("full")
class ViewPageTest {
  private static final long TIMED = 1_700_000_000_000L;

  @TempDir private static Path folder;
  private static Pages pages;
  private PageBrowser page;

  @BeforeAll
  static void start() throws IOException {
    Assumptions.assumeTrue(PageBrowser.isInstalled(), PageBrowser.ADVICE);
    arrays();
    pages = new Pages(folder);
  }

  private static void arrays() {
    try (Azulejo engine = Azulejo.create()) {
      ArrayHandle relief =
          create(engine, "relief", "dense(y INT32 0..59/60, x INT32 0..79/80) height INT32");
      write(
          relief,
          100,
          Column.ofInts(
              "height", IntStream.range(0, 4_800).map(i -> 100 + i % 80 + i / 80).toArray()));
      ArrayHandle things =
          create(
              engine,
              "things",
              "sparse(id INT32 0..100000/10000) kind STRING_UTF8 var, note STRING_UTF8 var, weight"
                  + " INT32");
      write(
          things,
          100,
          Column.ofInts("id", IntStream.range(0, 30_000).toArray()),
          strings("kind", i -> i % 3 == 0 ? "old" : "new"),
          strings("note", i -> "<b>bold " + i + "</b>"),
          Column.ofInts("weight", IntStream.range(0, 30_000).map(i -> i % 100).toArray()));
      write(
          things,
          500,
          Column.ofInts("id", 40_000),
          Column.ofStrings("kind", "new"),
          Column.ofStrings("note", "last"),
          Column.ofInts("weight", 7));
    }
  }

  private static ArrayHandle create(Azulejo engine, String name, String schema) {
    Location place = Location.of(folder.resolve(name));
    engine.create(place, TestSchemas.of(schema), CreateOptions.DEFAULT.at(TIMED));
    return engine.array(place);
  }

  private static Column strings(String name, IntFunction<String> value) {
    return Column.ofStrings(
        name, IntStream.range(0, 30_000).mapToObj(value).toArray(String[]::new));
  }

  private static void write(ArrayHandle array, long after, Column... columns) {
    try (ArrayWriter out =
        array.writer(WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(TIMED + after))) {
      out.append(Batch.of(columns));
      out.commit();
    }
  }

  @AfterAll
  static void stop() {
    if (pages != null) {
      pages.close();
    }
  }

  @BeforeEach
  void open() {
    page = PageBrowser.open(pages.address());
  }

  @AfterEach
  void close() {
    try (PageBrowser open = page) {
      assertThat(open.complaints()).isEmpty();
    }
  }

  private void show(String array) {
    page.clickRow(array);
    page.hasText("#title", array);
    page.awaitQuiet();
  }

  @Test
  void theTreeListsArraysAndOneIsShownByAClick() {
    page.hasCount(".tree .row.array", 2);
    show("relief");
    page.containsText("#facts", "dense");
    page.containsText("#table-position", "of 4,800");
    page.hasCell(1, 2, "1");
    page.hasCell(1, 3, "101");
    page.matchesText("#command", "azulejo read .*relief --limit 100");
  }

  @Test
  void theTableGoesToAnyRowByNumberByKeysAndByWheel() {
    show("things");
    page.containsText("#table-position", "of 30,001");
    page.fill("#jump", "25,001");
    page.type(Keys.ENTER);
    page.hasCell(0, 1, "25000");
    page.type(Keys.END);
    page.hasText(".tr.chosen .td", 1, "40000");
    page.type(Keys.HOME);
    page.hasCell(0, 1, "0");
    page.hover("#grid");
    page.wheel("#grid", 26 * 500);
    page.hasCell(0, 1, "500");
  }

  @Test
  void textOfArraysIsShownAsTextNotAsHtml() {
    show("things");
    page.containsText(".rows", "<b>bold 3</b>");
    page.hasCount(".rows b", 0);
  }

  @Test
  void aConditionIsCompletedCheckedAndApplied() {
    show("things");
    page.type("/");
    page.type("ki");
    page.containsText("#suggestions li", "kind");
    page.type(Keys.TAB);
    page.type("= ");
    page.hasText("#suggestions li code", "'new'");
    page.type(Keys.ARROW_DOWN);
    page.type(Keys.ARROW_DOWN);
    page.type(Keys.TAB);
    page.hasValue("#where", "kind = 'old' ");
    page.type(Keys.ESCAPE);
    page.type(Keys.ENTER);
    page.containsText("#table-position", "of 10,000");
    page.containsText("#command", "--where");
    page.fill("#where", "kind = 'old' and nothing > 5");
    page.click("#condition button[type=submit]");
    page.containsText("#where-problem", "nothing");
    page.containsText("#table-position", "of 10,000");
    page.click("#where-clear");
    page.containsText("#table-position", "of 30,001");
  }

  @Test
  void timeTravelShowsTheArrayAsItWas() {
    show("things");
    page.containsText("#facts", "30,001 cells");
    page.focus("#time-slider");
    page.type(Keys.ARROW_LEFT);
    page.containsText("#command", "--at " + (TIMED + 500));
    page.focus("#time-slider");
    page.type(Keys.ARROW_LEFT);
    page.containsText("#facts", "30,000 cells");
    page.containsText("#table-position", "of 30,000");
    page.containsText("#command", "--at " + (TIMED + 100));
    page.click("#time-earlier");
    page.hasText("#table-position", "No cells");
    page.click("#time-now");
    page.containsText("#facts", "30,001 cells");
    page.click("#tab-history");
    page.clickLast(".plain button");
    page.hasAttribute("#timeline", "class", "past");
  }

  @Test
  void aHeatMapIsZoomedMovedAndDrawnWithItsTiles() {
    show("relief");
    page.type("2");
    page.awaitQuiet();
    page.isVisible(".frame canvas", true);
    page.matchesText("#command", "azulejo plot .* --color height");
    page.hover(".u-over");
    page.containsText("#readout", "height");
    page.wheel(".u-over", -400);
    page.awaitQuiet();
    page.containsText("#command", "--range x=");
    page.type(Keys.ARROW_RIGHT);
    page.type("t");
    page.type("f");
    page.awaitQuiet();
    page.hover(".u-over");
    page.containsText("#readout", "in 1 fragment");
    page.click("#zoom-all");
    page.awaitQuiet();
    page.lacksText("#command", "--range");
    assertThat(colors()).isGreaterThan(20);
  }

  /** How many colours are in the picture. */
  private int colors() {
    Object number =
        page.evaluate(
            """
            const canvas = document.querySelector('.frame canvas');
            const all = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(all.data.buffer)).size;
            """);
    return ((Number) number).intValue();
  }

  @Test
  void aLineAndPointsAreDrawnOfSparseArrays() {
    show("things");
    page.click("#tab-plot");
    page.awaitQuiet();
    page.containsText(".legend", "mean");
    page.select("#axis-y", "weight");
    page.awaitQuiet();
    page.lacksText(".legend", "mean");
    page.fill("#where", "id < 500");
    page.type(Keys.ENTER);
    page.awaitQuiet();
    page.containsText(".legend", "500 cells");
  }

  @Test
  void schemaThemeAndHelpAreThere() {
    show("things");
    page.type("3");
    page.containsText("#panel", "Dimensions");
    page.containsText("#panel", "weight");
    page.type("d");
    page.hasAttribute("html", "data-theme", "dark");
    page.reload();
    page.hasAttribute("html", "data-theme", "dark");
    page.containsText("#panel", "Dimensions");
    page.type("?");
    page.isVisible("#help", true);
    page.containsText("#help", "Zoom in");
    page.type(Keys.ESCAPE);
    page.isVisible("#help", false);
  }
}
