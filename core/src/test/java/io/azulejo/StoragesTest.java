package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoragesTest {
  private static final MemoryBudget BUDGET = new MemoryBudget(1 << 20);

  private final Storages storages =
      new Storages(Map.of(), Set.of(), Map.of(), Map.of(), Map.of(), BUDGET);

  @Test
  void servesLocalFilesAndMemory() {
    assertThat(storages.of(Location.of("/data/a"))).hasSameClassAs(Storage.local());
    assertThat(storages.of(Location.of("file:///data/a"))).hasSameClassAs(Storage.local());
    assertThat(storages.of(Location.of("mem://a"))).isSameAs(storages.of(Location.of("mem://b")));
  }

  @Test
  void prefersWhatItIsGiven() {
    Storage given = Storage.inMemory();

    assertThat(
            new Storages(Map.of("s3", given), Set.of(), Map.of(), Map.of(), Map.of(), BUDGET)
                .of(Location.of("s3://bucket/a")))
        .isSameAs(given);
  }

  @Test
  void namesTheSchemesAndTheModuleThatServesMore() {
    assertThatThrownBy(() -> storages.of(Location.of("s3://bucket/a")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("scheme \"s3:\" is not supported")
        .hasMessageContaining("file, mem")
        .hasMessageContaining("azulejo-s3");
    assertThatThrownBy(() -> storages.of(Location.of("odd://a")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("file, mem")
        .hasMessageNotContaining("azulejo-s3");
  }

  @Test
  void refusesASettingThatNoStoreKnows() {
    for (String name : List.of("vfs.s3.region", "azulejo.s3.checksums")) {
      assertThatThrownBy(
              () -> new Storages(Map.of(), Set.of(), Map.of(name, "x"), Map.of(), Map.of(), BUDGET))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessage("setting \"%s\" needs the module azulejo-s3 on the class path", name);
    }
    assertThatThrownBy(
            () ->
                new Storages(
                    Map.of(),
                    Set.of(),
                    Map.of("vfs.min_batch_gapp", "secret value"),
                    Map.of(),
                    Map.of(),
                    BUDGET))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("did you mean \"vfs.min_batch_gap\"?")
        .hasMessageNotContaining("secret value");
  }

  private static Path scratch(
      Map<String, String> settings, Map<String, String> defaults, Map<String, String> environment) {
    return new Storages(Map.of(), Set.of(), settings, defaults, environment, BUDGET)
        .scratchFolder();
  }

  @Test
  void prefersSettingsToTheEnvironmentAndThatToDefaults() {
    Map<String, String> first = Map.of("azulejo.scratch.dir", "/tmp/first");
    Map<String, String> second = Map.of("AZULEJO_SCRATCH_DIR", "/tmp/second");
    Map<String, String> third = Map.of("azulejo.scratch.dir", "/tmp/third");

    assertThat(scratch(first, third, second)).isEqualTo(Path.of("/tmp/first"));
    assertThat(scratch(Map.of(), third, second)).isEqualTo(Path.of("/tmp/second"));
    assertThat(scratch(Map.of(), third, Map.of())).isEqualTo(Path.of("/tmp/third"));
  }

  @Test
  void prefersSettingsOfFilesToTheEnvironmentButNotToGivenOnes() {
    Map<String, String> file =
        Map.of("azulejo.scratch.dir", "/tmp/file", "sm.memory_budget", "1", "profile_dirr", "x");
    Map<String, String> environment = Map.of("AZULEJO_SCRATCH_DIR", "/tmp/environment");
    Map<String, String> known = Map.of("azulejo.scratch.dir", "/tmp/file", "rest.token", "x");

    assertThat(scratch(Storages.explicit(known, Map.of()), Map.of(), environment))
        .isEqualTo(Path.of("/tmp/file"));
    assertThat(
            scratch(
                Storages.explicit(known, Map.of("azulejo.scratch.dir", "/tmp/given")),
                Map.of(),
                environment))
        .isEqualTo(Path.of("/tmp/given"));
    assertThatThrownBy(() -> scratch(Storages.explicit(file, Map.of()), Map.of(), environment))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("did you mean \"profile_dir\"?");
  }

  @Test
  void prefersTheEnvironmentToAProfileAndThatToDefaults(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("profiles.json"),
        """
        {
          "default": {"azulejo.scratch.dir": "/tmp/default", "rest.token": "hunter2"},
          "lab": {"azulejo.scratch.dir": "/tmp/lab"},
          "version": 1
        }
        """);
    String name = "azulejo.scratch.dir";
    Map<String, String> inFolder = Map.of("profile_dir", folder.toString());
    Map<String, String> lab = Map.of("profile_dir", folder.toString(), "profile_name", "lab");
    Map<String, String> variables =
        Map.of("TILEDB_PROFILE_DIR", folder.toString(), "TILEDB_PROFILE_NAME", "lab");

    assertThat(scratch(inFolder, Map.of(name, "/tmp/x"), Map.of()))
        .isEqualTo(Path.of("/tmp/default"));
    assertThat(scratch(Map.of(), lab, Map.of())).isEqualTo(Path.of("/tmp/lab"));
    assertThat(scratch(Map.of(), Map.of(name, "/tmp/x"), variables)).isEqualTo(Path.of("/tmp/lab"));
    assertThat(scratch(Map.of("profile_name", "default"), Map.of(), variables))
        .isEqualTo(Path.of("/tmp/default"));
    assertThat(scratch(lab, Map.of(), Map.of("AZULEJO_SCRATCH_DIR", "/tmp/environment")))
        .isEqualTo(Path.of("/tmp/environment"));
    assertThat(
            scratch(
                Map.of("profile_dir", folder.toString(), name, "/tmp/given"), Map.of(), variables))
        .isEqualTo(Path.of("/tmp/given"));
  }

  @Test
  void ignoresDefaultsOfTileDBForWhatIsNotHere() {
    Map<String, String> foreign =
        Map.of(
            "sm.memory_budget", "1",
            "rest.token", "x",
            "ssl.verify", "true",
            "vfs.file.posix_file_permissions", "644",
            "vfs.s3.region", "eu-west-1");

    assertThat(new Storages(Map.of(), Set.of(), Map.of(), foreign, Map.of(), BUDGET)).isNotNull();
    assertThatThrownBy(
            () ->
                new Storages(
                    Map.of(),
                    Set.of(),
                    Map.of(),
                    Map.of("vfs.min_batch_gapp", "1"),
                    Map.of(),
                    BUDGET))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("did you mean \"vfs.min_batch_gap\"?");
  }
}
