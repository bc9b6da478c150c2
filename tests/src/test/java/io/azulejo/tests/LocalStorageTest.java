package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.Storage.Entry;
import io.azulejo.testkit.StorageContract;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class LocalStorageTest extends StorageContract {
  @TempDir Path folder;

  private final Storage storage = Storage.local();

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.of(folder);
  }

  @Override
  protected boolean canMove() {
    return true;
  }

  /** Those that the platform can express: in a C locale Java takes ASCII names alone. */
  @Override
  protected List<String> oddNames() {
    Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    return super.oddNames().stream().filter(charset.newEncoder()::canEncode).toList();
  }

  @Test
  void followsSymbolicLinks() throws IOException {
    write("real/folder/data", "12345");
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
    Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("missing"));

    assertThat(storage.list(root())).containsExactly(Entry.folder("link"), Entry.folder("real"));
    assertThat(content(root().resolve("link/folder/data"))).hasSize(5);
    assertThat(storage.find(root().resolve("nowhere"))).isEmpty();
  }

  @Test
  void deletesALinkAndNotWhatItLeadsTo() throws IOException {
    write("real/data", "12345");
    write("doomed/other", "1");
    Files.createSymbolicLink(folder.resolve("doomed/link"), folder.resolve("real"));

    storage.deleteFolder(root().resolve("doomed"));

    assertThat(storage.list(root())).containsExactly(Entry.folder("real"));
    assertThat(content(root().resolve("real/data"))).hasSize(5);
  }

  @Test
  void endsAnInterruptedReadAndLetsOthersGoOn() throws Exception {
    Location file = write("data", "12345");
    try (InputFile in = storage.open(file)) {
      Throwable failure = failureWhenInterrupted(() -> read(in));

      assertThat(failure)
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("interrupted during an attempt to read " + file);
      assertThat(((StorageException) failure).retryable()).isFalse();
      assertThat(read(in)).isEqualTo((byte) '1');
    }
    assertThat(openBelow(folder)).isEmpty();
  }

  @Test
  void leavesNothingWhenInterruptedWhileWriting() throws Exception {
    Location file = root().resolve("folder/data");
    assertThat(
            failureWhenInterrupted(
                () -> {
                  try (OutputFile out = storage.create(file)) {
                    out.write(new byte[10], 0, 10);
                    out.commit();
                  }
                  return null;
                }))
        .isInstanceOf(StorageException.class);
    assertThat(
            failureWhenInterrupted(
                () -> {
                  storage.createExclusive(file, new byte[10]);
                  return null;
                }))
        .isInstanceOf(StorageException.class);

    assertThat(storage.list(root().resolve("folder"))).isEmpty();
    assertThat(openBelow(folder)).isEmpty();
  }

  @Test
  void closesEveryFile() throws IOException {
    Location file = write("data", "12345");
    storage.open(file).close();
    storage.create(root().resolve("other")).close();
    storage.list(root());
    storage.find(file);

    assertThat(openBelow(folder)).isEmpty();
  }

  @Test
  void tellsWhenAFileWasWritten() throws IOException {
    Location file = write("data", "12345");
    Files.setLastModifiedTime(folder.resolve("data"), FileTime.fromMillis(1_600_000_000_000L));

    assertThat(storage.modified(file)).hasValue(1_600_000_000_000L);
  }

  @Test
  void explainsNamesThatCannotBe() {
    assertThatThrownBy(() -> storage.find(root().resolve("a\0b")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("is not a valid name in this file system");
  }

  @Test
  void movesNoFolderIntoItselfNorWhatIsNone() throws IOException {
    write("from/a", "1");
    Location from = root().resolve("from");

    refuses(InvalidRequestException.class, () -> storage.tryMove(from, from.resolve("below")));
    assertThatThrownBy(() -> storage.tryMove(from.resolve("none"), root().resolve("to")))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("file or folder not found: " + from.resolve("none"));
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("from"));
    assertThat(storage.tryMove(root().resolve("link"), root().resolve("to"))).isFalse();
    assertThat(storage.list(root())).containsExactly(Entry.folder("from"), Entry.folder("link"));
  }

  @Test
  void saysThatNothingWasDoneWhereAFileIsWhereAFolderShouldBe() {
    Location file = write("data", "x");

    for (byte[] content : List.of(new byte[0], new byte[5])) {
      assertThatThrownBy(() -> storage.createExclusive(file.resolve("in/ner"), content))
          .isInstanceOfSatisfying(
              StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
          .hasMessageContaining("is a file, not a folder");
    }
  }

  private static byte read(InputFile in) {
    byte[] target = new byte[1];
    in.read(0, target, 0, 1);
    return target[0];
  }

  /** What an act throws in a thread that is interrupted, and stays so. */
  private static Throwable failureWhenInterrupted(Callable<?> act) throws InterruptedException {
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              try {
                act.call();
              } finally {
                assertThat(Thread.interrupted()).isTrue();
              }
              return true;
            });
    new Thread(task).start();
    try {
      task.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  /** The files below a folder that this process holds open, where the platform tells. */
  private static List<String> openBelow(Path folder) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(descriptors));
    try (Stream<Path> open = Files.list(descriptors)) {
      return open.filter(Files::isSymbolicLink)
          .map(LocalStorageTest::target)
          .filter(target -> target.startsWith(folder.toString()))
          .toList();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
