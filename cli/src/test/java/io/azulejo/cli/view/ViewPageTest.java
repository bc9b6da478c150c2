package io.azulejo.cli.view;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clicks through the page in Chromium, where there is one; the page may say nothing in the console,
 * and ask nobody but its server.
 */
class ViewPageTest {
  private static final List<String> PLACES =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  private static final long TIMED = 1_700_000_000_000L;

  @TempDir private static Path folder;
  private static Playwright playwright;
  private static Browser browser;
  private static Pages pages;
  private final List<String> complaints = new ArrayList<>();
  private BrowserContext context;
  private Page page;

  @BeforeAll
  static void start() throws IOException {
    Optional<Path> chromium = PLACES.stream().map(Path::of).filter(Files::isExecutable).findFirst();
    Assumptions.assumeTrue(
        chromium.isPresent(),
        "no Chromium here (" + PLACES + "): apt-get install chromium, to have the page tested");
    arrays();
    pages = new Pages(folder);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(chromium.get())
                    .setArgs(List.of("--no-sandbox")));
  }

  private static void arrays() throws IOException {
    StringBuilder relief = new StringBuilder("y,x,height\n");
    for (int y = 0; y < 60; y++) {
      for (int x = 0; x < 80; x++) {
        relief.append("%d,%d,%d%n".formatted(y, x, 100 + x + y));
      }
    }
    create("relief", relief, "--dense", "--dims", "y,x");
    StringBuilder points = new StringBuilder("id,kind,note,weight\n");
    for (int i = 0; i < 30_000; i++) {
      points.append(
          "%d,%s,<b>bold %d</b>,%d%n".formatted(i, i % 3 == 0 ? "old" : "new", i, i % 100));
    }
    create("things", points, "--dims", "id");
    Path more = folder.resolve("more.csv");
    Files.writeString(more, "id,kind,note,weight\n40000,new,last,7\n");
    run("write", folder.resolve("things").toString(), more.toString(), "--at", "" + (TIMED + 500));
    Files.delete(more);
  }

  private static void create(String name, StringBuilder csv, String... options) throws IOException {
    Path file = folder.resolve(name + ".csv");
    Files.writeString(file, csv.toString().replace("\r", ""));
    String array = folder.resolve(name).toString();
    List<String> words = new ArrayList<>(List.of("create", array, "--from", file.toString()));
    words.addAll(List.of(options));
    words.addAll(List.of("--at", String.valueOf(TIMED)));
    run(words.toArray(String[]::new));
    run("write", array, file.toString(), "--at", String.valueOf(TIMED + 100));
    Files.delete(file);
  }

  private static void run(String... words) {
    Session session = Session.of(words);
    assertThat(session.code).as(session.err).isZero();
  }

  @AfterAll
  static void stop() {
    Stream.of(browser, playwright, pages)
        .filter(thing -> thing != null)
        .forEach(
            thing -> {
              try {
                thing.close();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
  }

  @BeforeEach
  void open() {
    context = browser.newContext(new Browser.NewContextOptions().setViewportSize(1200, 800));
    context.setDefaultTimeout(20_000);
    page = context.newPage();
    page.onConsoleMessage(message -> complaints.add(message.text()));
    page.onPageError(complaints::add);
    page.onRequest(
        request -> {
          if (!request.url().startsWith(pages.address().toString())) {
            complaints.add("asked for " + request.url());
          }
        });
    page.navigate(pages.address().toString());
  }

  @AfterEach
  void close() {
    context.close();
    assertThat(complaints).isEmpty();
  }

  private void show(String array) {
    page.locator(".tree .row", new Page.LocatorOptions().setHasText(array)).click();
    assertThat(page.locator("#title")).hasText(array);
    quiet();
  }

  /** Waits until the page has all that it has asked for. */
  private void quiet() {
    page.waitForSelector("body[data-waiting='0']");
  }

  private Locator cell(int row, int column) {
    return page.locator(".rows .tr").nth(row).locator(".td").nth(column);
  }

  @Test
  void theTreeListsArraysAndOneIsShownByAClick() {
    assertThat(page.locator(".tree .row.array")).hasCount(2);
    show("relief");
    assertThat(page.locator("#facts")).containsText("dense");
    assertThat(page.locator("#table-position")).containsText("of 4,800");
    assertThat(cell(1, 2)).hasText("1");
    assertThat(cell(1, 3)).hasText("101");
    assertThat(page.locator("#command"))
        .hasText(Pattern.compile("azulejo read .*relief --limit 100"));
  }

  @Test
  void theTableGoesToAnyRowByNumberByKeysAndByWheel() {
    show("things");
    assertThat(page.locator("#table-position")).containsText("of 30,001");
    page.locator("#jump").fill("25,001");
    page.keyboard().press("Enter");
    assertThat(cell(0, 1)).hasText("25000");
    page.keyboard().press("End");
    assertThat(page.locator(".tr.chosen .td").nth(1)).hasText("40000");
    page.keyboard().press("Home");
    assertThat(cell(0, 1)).hasText("0");
    page.locator("#grid").hover();
    page.mouse().wheel(0, 26 * 500);
    assertThat(cell(0, 1)).hasText("500");
  }

  @Test
  void textOfArraysIsShownAsTextNotAsHtml() {
    show("things");
    assertThat(page.locator(".rows")).containsText("<b>bold 3</b>");
    assertThat(page.locator(".rows b")).hasCount(0);
  }

  @Test
  void aConditionIsCompletedCheckedAndApplied() {
    show("things");
    page.keyboard().press("/");
    page.keyboard().type("ki");
    assertThat(page.locator("#suggestions li").first()).containsText("kind");
    page.keyboard().press("Tab");
    page.keyboard().type("= ");
    assertThat(page.locator("#suggestions li code").first()).hasText("'new'");
    page.keyboard().press("ArrowDown");
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Tab");
    assertThat(page.locator("#where")).hasValue("kind = 'old' ");
    page.keyboard().press("Escape");
    page.keyboard().press("Enter");
    assertThat(page.locator("#table-position")).containsText("of 10,000");
    assertThat(page.locator("#command")).containsText("--where");
    page.locator("#where").fill("kind = 'old' and nothing > 5");
    page.locator("#condition button[type=submit]").click();
    assertThat(page.locator("#where-problem")).containsText("nothing");
    assertThat(page.locator("#table-position")).containsText("of 10,000");
    page.locator("#where-clear").click();
    assertThat(page.locator("#table-position")).containsText("of 30,001");
  }

  @Test
  void timeTravelShowsTheArrayAsItWas() {
    show("things");
    assertThat(page.locator("#facts")).containsText("30,001 cells");
    page.locator("#time-slider").focus();
    page.keyboard().press("ArrowLeft");
    page.keyboard().press("ArrowLeft");
    assertThat(page.locator("#facts")).containsText("30,000 cells");
    assertThat(page.locator("#table-position")).containsText("of 30,000");
    assertThat(page.locator("#command")).containsText("--at " + (TIMED + 100));
    page.locator("#time-earlier").click();
    assertThat(page.locator("#table-position")).hasText("No cells");
    page.locator("#time-now").click();
    assertThat(page.locator("#facts")).containsText("30,001 cells");
    page.locator("#tab-history").click();
    page.locator(".plain button").last().click();
    assertThat(page.locator("#timeline")).hasClass(Pattern.compile("past"));
  }

  @Test
  void aHeatMapIsZoomedMovedAndDrawnWithItsTiles() {
    show("relief");
    page.keyboard().press("2");
    quiet();
    assertThat(page.locator(".frame canvas")).isVisible();
    assertThat(page.locator("#command")).hasText(Pattern.compile("azulejo plot .* --color height"));
    Locator over = page.locator(".u-over");
    over.hover();
    assertThat(page.locator("#readout")).containsText("height");
    page.mouse().wheel(0, -400);
    quiet();
    assertThat(page.locator("#command")).containsText("--range x=");
    page.keyboard().press("ArrowRight");
    page.keyboard().press("t");
    page.keyboard().press("f");
    quiet();
    over.hover();
    assertThat(page.locator("#readout")).containsText("in 1 fragment");
    page.locator("#zoom-all").click();
    quiet();
    assertThat(page.locator("#command")).not().containsText("--range");
    assertThat(colors()).isGreaterThan(20);
  }

  /** How many colours are in the picture. */
  private int colors() {
    Object number =
        page.evaluate(
            """
            () => {
              const canvas = document.querySelector('.frame canvas');
              const all = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              return new Set(new Uint32Array(all.data.buffer)).size;
            }
            """);
    return ((Number) number).intValue();
  }

  @Test
  void aLineAndPointsAreDrawnOfSparseArrays() {
    show("things");
    page.locator("#tab-plot").click();
    quiet();
    assertThat(page.locator(".legend")).containsText("mean");
    page.locator("#axis-y").selectOption("weight");
    quiet();
    assertThat(page.locator(".legend")).not().containsText("mean");
    page.locator("#where").fill("id < 500");
    page.keyboard().press("Enter");
    quiet();
    assertThat(page.locator(".legend")).containsText("500 cells");
  }

  @Test
  void schemaThemeAndHelpAreThere() {
    show("things");
    page.keyboard().press("3");
    assertThat(page.locator("#panel")).containsText("Dimensions");
    assertThat(page.locator("#panel")).containsText("weight");
    page.keyboard().press("d");
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    page.reload();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    assertThat(page.locator("#panel")).containsText("Dimensions");
    page.keyboard().press("?");
    assertThat(page.locator("#help")).isVisible();
    assertThat(page.locator("#help")).containsText("Zoom in");
    page.keyboard().press("Escape");
    assertThat(page.locator("#help")).not().isVisible();
  }
}
