package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

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
        .hasMessageContaining("no store serves \"s3:\"")
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
          .hasMessage("no setting \"%s\": it needs the module azulejo-s3 on the class path", name);
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
