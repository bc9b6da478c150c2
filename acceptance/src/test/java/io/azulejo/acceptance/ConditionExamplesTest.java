package io.azulejo.acceptance;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.query.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the manual of conditions shows can be written. */
class ConditionExamplesTest {
  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(.*?)\\n```$");

  private static String manual() throws IOException {
    return Files.readString(ROOT.resolve("docs/conditions.md"));
  }

  /** All spans of code in the first column of the tables that say what can be written. */
  static Stream<String> examples() throws IOException {
    String text = manual();
    List<String> examples =
        text.substring(text.indexOf("## What can be written"), text.indexOf("## What it means"))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .flatMap(line -> SPAN.matcher(line.substring(0, line.indexOf(" | "))).results())
            .map(span -> span.group(1))
            .toList();
    assertThat(examples).hasSizeGreaterThan(30);
    return examples.stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleIsACondition(String text) {
    Condition condition = Condition.parse(text);

    assertThat(Condition.parse(condition.toString())).isEqualTo(condition);
  }

  @Test
  void theErrorExampleMatchesTheActualMessage() throws IOException {
    List<String> blocks = BLOCK.matcher(manual()).results().map(MatchResult::group).toList();
    List<String> inner = blocks.stream().map(b -> b.substring(4, b.length() - 4)).toList();

    assertThat(inner).hasSize(2);
    assertThat(Condition.parse(inner.get(0))).isNotNull();
    assertThatThrownBy(() -> Condition.parse("temp >> 30")).hasMessage(inner.get(1));
  }
}
