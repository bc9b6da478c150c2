package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.Progress;
import io.azulejo.query.Subarray;
import io.azulejo.storage.Location;
import io.azulejo.testkit.FileServer;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Arrays that are published on a web server: how they get there, and what reading them asks for.
 */
class WebCostTest {
  @AutoClose private final FileServer server = new FileServer();
  @AutoClose private final Azulejo azulejo = Azulejo.create();

  @TempDir private Path folder;
  private Location array;

  @BeforeEach
  void makeAnArray() {
    array = Location.of(folder.resolve("array"));
    azulejo.create(array, TestSchemas.of("dense(x INT32 1..40000/10000) a INT32"));
    int[] values = new int[40_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * i;
    }
    azulejo.array(array).write(Subarray.ALL, "a", values);
  }

  private void publish(String... names) throws IOException {
    for (String name : names) {
      try (Stream<Path> files = Files.walk(folder.resolve(name))) {
        for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
          server.files.put(
              folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
        }
      }
    }
  }

  private static int[] slice(Array opened) {
    return opened.read().subarray(Subarray.of("x", 20_001, 20_005)).ints("a").values();
  }

  private void readsWith(Location place, int opening, int slice) {
    server.count();
    try (Azulejo engine = Azulejo.create()) {
      Array opened = engine.open(place);
      assertThat(opened.fragments()).hasSize(1);
      assertThat(server.count()).as("requests to open it").isEqualTo(opening);
      assertThat(slice(opened)).startsWith(20_000 * 20_000).hasSize(5);
      assertThat(server.count()).as("requests of a slice").isEqualTo(slice);
    }
  }

  @Test
  void asksForTheSealAndWhatIsRead() throws IOException {
    azulejo.maintenance(array).seal();
    publish("array", "array.seal");
    // The seal; the schema and the fragment's metadata.
    readsWith(server.location("array"), 3, 1);
  }

  @Test
  void asksOnceForWhatIsInAnArchive() throws IOException {
    Location file = Location.of(folder.resolve("a.zip"));
    azulejo.catalog().zip(array, file, Progress.NONE);
    publish("a.zip");
    // The directory; the schema and the fragment's metadata.
    readsWith(Location.of("zip+" + server.location("a.zip")), 3, 1);
  }

  @Test
  void packsArraysAndGroupsWhole() throws IOException {
    Location group = Location.of(folder.resolve("group"));
    azulejo.group(group).create();
    azulejo.catalog().copy(array, group.resolve("member"));
    azulejo.group(group.resolve("inner")).create();
    azulejo.catalog().copy(array, group.resolve("inner/member"));
    Location file = Location.of(folder.resolve("group.zip"));
    azulejo.catalog().zip(group, file, Progress.NONE);
    byte[] first = Files.readAllBytes(file.toPath());
    Location place = Location.of("zip+file://" + file.path());

    assertThat(azulejo.catalog().type(place)).isEqualTo(ObjectType.GROUP);
    assertThat(slice(azulejo.open(place.resolve("inner/member")))).startsWith(20_000 * 20_000);
    assertThat(azulejo.catalog().walk(place)).hasSize(4);
    refuses(InvalidRequestException.class, () -> azulejo.catalog().remove(place));
    assertThatThrownBy(() -> azulejo.catalog().zip(group, file, Progress.NONE))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(
            () ->
                azulejo
                    .catalog()
                    .zip(
                        Location.of(folder.resolve("none")),
                        file.parent().resolve("b.zip"),
                        Progress.NONE))
        .isInstanceOf(NotFoundException.class);
    // To another store, the same bytes; and nothing else is left.
    Location copy = Location.of("mem://copies/group.zip");
    azulejo.catalog().zip(group, copy, Progress.NONE);
    Location second = Location.of(folder.resolve("second.zip"));
    azulejo.catalog().zip(group, second, Progress.NONE);
    assertThat(Files.readAllBytes(second.toPath())).isEqualTo(first);
    assertThat(azulejo.catalog().type(Location.of("zip+" + copy))).isEqualTo(ObjectType.GROUP);
    try (Stream<Path> names = Files.list(folder)) {
      assertThat(names.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("array", "group", "group.zip", "second.zip");
    }
  }

  @Test
  void verifiesWhatWasCopiedFromAServer() throws IOException {
    azulejo.maintenance(array).seal();
    publish("array", "array.seal");
    Location copy = Location.of(folder.resolve("copy"));
    azulejo.catalog().copy(server.location("array"), copy);
    assertThat(slice(azulejo.open(copy))).startsWith(20_000 * 20_000);
  }
}
