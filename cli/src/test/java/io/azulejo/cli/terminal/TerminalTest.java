package io.azulejo.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalTest {
  @Test
  void controlCharactersDoNotReachTheTerminal() {
    assertThat(Failure.text(new InvalidRequestException("a\u0085b\u009b31mc\u001bd\te")))
        .isEqualTo("azulejo: a\ufffdb\ufffd31mc\ufffdd\te");
  }

  @Test
  void failuresOfTheSystemHaveACodeOfTheirOwn() {
    assertThat(Failure.code(new StorageException("no space left on device", null, null, false)))
        .isEqualTo(Failure.STORAGE);
  }

  @Test
  void tablesAreAsWideAsTheTerminal() {
    assertThat(Terminal.width(Map.of("COLUMNS", "250", "AZULEJO_TERMINALS", "12"))).isEqualTo(250);
    assertThat(Terminal.width(Map.of("COLUMNS", "3"))).isEqualTo(20);
    assertThat(Terminal.width(Map.of("AZULEJO_TERMINALS", "1"))).isEqualTo(100);
  }

  @Test
  void outputThatIsNoTerminalHasNoWidth() {
    assertThat(Terminal.width(Map.of("AZULEJO_TERMINALS", "2"))).isEqualTo(Terminal.UNLIMITED);
    assertThat(Terminal.width(Map.of("COLUMNS", "wide"))).isEqualTo(Terminal.UNLIMITED);
  }

  @Test
  void aPipeWithoutReaderIsToldFromOtherFailures(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(Files.exists(Path.of("/dev/full")));
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    // Opened for reading and writing, a pipe waits for no other side.
    var reader = new RandomAccessFile(pipe.toFile(), "rw");
    try (reader;
        OutputStream out = Terminal.detectingClosedPipe(new FileOutputStream(pipe.toFile()))) {
      out.write('a');
      reader.close();
      assertThatThrownBy(() -> out.write('b')).isInstanceOf(Terminal.Closed.class);
    }
    try (OutputStream out = Terminal.detectingClosedPipe(new FileOutputStream("/dev/full"))) {
      assertThatThrownBy(() -> out.write('b'))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(Terminal.Closed.class)
          .hasMessage("No space left on device");
    }
  }
}
