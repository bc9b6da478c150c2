package io.azulejo.text.input;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that take more memory than there is. */
class ExhaustedMemoryTest {
  @ParameterizedTest
  @EnumSource(names = {"CSV", "TSV"})
  void lackOfMemoryIsNotTakenForAMistakeInTheFile(InputFormat format) {
    byte[] rows = ("a\n" + "1\n".repeat(1 << 18)).getBytes(StandardCharsets.US_ASCII);
    InputStream exhausted =
        new InputStream() {
          @Override
          public int read() {
            throw new OutOfMemoryError("none is left");
          }
        };
    InputStream in = new SequenceInputStream(new ByteArrayInputStream(rows), exhausted);

    assertThatThrownBy(
            () ->
                TableProfile.of(
                    List.of(RowFile.of("rows", in)),
                    RowReader.Options.of(format),
                    Set.of(),
                    Long.MAX_VALUE,
                    done -> {}))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("none is left");
  }
}
