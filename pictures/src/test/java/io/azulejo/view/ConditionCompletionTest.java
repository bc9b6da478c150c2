package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may come next in conditions. */
class ConditionCompletionTest {
  private static final List<ConditionCompletion.Field> FIELDS =
      List.of(
          new ConditionCompletion.Field("temp", "FLOAT64 attribute", false, true, true),
          new ConditionCompletion.Field("site", "UINT8 enumeration", true, false, false),
          new ConditionCompletion.Field("air \"dry\"", "INT32 attribute", false, false, false));

  private static ConditionCompletion.Answer after(String text) {
    return new ConditionCompletion(
            FIELDS, name -> name.equals("site") ? List.of("'court'", "'roof'") : List.of())
        .of(text);
  }

  private static List<String> texts(String text) {
    return after(text).suggestions().stream().map(ConditionCompletion.Suggestion::text).toList();
  }

  @Test
  void fieldsComeFirst() {
    assertThat(texts("")).containsExactly("temp", "site", "\"air \"\"dry\"\"\"", "not", "(");
    assertThat(texts("te")).containsExactly("temp", "site");
    assertThat(after("temp > 5 and te").from()).isEqualTo(13);
  }

  @Test
  void signsFollowAFieldAsFarAsTheyFitIt() {
    assertThat(texts("temp ")).contains("<", "in", "is null", "is nan");
    assertThat(texts("site ")).contains("=").doesNotContain("is null", "is nan");
    assertThat(texts("\"air \"\"dry\"\"\" ")).contains(">=").doesNotContain("is nan");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "site = | 'court'",
        "site = 'ro | 'roof'",
        "site = ro | 'roof'",
        "site in ( | 'court'",
        "site in ('court', | 'court'",
        "site in | (",
        "site in ('roof' | ,",
        "site = 'roof' | and",
        "site = 'roof' and | temp",
        "not | temp",
        "(temp > 1 or | temp",
        "temp is | null",
        "temp > 5 o | or"
      })
  void theNextWordIsProposed(String text, String first) {
    // What ends with a blank, which the table above cannot hold, is complete.
    boolean begun = text.matches(".*( 'ro| ro| o)");
    assertThat(texts(begun ? text : text + " ")).first().isEqualTo(first);
  }

  @Test
  void anyTextIsTakenWithoutFailing() {
    for (String text : List.of("'", "\"", "((((", "and and", "%$§", "temp > > >", "é = 'x", ")")) {
      assertThat(after(text).from()).isBetween(0, text.length());
    }
  }
}
