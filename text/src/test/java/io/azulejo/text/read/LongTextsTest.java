package io.azulejo.text.read;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long texts of a file are quoted in short. */
class LongTextsTest {
  private static final int MOST = 500;

  private static InputField field(String name, Datatype type) {
    return InputField.of(Attribute.of(name, type), Optional.empty());
  }

  private static void read(InputFormat format, String text, List<InputField> fields)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (RowReader in =
        RowReader.open("data", new ByteArrayInputStream(bytes), RowOptions.of(format), fields)) {
      in.next();
      in.check();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DATETIME_DAY", "DATETIME_MS", "DATETIME_YEAR", "TIME_SEC", "TIME_HR"})
  void cellsOfTimesAreQuotedInShort(Datatype type) {
    for (String cell : List.of("x", "2020-01-01T00:00:00.5", "12:30:30.5")) {
      String text = "t\n" + cell + "5".repeat(1 << 20) + "\n";

      assertThatThrownBy(() -> read(InputFormat.CSV, text, List.of(field("t", type))))
          .isInstanceOf(InvalidRequestException.class)
          .message()
          .contains("line 2, column t: \"" + cell)
          .hasSizeLessThan(MOST);
    }
  }

  @Test
  void headersOfManyColumnsAreQuotedInShort() {
    String names =
        IntStream.range(0, 50_000).mapToObj(i -> "c" + i).collect(Collectors.joining(","));

    assertThatThrownBy(
            () ->
                read(
                    InputFormat.CSV,
                    "id," + names + "\n",
                    List.of(field("id", Datatype.INT32), field("r", Datatype.INT32))))
        .isInstanceOf(InvalidRequestException.class)
        .message()
        .contains("valid: id, r")
        .hasSizeLessThan(MOST);
    assertThatThrownBy(
            () ->
                read(
                    InputFormat.CSV,
                    "x".repeat(1 << 20) + "\n",
                    List.of(field("id", Datatype.INT32))))
        .isInstanceOf(InvalidRequestException.class)
        .message()
        .contains("the header row has column \"xxx")
        .hasSizeLessThan(MOST);
  }

  @Test
  @Timeout(30)
  void longKeysOfJsonAreRefusedQuickly() {
    List<InputField> fields = new ArrayList<>();
    for (int i = 0; i < 4_096; i++) {
      fields.add(field("f" + i, Datatype.INT32));
    }
    String row = "{\"" + "k".repeat(50_000) + "\": 1}\n";

    assertThatThrownBy(() -> read(InputFormat.JSON, row.repeat(100), fields))
        .isInstanceOf(InvalidRequestException.class)
        .message()
        .contains("cannot use 100 of ", "line 5: unknown field \"kkk", "f19 and 4,076 more")
        .hasSizeLessThan(5 * MOST);
  }
}
