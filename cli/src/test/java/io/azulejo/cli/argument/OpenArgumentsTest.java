package io.azulejo.cli.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.schema.EncryptionKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenArgumentsTest {
  private static final byte[] KEY =
      "0123456789abcdeF0123456789abcdeF".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path folder;

  @Test
  void aKeyIsThirtyTwoBytesWithOrWithoutALineEnd() throws IOException {
    assertThat(key(KEY)).isEqualTo(KEY);
    assertThat(key(join(KEY, "\n"))).isEqualTo(KEY);
    assertThat(key(join(KEY, "\r\n"))).isEqualTo(KEY);
    byte[] odd = KEY.clone();
    odd[31] = '\n';
    assertThat(key(odd)).isEqualTo(odd);
    odd[31] = '\r';
    assertThat(key(join(odd, "\n"))).isEqualTo(odd);
  }

  @Test
  void aKeyIsSixtyFourHexDigitsWithOrWithoutALineEnd() throws IOException {
    byte[] hex = "00ff".repeat(16).getBytes(StandardCharsets.US_ASCII);
    assertThat(key(hex)).hasSize(32).startsWith(0, 0xff);
    assertThat(key(join(hex, "\r\n"))).isEqualTo(key(hex));
  }

  @Test
  void aKeyOfAnotherLengthIsRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> key("secret\n".getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("6 bytes; expected 32 bytes or 64 hex digits")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> key(new byte[5000])).hasMessageContaining("more than 1024 bytes");
    assertThatThrownBy(() -> key("g".repeat(64).getBytes(StandardCharsets.US_ASCII)))
        .hasMessageContaining("has 64 bytes");
  }

  @Test
  void aMissingKeyFileIsNotFound() {
    assertThatThrownBy(() -> KeyArgument.read(folder.resolve("none").toString(), terminal(KEY)))
        .isInstanceOf(NotFoundException.class)
        .hasMessageStartingWith("key file ")
        .hasMessageEndingWith(" does not exist");
  }

  @Test
  void aKeyComesFromStandardInput() throws IOException {
    assertThat(KeyArgument.read("-", terminal(join(KEY, "\n")))).isEqualTo(EncryptionKey.of(KEY));
  }

  @Test
  void whatIsNoPathIsARequestThatCannotBeMet() {
    assertThatThrownBy(() -> OpenArguments.locate(""))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("the URI is empty; use . for the current folder");
    assertThatThrownBy(() -> OpenArguments.locate("a\u0000b"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("is not a valid path or URI");
  }

  private byte[] key(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("key"), content);
    return KeyArgument.read(file.toString(), terminal(new byte[0])).bytes();
  }

  private static Terminal terminal(byte[] in) {
    return new Terminal(
        new ByteArrayInputStream(in),
        OutputStream.nullOutputStream(),
        OutputStream.nullOutputStream(),
        80);
  }

  private static byte[] join(byte[] bytes, String end) {
    byte[] all = Arrays.copyOf(bytes, bytes.length + end.length());
    System.arraycopy(end.getBytes(StandardCharsets.US_ASCII), 0, all, bytes.length, end.length());
    return all;
  }
}
