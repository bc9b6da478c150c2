package io.azulejo.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SuggestionTest {
  private static final List<String> NAMES =
      List.of("read", "repack", "temperature", "y", "x", "", "info");

  @Test
  void nearNamesAreSuggested() {
    assertThat(Suggestion.of("reed", NAMES)).contains("read");
    assertThat(Suggestion.of("inof", NAMES)).as("two letters swapped").contains("info");
    assertThat(Suggestion.of("temprature", NAMES)).contains("temperature");
    assertThat(Suggestion.of("TEMPERATURE", NAMES)).contains("temperature");
    assertThat(Suggestion.of("temp", NAMES)).as("cut short").contains("temperature");
    assertThat(Suggestion.of("Y", NAMES)).contains("y");
  }

  @Test
  void othersAreNot() {
    assertThat(Suggestion.of("z", NAMES)).isEmpty();
    assertThat(Suggestion.of("write", NAMES)).isEmpty();
    assertThat(Suggestion.of("", NAMES)).isEmpty();
    assertThat(Suggestion.of("read", List.of())).isEmpty();
  }

  @Test
  @Timeout(10)
  void longNamesAreComparedOnlyWithNamesOfTheirLength() {
    List<String> names = new ArrayList<>(Collections.nCopies(1_000, "field".repeat(2_000)));
    names.add("abc".repeat(20_000) + "d");

    assertThat(Suggestion.of("x".repeat(50_000), names)).isEmpty();
    assertThat(Suggestion.of("abc".repeat(20_000), names)).contains(names.get(1_000));
  }

  @Test
  void hintsEndMessages() {
    assertThat(Suggestion.hint("raed", NAMES)).isEqualTo("; did you mean \"read\"?");
    assertThat(Suggestion.hint("nothing", NAMES)).isEmpty();
  }
}
