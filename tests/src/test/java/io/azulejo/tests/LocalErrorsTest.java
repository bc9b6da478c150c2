package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.error.StorageException;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Changes of local arrays where the file system does not let them. */
@Isolated
class LocalErrorsTest {
  private static final ArraySchema SCHEMA = TestSchemas.of("dense(x INT32 1..8/4) a INT32");

  @TempDir Path folder;

  @Test
  void nothingIsMadeOrDeletedInAFolderThatMayOnlyBeRead() throws Exception {
    Storage storage = Storage.local();
    Location file = Location.of(folder).resolve("file");
    storage.createExclusive(file, new byte[3]);
    ReadOnlyFolder.meanwhile(
        folder,
        () -> {
          assertThatThrownBy(() -> storage.create(Location.of(folder).resolve("other")))
              .isInstanceOf(StorageException.class)
              .hasMessageContaining("cannot create");
          for (byte[] content : new byte[][] {new byte[0], new byte[3]}) {
            assertThatThrownBy(
                    () -> storage.createExclusive(Location.of(folder).resolve("other"), content))
                .isInstanceOfSatisfying(
                    StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
                .hasMessageContaining("cannot create")
                .hasMessageContaining("ermi");
          }
          assertThatThrownBy(() -> storage.delete(file))
              .isInstanceOf(StorageException.class)
              .hasMessageContaining("cannot delete " + file);
        });
    assertThat(storage.names(Location.of(folder))).containsExactly("file");
  }

  /** A folder of the system, where there is one, is there, and still takes nothing. */
  @Test
  void saysThatASystemMakesNoFoldersThere() {
    if (Files.isDirectory(Path.of("/proc/self"))) {
      try (Azulejo engine = Azulejo.create()) {
        assertThatThrownBy(() -> engine.create(Location.of("/proc/x"), SCHEMA))
            .isInstanceOfSatisfying(
                StorageException.class,
                e -> {
                  assertThat(e.withoutEffect()).isTrue();
                  assertThat(e.retryable()).isFalse();
                })
            .hasMessageContaining("the system does not allow new files or folders in /proc");
      }
    }
  }

  @Test
  void noArrayIsCreatedWhereNothingCanBe() throws Exception {
    Location array = Location.of(folder.resolve("array"));
    try (Azulejo engine = Azulejo.create()) {
      ReadOnlyFolder.meanwhile(
          folder,
          () -> {
            assertThatThrownBy(() -> engine.create(array, SCHEMA))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("cannot create " + array);
          });
      assertThat(engine.catalog().type(array)).isEqualTo(ObjectType.NONE);
      engine.create(array, SCHEMA);
    }
  }

  @Test
  void noArrayIsCreatedWhereAFileIs() throws IOException {
    Files.writeString(folder.resolve("array"), "something else");
    Location array = Location.of(folder.resolve("array"));
    try (Azulejo engine = Azulejo.create()) {
      assertThatThrownBy(() -> engine.create(array, SCHEMA))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining(array + " is a file, not a folder");
      Files.delete(folder.resolve("array"));
      engine.create(array, SCHEMA);
    }
  }

  private static void write(Azulejo engine, Location array) {
    engine
        .array(array)
        .append(
            Batch.of(8, List.of(new FixedColumn("a", Datatype.INT32, 1, 8, new byte[32], null))));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).map(Path::toString).sorted().toList();
    }
  }

  private void assertNoFileIsOpen() throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    if (!Files.isDirectory(descriptors)) {
      return;
    }
    List<String> open = new ArrayList<>();
    try (Stream<Path> links = Files.list(descriptors)) {
      for (Path link : links.filter(Files::isSymbolicLink).toList()) {
        try {
          open.add(Files.readSymbolicLink(link).toString());
        } catch (NoSuchFileException e) {
          // The one that this list was read by.
        }
      }
    }
    assertThat(open).noneMatch(path -> path.startsWith(folder.toString()));
  }

  @Test
  void nothingIsWrittenToAnArrayThatMayOnlyBeRead() throws Exception {
    Location array = Location.of(folder.resolve("array"));
    try (Azulejo engine = Azulejo.create()) {
      engine.create(array, SCHEMA);
      List<String> before = files();
      ReadOnlyFolder.meanwhile(
          folder.resolve("array"),
          () ->
              assertThatThrownBy(() -> write(engine, array))
                  .isInstanceOf(StorageException.class)
                  .hasMessageContaining("cannot create"));

      assertThat(files()).isEqualTo(before);
      assertNoFileIsOpen();
      assertThat(engine.open(array).fragments()).isEmpty();
      write(engine, array);
      assertThat(engine.open(array).fragments()).hasSize(1);
    }
  }

  @Test
  void nothingIsWrittenWhereAFileIsInTheWay() throws Exception {
    Location array = Location.of(folder.resolve("array"));
    try (Azulejo engine = Azulejo.create()) {
      engine.create(array, SCHEMA);
      for (String name : List.of("__fragments", "__commits")) {
        Path obstacle = folder.resolve("array").resolve(name);
        Files.writeString(obstacle, "something else");
        List<String> before = files();

        assertThatThrownBy(() -> write(engine, array))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining(obstacle + " is a file, not a folder");

        assertThat(files()).isEqualTo(before);
        assertNoFileIsOpen();
        Files.delete(obstacle);
      }
      write(engine, array);
      assertThat(engine.open(array).fragments()).hasSize(1);
    }
  }
}
