package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Defaults;
import io.azulejo.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of the command line, and of a file. */
class ConfigTest {
  @TempDir Path folder;

  @Test
  void aSettingThatNobodyKnowsIsRefusedWithTheNearestOne() {
    Session session = Session.of("info", "x", "--config", "azulejo.cache.dirr=/very/private");

    assertThat(session.code).isEqualTo(1);
    assertThat(session.err)
        .contains("unknown setting \"azulejo.cache.dirr\"; did you mean \"azulejo.cache.dir\"?")
        .doesNotContain("private");
  }

  @Test
  void settingsOfAFileCountUnlessTheCommandLineHasOthers() throws IOException {
    Path file = folder.resolve("settings");
    Files.writeString(
        file, "# of a store\n\nvfs.min_batch_gap 5\nazulejo.cache.size = 99\nx.y=\u00e9 = b\n");
    Defaults defaults = Defaults.of(Map.of(), file.toString());

    assertThat(defaults.settings())
        .isEqualTo(
            Map.of("vfs.min_batch_gap", "5", "azulejo.cache.size", "99", "x.y", "\u00e9 = b"));
    Terminal terminal =
        new Terminal(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), null, 80)
            .withSettings(defaults::configure);
    assertThat(terminal.toString()).doesNotContain("99");
    assertThat(Session.of("info", "x", "--config-file", file.toString(), "--config", "x.y=1").err)
        .contains("unknown setting");
  }

  @Test
  void aFileOfTileDBMayHaveSettingsOfItsOtherParts() throws IOException {
    Path file = folder.resolve("tiledb.config");
    Files.writeString(file, "rest.token hunter2\nsm.memory_budget 5\nvfs.min_batch_gap 1\n");
    Files.writeString(folder.resolve("wrong"), "rest.token hunter2\nvfs.min_batch_gapp 1\n");

    assertThat(Session.of("info", "x", "--config-file", file.toString()).err)
        .doesNotContain("setting");
    assertThat(Session.of("info", "x", "--config-file", folder.resolve("wrong").toString()).err)
        .contains("unknown setting \"vfs.min_batch_gapp\"; did you mean \"vfs.min_batch_gap\"?");
  }

  @Test
  void aProfileOfTileDBIsReadFromItsFolder() throws IOException {
    Files.writeString(
        folder.resolve("profiles.json"),
        """
        {
          "default": {"rest.token": "hunter2", "vfs.min_batch_gap": "1"},
          "wrong": {"vfs.min_batch_gapp": "hunter2"},
          "version": 1
        }
        """);
    String place = "profile_dir=" + folder;

    assertThat(Session.of("--config", place, "info", Session.sample("grid")).code).isZero();
    assertThat(Session.of("info", "x", "--profile", "wrong", "--config", place).err)
        .contains("unknown setting \"vfs.min_batch_gapp\"; did you mean \"vfs.min_batch_gap\"?")
        .doesNotContain("hunter");
    Session near = Session.of("info", "x", "--profile=wron", "--config=" + place);
    assertThat(near.code).isEqualTo(3);
    assertThat(near.err).contains("profile \"wron\" not found", "did you mean \"wrong\"?");
    Session none =
        Session.of("--profile", "a", "--config", place + "/none", "info", "x", "--debug");
    assertThat(none.code).isEqualTo(3);
    assertThat(none.err).contains("profiles.json': the file does not exist");
  }

  @Test
  void aLineThatIsNoSettingIsNamedButNotShown() throws IOException {
    Path file = folder.resolve("settings");
    Files.writeString(file, "vfs.min_batch_gap = 1\nhunter2\n");

    Session session = Session.of("info", "x", "--config-file", file.toString());

    assertThat(session.code).isEqualTo(1);
    assertThat(session.err)
        .contains("settings, line 2: expected NAME = VALUE")
        .doesNotContain("hunter2");
  }

  @Test
  void aFileOfSettingsThatIsNotThereIsSaid() {
    Session session =
        Session.of("info", "x", "--config-file", folder.resolve("missing").toString());

    assertThat(session.code).isEqualTo(3);
    assertThat(session.err).contains("missing");
  }
}
