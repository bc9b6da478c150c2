package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Chromium loads the page and runs its scripts, where there is a Chromium. The full layer of tests
 * clicks through it.
 */
class PageSmokeTest {
  private static final List<String> PLACES =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

  @TempDir private Path folder;

  @Test
  void thePageListsTheArraysOfItsFolder() throws IOException, InterruptedException {
    Optional<Path> chromium = PLACES.stream().map(Path::of).filter(Files::isExecutable).findFirst();
    Assumptions.assumeTrue(
        chromium.isPresent(), "no Chromium at " + PLACES + "; install it to test the page");
    Path arrays = Files.createDirectory(folder.resolve("arrays"));
    try (Azulejo engine = Azulejo.create()) {
      engine.create(
          arrays.resolve("relief"), TestSchemas.of("dense(y INT32 0..9/5) height FLOAT64"));
    }

    try (Pages pages = new Pages(arrays)) {
      Process browser =
          new ProcessBuilder(
                  chromium.get().toString(),
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--disable-background-networking",
                  "--user-data-dir=" + folder.resolve("profile"),
                  "--virtual-time-budget=10000",
                  "--dump-dom",
                  pages.address().toString())
              .redirectError(folder.resolve("errors").toFile())
              .start();
      String page = new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(browser.waitFor()).as(Files.readString(folder.resolve("errors"))).isZero();
      assertThat(page).containsPattern("class=\"[^\"]*row[^\"]*array[^\"]*\"").contains("relief");
    }
  }
}
