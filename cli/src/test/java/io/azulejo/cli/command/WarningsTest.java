package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said on standard error where a request is right, but finds less than was meant. */
class WarningsTest {
  private static final String COLORS = Session.sample("colors");
  private static final String GRID = Session.sample("grid");

  private static String warned(String... args) {
    Session session = Session.of(args);
    assertThat(session.code).isZero();
    assertThat(session.out).isNotEmpty();
    return session.err;
  }

  @Test
  void valuesThatAnEnumerationLacksAreNamedWithThoseThatItHas() {
    String values = "; valid: \"red\", \"green\", \"blue\", \"dark blue\"";
    assertThat(warned("read", COLORS, "--where", "w = 'purple'"))
        .isEqualTo("azulejo: warning: w has no value 'purple'" + values + "\n");
    assertThat(warned("agg", COLORS, "count()", "--where", "n > 1 and w in ('red', 'pink', 'x')"))
        .isEqualTo("azulejo: warning: w has no value 'pink' or 'x'" + values + "\n");
    assertThat(warned("head", COLORS, "--where", "i = 5 or w = 'geen'"))
        .endsWith(values + "; did you mean \"green\"?\n");
    assertThat(warned("summarize", COLORS, "--where", "w = 'red' or w != 'x' or not w = 'y'"))
        .isEmpty();
  }

  @Test
  void aTimeInWhichNothingWasWrittenIsComparedWithThoseOfTheArray() {
    String written =
        "; its first write was at 1970-01-01T00:00:00.010Z, its last at 1970-01-01T00:00:00.050Z\n";
    for (String command : new String[] {"read", "head", "summarize"}) {
      assertThat(warned(command, GRID, "--at", "5"))
          .startsWith("azulejo: warning: nothing was written to " + GRID + " from 1970-01-01T")
          .contains(" to 1970-01-01T00:00:00.005Z: its first write")
          .endsWith(written.substring(2));
    }
    assertThat(warned("agg", GRID, "count()", "--from", "60"))
        .contains(" from 1970-01-01T00:00:00.060Z to 2");
    assertThat(warned("read", GRID, "--at", "10")).isEmpty();
  }

  @Test
  void anArrayWithoutCellsIsSaidToHaveNone(@TempDir Path folder) {
    String array = folder.resolve("new").toString();
    String json = Session.of("schema", GRID, "--format", "json").out;
    assertThat(Session.with(json, "create", array, "--schema", "-").code).isZero();
    assertThat(warned("head", array))
        .isEqualTo(
            "azulejo: warning: " + array + " has no cells yet; add some with azulejo write\n");
  }
}
