package io.azulejo.imports.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.error.CancelledException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class FileReadingTest {
  private static Throwable thrown(String file, Exception failure) {
    return catchThrowable(() -> FileReading.of(file, () -> thrown(failure)));
  }

  private static Object thrown(Exception failure) throws IOException {
    if (failure instanceof IOException io) {
      throw io;
    }
    throw (RuntimeException) failure;
  }

  @Test
  void messagesNameTheFileOnce() {
    for (String file : List.of("a", "row", "data.csv")) {
      assertThat(thrown(file, new InvalidRequestException("a row is not an object")))
          .hasMessage(file + ": a row is not an object");
      assertThat(thrown(file, new InvalidRequestException(file + ": a row is not an object", file)))
          .hasMessage(file + ": a row is not an object");
    }
  }

  @Test
  void messagesOfOneOfSeveralFilesNameThatFileAlone() {
    assertThatThrownBy(
            () ->
                FileReading.of(
                    "a.csv and 1 more file",
                    () -> thrown(new InvalidRequestException("b.csv: line 3: a quote", "b.csv"))))
        .hasMessage("b.csv: line 3: a quote");
    assertThatThrownBy(
            () ->
                FileReading.of(
                    "a.csv and 1 more file",
                    () -> thrown(new InvalidRequestException("--dims: a name"))))
        .hasMessage("a.csv and 1 more file: --dims: a name");
  }

  @Test
  void longMessagesAreShortenedWhetherTheyNameTheFileOrNot() {
    String text = "x".repeat(10_000) + ": close it";
    for (String message : List.of(text, (text + "\n").repeat(100))) {
      assertThat(thrown("data.csv", new InvalidRequestException(message)))
          .message()
          .startsWith("data.csv: xxx")
          .endsWith(": close it")
          .hasSizeLessThan(4_000);
    }
    assertThat(thrown("all", new InvalidRequestException("data.csv: " + text, "data.csv")))
        .message()
        .startsWith("data.csv: xxx")
        .hasSizeLessThan(4_000);
  }

  @Test
  void failuresOfTheSystemAreNotDamage() {
    Throwable disk = thrown("data", new IOException("No space left on device"));

    assertThat(disk)
        .isInstanceOf(StorageException.class)
        .hasMessage("cannot read data: no space left on device");
    assertThat(thrown("data", new UncheckedIOException(new IOException("Input/output error"))))
        .isInstanceOf(StorageException.class);
    assertThat(thrown("data", new ClosedByInterruptException()))
        .isInstanceOf(CancelledException.class);
  }

  @Test
  void failuresOfLibrariesAreDamage() {
    assertThat(thrown("data", new ZipException("bad code")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("data: the file is damaged, or cannot be read: bad code");
    assertThat(thrown("data", new EOFException())).hasMessage("data: the file is truncated");
    assertThat(thrown("data", new UncheckedIOException(new EOFException())))
        .hasMessage("data: the file is truncated");
    assertThat(thrown("data", new IllegalStateException("3 < 4")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("data: the file is damaged, or uses unsupported features");
  }

  @Test
  void bugsOfReadersOfRowsAreNotDamage() {
    assertThatThrownBy(
            () -> FileReading.ofRows("data", () -> thrown(new IllegalStateException("3 < 4"))))
        .isInstanceOf(IllegalStateException.class);
  }
}
