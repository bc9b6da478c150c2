package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.error.StorageException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.LocalStorage;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of local arrays where the file system does not let them. */
class LocalTroubleTest {
  private static final ArraySchema SCHEMA =
      ArraySchema.dense()
          .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 8), 4))
          .attribute(Attribute.builder("a", Datatype.INT32).build())
          .build();

  @TempDir Path folder;

  @Test
  void nothingIsMadeOrDeletedInAFolderThatMayOnlyBeRead() throws Exception {
    Storage storage = new LocalStorage();
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
      assertThat(engine.type(array)).isEqualTo(ObjectType.NONE);
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
          .hasMessageContaining("a file is where a folder should be, at " + array);
      Files.delete(folder.resolve("array"));
      engine.create(array, SCHEMA);
    }
  }
}
