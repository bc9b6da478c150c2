package io.azulejo.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

/** Which failures of the local file system may be gone in a moment. */
class LocalFailuresTest {
  private static final Location FILE = Location.of("/folder/file");

  private static boolean retryable(IOException cause, String message) {
    RuntimeException failure = LocalFailures.failed("create", FILE, cause);
    assertThat(failure).isInstanceOf(StorageException.class).hasMessage(message);
    return ((StorageException) failure).retryable();
  }

  private static IOException failing(String reason) {
    return new FileSystemException("/folder/file", null, reason);
  }

  @Test
  void whatIsNotAllowedIsNotTriedAgain() {
    String place = "cannot create " + FILE + ": ";
    assertThat(retryable(new AccessDeniedException("/folder/file"), place + "permission denied"))
        .isFalse();
    for (String reason : new String[] {"Operation not permitted", "Read-only file system"}) {
      assertThat(retryable(failing(reason), place + reason)).isFalse();
      assertThat(retryable(new IOException(reason), place + reason)).isFalse();
    }
  }

  @Test
  void aFullDiskMayHaveRoomAgain() {
    String reason = "No space left on device";
    assertThat(retryable(failing(reason), "cannot create " + FILE + ": " + reason)).isTrue();
  }
}
