package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configuration files of TileDB. */
class TileDbConfigFileTest {
  @TempDir private Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("tiledb.config"), content);
  }

  @Test
  void readsNamesAndValues() throws IOException {
    Path file =
        file(
            """
            # all of one store

            vfs.s3.region eu-west-1
              vfs.s3.scheme\thttp  # of a test
            vfs.s3.region us-east-2
            #vfs.s3.use_virtual_addressing false
            """);

    assertThat(TileDbConfigFile.read(file))
        .isEqualTo(Map.of("vfs.s3.region", "us-east-2", "vfs.s3.scheme", "http"));
  }

  @Test
  void namesTheLineThatIsNotASettingWithoutItsText() throws IOException {
    for (String wrong : new String[] {"hunter2", "hunter2 # x", "vfs.s3.secret hunter2 hunter3"}) {
      Path file = file("vfs.s3.region a\n" + wrong + "\n");

      refuses(InvalidRequestException.class, () -> Azulejo.builder().configFile(file));
    }
  }

  @Test
  void saysWhichFileCannotBeRead() {
    refuses(NotFoundException.class, () -> Azulejo.builder().configFile(folder.resolve("absent")));
    assertThatThrownBy(() -> Azulejo.builder().configFile(folder))
        .isInstanceOf(StorageException.class);
  }

  @Test
  void ignoresSettingsOfTileDBForWhatIsNotHere() throws IOException {
    Path file = file("sm.memory_budget 5\nrest.token hunter2\n");

    Azulejo.builder().configFile(file).build().close();
    Azulejo.builder().configFile(Map.of("ssl.verify", "true")).build().close();
  }

  @Test
  void refusesAnUnknownSettingOfAFileWhenTheEngineIsBuilt() throws IOException {
    Azulejo.Builder builder =
        Azulejo.builder().configFile(file("azulejo.cache.dirr /tmp\nsm.tile_cache_size 5\n"));

    refuses(InvalidRequestException.class, builder::build);
  }
}
