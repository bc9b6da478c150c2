package io.azulejo.imports.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowKeysTest {
  private static TableProfile profile(int measured, int keys, int rows) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < measured + keys; i++) {
      text.append(i == 0 ? "c" : ",c").append(i);
    }
    for (int row = 0; row < rows; row++) {
      text.append('\n');
      for (int i = 0; i < measured + keys; i++) {
        text.append(i == 0 ? "" : ",").append(i < measured ? "0.5" : Integer.toString(row));
      }
    }
    return TableProfiler.profile(
        List.of(
            RowFile.of(
                "data",
                new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)))),
        RowOptions.of(InputFormat.CSV),
        Set.of(),
        Long.MAX_VALUE,
        bytes -> {});
  }

  @Test
  void columnsThatAreMeasuredLeaveTheirRoomToTheOthers() throws IOException {
    int rows = 100_000; // 96 columns have room for 87,381
    TableProfile profile = profile(94, 2, rows);

    assertThat(profile.columns().get(0).keys().rows()).isZero();
    assertThat(profile.columns().get(95).keys().rows()).isEqualTo(rows);
  }

  @Test
  void manyColumnsThatAreKeysShareTheRoom() throws IOException {
    TableProfile profile = profile(0, 200, 45_000);

    assertThat(profile.columns().get(7).keys().rows()).isEqualTo((8 << 20) / 200);
  }
}
