package io.azulejo.spark;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * What goes wrong in the first of all attempts of a task, in whatever process: that is the one that
 * makes a file. Queries call it by {@code reflect}.
 */
public final class Faults {
  private Faults() {}

  private static boolean isFirst(String marker) throws IOException {
    try {
      Files.createFile(Path.of(marker));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /** Ends the process, at once. */
  public static String die(String marker) throws IOException {
    if (isFirst(marker)) {
      Runtime.getRuntime().halt(1);
    }
    return "";
  }

  /** Fails. */
  public static String fail(String marker) throws IOException {
    if (isFirst(marker)) {
      throw new IllegalStateException("the first attempt fails");
    }
    return "";
  }

  /** Goes on when the second attempt has come as far. */
  public static String meet(String marker) throws IOException {
    Path second = Path.of(marker + ".second");
    if (isFirst(marker)) {
      while (!Files.exists(second) && !Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
    } else if (!Files.exists(second)) {
      Files.createFile(second);
    }
    return "";
  }

  /** Goes on for ever, unless the task is interrupted. */
  public static String hang(String marker) throws IOException, InterruptedException {
    if (isFirst(marker)) {
      new CountDownLatch(1).await();
    }
    return "";
  }
}
