package io.azulejo.imports.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.text.input.DateForm;
import io.azulejo.text.row.CellNotation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnProfileTest {
  @ParameterizedTest
  @CsvSource({
    "2020-01-01|2020-01-02|2020-13-45|2020-01-04, line 4: \"2020-13-45\"",
    "2020-13-45|2020-01-02, line 2: \"2020-13-45\"",
    "2020-01-01|2020-02-40 12:00, line 3: \"2020-02-40 12:00\"",
    "1/2/2020|45/13/2020|3/4/2020, line 3: \"45/13/2020\"",
    "1.2.2020|31.13.2020, line 3: \"31.13.2020\"",
  })
  void aDateThatThereIsNotIsTheReasonWhyDatesAreTexts(String cells, String odd) {
    assertThat(profile(cells).oddCell()).contains(odd);
  }

  @ParameterizedTest
  @CsvSource({
    "2020-01-01|2020-01-02",
    "2020-01-01|soon",
    "2020-13-45|2020-14-45|2020-15-45",
    "red|2020-13-45|blue|2020-01-01|green",
    "1.2.3|1.13.45|1.2.4",
    "2020-13/45|2020-01-01",
  })
  void otherTextsHaveNoSuchReason(String cells) {
    assertThat(profile(cells).oddCell()).isEmpty();
  }

  private static TextProfile profile(String cells) {
    TextProfile profile =
        new TextProfile(
            "day", false, DateForm.GUESS, false, new RowKeys(ColumnProfile.TYPED_COLUMNS));
    long line = 2;
    for (String cell : cells.split("\\|")) {
      profile.cell(cell.toCharArray(), 0, cell.length(), CellNotation.BARE, line++);
    }
    return profile;
  }
}
