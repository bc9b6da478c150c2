package io.azulejo.view;


import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.FluentWait;
import org.openqa.selenium.support.ui.Select;

/**
 * A window of Chromium that shows one page. Questions about the page are asked again until the
 * answer is the expected one, for 20 seconds at most.
 */
final class PageBrowser implements AutoCloseable {
  static final String ADVICE =
      "Chromium and chromedriver are not in /usr/bin; install the packages chromium and"
          + " chromium-driver to test the page";
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Pattern REQUEST =
      Pattern.compile(
          "\"method\":\"Network\\.requestWillBeSent\".*\"request\":\\{.*?\"url\":\"([^\"]*)\"");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final URI address;
  private final ChromeDriver driver;

  private PageBrowser(URI address, ChromeDriver driver) {
    this.address = address;
    this.driver = driver;
  }

  private static Optional<Path> chromium() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .map(Path.of("/usr/bin")::resolve)
        .filter(Files::isExecutable)
        .findFirst();
  }

  static boolean isInstalled() {
    return chromium().isPresent() && Files.isExecutable(DRIVER);
  }

  /** Opens a page in a window and a profile of its own. */
  static PageBrowser open(URI address) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium().orElseThrow().toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--window-size=1200,940");
    options.setCapability(
        "goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL", LogType.PERFORMANCE, "ALL"));
    File program = DRIVER.toFile();
    ChromeDriver driver =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(program).build(), options);
    driver.get(address.toString());
    return new PageBrowser(address, driver);
  }

  /** Returns what the page wrote to the console and its requests to other servers. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
      complaints.add(entry.getMessage());
    }
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      Matcher request = REQUEST.matcher(entry.getMessage());
      if (request.find() && !request.group(1).startsWith(address.toString())) {
        complaints.add("request to " + request.group(1));
      }
    }
    return complaints;
  }

  private void eventually(Runnable assertion) {
    AssertionError[] last = new AssertionError[1];
    new FluentWait<>(driver)
        .withTimeout(PATIENCE)
        .pollingEvery(Duration.ofMillis(50))
        .withMessage(() -> String.valueOf(last[0]))
        .until(
            any -> {
              try {
                assertion.run();
                return true;
              } catch (AssertionError e) {
                last[0] = e;
                return false;
              } catch (StaleElementReferenceException e) {
                // The page has replaced the element meanwhile.
                return false;
              }
            });
  }

  private List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  private WebElement element(String css, int number) {
    eventually(() -> assertThat(all(css)).as(css).hasSizeGreaterThan(number));
    return all(css).get(number);
  }

  /** Checks the text of the element at a place among those of a selector, blanks as one. */
  private void text(String css, int number, Consumer<String> check) {
    eventually(
        () -> {
          List<WebElement> all = all(css);
          assertThat(all).as(css).hasSizeGreaterThan(number);
          String text = String.valueOf(all.get(number).getDomProperty("textContent"));
          check.accept(text.replaceAll("\\s+", " ").strip());
        });
  }

  void hasText(String css, String text) {
    hasText(css, 0, text);
  }

  void hasText(String css, int number, String text) {
    text(css, number, found -> assertThat(found).as(css).isEqualTo(text));
  }

  void containsText(String css, String text) {
    text(css, 0, found -> assertThat(found).as(css).contains(text));
  }

  void lacksText(String css, String text) {
    text(css, 0, found -> assertThat(found).as(css).doesNotContain(text));
  }

  void matchesText(String css, String regex) {
    Pattern pattern = Pattern.compile(regex);
    text(css, 0, found -> assertThat(found).as(css).containsPattern(pattern));
  }

  /** Checks the text of the cell of a row and a column of the table, from 0 on. */
  void hasCell(int row, int column, String text) {
    eventually(
        () -> {
          List<WebElement> rows = all(".rows .tr");
          assertThat(rows).hasSizeGreaterThan(row);
          List<WebElement> cells = rows.get(row).findElements(By.cssSelector(".td"));
          assertThat(cells).hasSizeGreaterThan(column);
          assertThat(cells.get(column).getDomProperty("textContent").strip()).isEqualTo(text);
        });
  }

  void hasCount(String css, int count) {
    eventually(() -> assertThat(all(css)).as(css).hasSize(count));
  }

  void hasValue(String css, String value) {
    eventually(() -> assertThat(element(css, 0).getDomProperty("value")).as(css).isEqualTo(value));
  }

  void hasAttribute(String css, String name, String value) {
    eventually(() -> assertThat(element(css, 0).getDomAttribute(name)).as(css).contains(value));
  }

  void isVisible(String css, boolean visible) {
    eventually(() -> assertThat(element(css, 0).isDisplayed()).as(css).isEqualTo(visible));
  }

  /** Waits until the page has the answers to all its requests. */
  void awaitQuiet() {
    hasAttribute("body", "data-waiting", "0");
  }

  void click(String css) {
    element(css, 0).click();
  }

  void clickLast(String css) {
    List<WebElement> all = all(css);
    all.get(all.size() - 1).click();
  }

  /** Clicks the row of the tree that shows a name. */
  void clickRow(String name) {
    WebElement[] row = new WebElement[1];
    eventually(
        () -> {
          List<WebElement> rows =
              all(".tree .row").stream().filter(each -> each.getText().contains(name)).toList();
          assertThat(rows).as("rows of the tree with " + name).isNotEmpty();
          row[0] = rows.get(0);
        });
    row[0].click();
  }

  void focus(String css) {
    driver.executeScript("arguments[0].focus()", element(css, 0));
  }

  /** Types keys where the focus is. */
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Replaces the text of a field. */
  void fill(String css, String text) {
    WebElement field = element(css, 0);
    field.clear();
    field.sendKeys(text);
  }

  void select(String css, String option) {
    new Select(element(css, 0)).selectByValue(option);
  }

  void hover(String css) {
    new Actions(driver).moveToElement(element(css, 0)).perform();
  }

  /** Turns the wheel over an element, by so many pixels. */
  void wheel(String css, int pixels) {
    WheelInput.ScrollOrigin origin = WheelInput.ScrollOrigin.fromElement(element(css, 0));
    new Actions(driver).scrollFromOrigin(origin, 0, pixels).perform();
  }

  void reload() {
    driver.navigate().refresh();
  }

  Object evaluate(String script) {
    return driver.executeScript(script);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
