package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first cells of the bundled arrays, and parts of them by ranges with steps. */
class HeadTest {
  private static final String GRID = Session.sample("grid");
  private static final String DAYS = Session.sample("days");

  @Test
  void showsTenCells() {
    assertThat(done("head", GRID, "--format", "csv").lines()).hasSize(11);
    assertThat(done("head", GRID, "--format", "csv"))
        .isEqualTo(done("read", GRID, "--format", "csv", "--limit", "10"));
  }

  @Test
  void showsAsManyAsAreWanted() {
    String all = done("read", Session.sample("names"), "--format", "csv");
    assertThat(done("head", Session.sample("names"), "-n", "3", "--format", "csv"))
        .isEqualTo(String.join("\n", all.lines().limit(4).toList()) + "\n");
    assertThat(done("head", GRID, "-n", "0", "--format", "csv")).isEqualTo("y,x,a,s,f\n");
  }

  @Test
  void takesConditionsAndFields() {
    assertThat(
            done("head", GRID, "-n", "2", "--where", "a > 40", "--fields", "a", "--format", "json"))
        .hasLineCount(2)
        .startsWith("{\"a\":");
  }

  @Test
  void refusesLessThanNothing() {
    Session session = Session.of("head", GRID, "-n", "-1");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).isEqualTo("azulejo: -n -1: must be at least 0\n");
  }

  @Test
  void rangesWithStepsGiveEverySoManythCell() {
    String all = done("read", GRID, "--range", "y=2", "--range", "x=1..8", "--format", "csv");
    String some = done("read", GRID, "--range", "y=2", "--range", "x=1..8..3", "--format", "csv");
    assertThat(some.lines().skip(1))
        .isEqualTo(all.lines().skip(1).filter(l -> l.matches("2,[147],.*")).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "y=0..3|dimension \"y\": the range 0..3 is not within the domain 1..",
        "x=-5..-1..2|dimension \"x\": the range -5..-1..2 is not within the domain 1..",
        "x=5..500..2|dimension \"x\": the range 5..500..2 is not within the domain 1..",
      })
  void errorsSayTheDomain(String range, String message) {
    Session session = Session.of("read", GRID, "--range", range);
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).contains(message);
  }

  @Test
  void stepsOfDatesAreDurations() {
    assertThat(done("head", DAYS, "--range", "day=1969-12-22..1970-01-25..P1W", "--format", "csv"))
        .isEqualTo(
            done("head", DAYS, "--range", "day=1969-12-22..1970-01-25..7", "--format", "csv"));
  }

  @Test
  void plotsTakeNoSteps() {
    Session session = Session.of("plot", GRID, "--range", "x=1..8..2");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).contains("plot does not support a step; use x=LO..HI");
  }
}
