package io.azulejo.imports.rows;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CancelledException;
import io.azulejo.error.StorageException;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures of the stream or of memory while rows are read: none is a mistake in the file. */
class FailingStreamTest {
  private static final String REASON = "none is left";

  static Stream<Arguments> failures() {
    return Stream.of(
            new OutOfMemoryError(REASON),
            new StackOverflowError(REASON),
            new CancelledException(REASON),
            new StorageException(REASON, null, null, false),
            new IllegalStateException(REASON))
        .flatMap(
            failure ->
                Stream.of(InputFormat.CSV, InputFormat.TSV)
                    .map(format -> Arguments.of(format, failure)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void areNotTakenForMistakesInTheFile(InputFormat format, Throwable failure) {
    byte[] rows = ("a\n" + "1\n".repeat(1 << 18)).getBytes(StandardCharsets.US_ASCII);
    InputStream failing =
        new InputStream() {
          @Override
          public int read() {
            if (failure instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) failure;
          }
        };
    InputStream in = new SequenceInputStream(new ByteArrayInputStream(rows), failing);

    assertThatThrownBy(
            () ->
                TableProfiler.profile(
                    List.of(RowFile.of("rows", in)),
                    RowOptions.of(format),
                    Set.of(),
                    Long.MAX_VALUE,
                    done -> {}))
        .isInstanceOf(failure.getClass())
        .hasMessage(REASON);
  }
}
