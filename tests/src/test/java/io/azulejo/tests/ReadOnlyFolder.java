package io.azulejo.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A folder of the local file system in which for a while nothing can be made or deleted. */
final class ReadOnlyFolder {
  private final Path folder;

  private ReadOnlyFolder(Path folder) {
    this.folder = folder;
  }

  /** Something that is done meanwhile. */
  interface Act {
    void run() throws Exception;
  }

  /**
   * Does something while the permissions of a folder forbid changes, or, where these do not count
   * (for the user root), the attribute that the file systems of Linux have for it. The test ends
   * where neither can be done.
   */
  static void meanwhile(Path folder, Act act) throws Exception {
    assumeTrue(
        Files.getFileStore(folder).supportsFileAttributeView("posix"),
        "no permissions in this file system");
    ReadOnlyFolder readOnly = new ReadOnlyFolder(folder);
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
    boolean immutable = false;
    try {
      Files.setPosixFilePermissions(
          folder, Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_EXECUTE));
      immutable = readOnly.isWritable() && readOnly.change("+i");
      assumeTrue(!readOnly.isWritable(), "this user may write everywhere");
      act.run();
    } finally {
      if (immutable) {
        readOnly.change("-i");
      }
      Files.setPosixFilePermissions(folder, permissions);
    }
  }

  private boolean isWritable() throws IOException {
    try {
      Files.delete(Files.createFile(folder.resolve("try")));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean change(String attribute) throws IOException, InterruptedException {
    try {
      Process process =
          new ProcessBuilder("chattr", attribute, folder.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
