package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parameters of {@link Config}. */
class ParametersTest {
  @TempDir Path folder;

  @Test
  void theParametersOfTileDbHaveDefaults() throws TileDBError {
    Config config = new Config(Map.of(), Map.of());
    assertThat(config.parameters()).hasSize(154);
    assertThat(config.get("vfs.s3.scheme")).isEqualTo("https");
    assertThat(config.get("sm.consolidation.timestamp_end")).isEqualTo("18446744073709551615");
    assertThat(config.integer("sm.consolidation.timestamp_end")).isEqualTo(Long.MAX_VALUE);
    assertThat(config.flag("sm.check_coord_dups")).isTrue();
    assertThat(config.get("sm.encryption_key")).isEmpty();
    assertThat(config.get("sm.io_concurrency_level"))
        .isEqualTo("" + Runtime.getRuntime().availableProcessors());
    assertThat(config.get("no.such.parameter")).isNull();
  }

  @Test
  void valuesAreSetAndUnset() throws TileDBError {
    Config config = new Config(Map.of("vfs.s3.connect_timeout_ms", "5"), Map.of());
    config.set("mine", "1");
    assertThat(config.get("mine")).isEqualTo("1");
    assertThat(config.get("vfs.s3.connect_timeout_ms")).isEqualTo("5");
    config.unset("mine");
    config.unset("vfs.s3.connect_timeout_ms");
    config.unset("never set");
    assertThat(config.get("mine")).isNull();
    assertThat(config.get("vfs.s3.connect_timeout_ms")).isEqualTo("10800");
    config.close();
    config.close();
    assertThat(config.get("vfs.s3.connect_timeout_ms")).isEqualTo("10800");
  }

  @Test
  void prefixesAreStripped() throws TileDBError {
    Config config = new Config(Map.of("vfs.s3.region", "eu-west-1"), Map.of());
    assertThat(config.parameters("vfs.s3."))
        .containsEntry("region", "eu-west-1")
        .containsEntry("scheme", "https")
        .hasSize(37);
    assertThat(config.parameters("nothing")).isEmpty();
  }

  @Test
  void invalidValuesAreRefused() throws TileDBError {
    Config config = new Config();
    refuses(config, "sm.dedup_coords", "yes", "expected true or false");
    refuses(config, "sm.var_offsets.bitsize", "-1", "expected an integer from 0 to 4294967295");
    refuses(config, "sm.var_offsets.bitsize", "4294967296", "4294967295");
    refuses(config, "sm.memory_budget", "1 GB", "an integer of at least 0");
    refuses(config, "vfs.s3.proxy_port", "port", "an integer of 64 bits");
    refuses(config, "sm.consolidation.amplification", "x", "a number");
    refuses(config, "vfs.s3.scheme", "ftp", "expected one of http, https");
    refuses(config, "vfs.azure.is_data_lake_endpoint", "1", "true, false or nothing");
    config.set("vfs.azure.is_data_lake_endpoint", "");
    config.set("sm.dedup_coords", "TRUE");
    assertThat(config.flag("sm.dedup_coords")).isTrue();
    config.set("sm.mem.total_budget", "much");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> config.integer("sm.mem.total_budget"))
        .withMessageContaining("'much' of the parameter sm.mem.total_budget is not valid");
  }

  private static void refuses(Config config, String name, String value, String message) {
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> config.set(name, value))
        .withMessageContaining(name)
        .withMessageContaining(message);
  }

  @Test
  void theEnvironmentIsBetweenSetValuesAndDefaults() throws TileDBError {
    Map<String, String> environment =
        Map.of("TILEDB_VFS_S3_REGION", "eu-west-1", "TILEDB_MINE", "1", "OWN_MINE", "2");
    Config config = new Config(Map.of(), environment);
    assertThat(config.get("vfs.s3.region")).isEqualTo("eu-west-1");
    assertThat(config.get("mine")).isEqualTo("1");
    assertThat(config.parameters("vfs.s3.")).containsEntry("region", "eu-west-1");
    config.set("vfs.s3.region", "eu-west-2");
    assertThat(config.get("vfs.s3.region")).isEqualTo("eu-west-2");
    config.set("config.env_var_prefix", "OWN_");
    assertThat(config.get("mine")).isEqualTo("2");
    Config amazon = new Config(Map.of(), Map.of("AWS_REGION", "eu-west-3"));
    assertThat(amazon.get("vfs.s3.region")).isEmpty();
  }

  @Test
  void filesKeepEverythingButSecretsAndEmptyValues() throws Exception {
    Path file = folder.resolve("config");
    Config config =
        new Config(
            Map.of("vfs.s3.region", "eu-west-1", "vfs.s3.aws_secret_access_key", "s", "mine", "1"));
    config.saveToFile(file.toString());
    assertThat(Files.readAllLines(file))
        .contains("vfs.s3.region eu-west-1", "mine 1", "vfs.s3.scheme https")
        .noneMatch(line -> line.startsWith("sm.encryption_key"))
        .noneMatch(line -> line.contains("secret"));
    for (Config copy : List.of(new Config(file.toString()), new Config(file.toUri()))) {
      assertThat(copy.get("vfs.s3.region")).isEqualTo("eu-west-1");
      assertThat(copy.get("mine")).isEqualTo("1");
    }
    Path other = folder.resolve("other");
    config.saveToFile(other.toUri());
    assertThat(other).hasSameTextualContentAs(file);
  }

  @Test
  void filesMayHaveComments() throws Exception {
    Path file = Files.writeString(folder.resolve("config"), "# first\n\n a  1 # one\nb 2\n");
    Config config = new Config(file.toString());
    assertThat(config.get("a")).isEqualTo("1");
    assertThat(config.get("b")).isEqualTo("2");
  }

  @Test
  void unusableFilesAreNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("config"), "a 1\nb\n");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new Config(file.toString()))
        .withMessage("cannot read '%s', line 2: expected a name and a value", file);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new Config(folder.resolve("missing").toString()))
        .withMessageContaining("missing");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new Config(URI.create("s3://bucket/config")))
        .withMessageContaining("its scheme must be file");
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> new Config(""));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new Config().saveToFile(folder.toString()))
        .withMessageContaining("cannot write the configuration file");
  }

  @Test
  void onlyParametersWithAnEffectReachTheEngine() throws TileDBError {
    Config config =
        new Config(
            Map.of(
                "vfs.s3.region", "r",
                "vfs.s3.use_virtual_addressing", "true",
                "vfs.s3.storage_class", "NOT_SET",
                "vfs.s3.custom_headers.a", "b",
                "azulejo.cache.memory", "1",
                "sm.io_concurrency_level", "77",
                "sm.dedup_coords", "true",
                "other", "1"),
            Map.of("TILEDB_VFS_S3_NO_SIGN_REQUEST", "true"));
    assertThat(config.given(Parameter.Effect.STORE))
        .containsOnlyKeys(
            "vfs.s3.region",
            "vfs.s3.use_virtual_addressing",
            "vfs.s3.custom_headers.a",
            "vfs.s3.no_sign_request",
            "azulejo.cache.memory");
    assertThat(config.given(Parameter.Effect.ENGINE)).containsOnlyKeys("sm.io_concurrency_level");
  }

  @Test
  void everyParameterWithAnEffectIsDocumented() throws Exception {
    String document =
        Files.readString(Path.of(System.getProperty("azulejo.root", ".."), "docs/drop-in.md"));
    for (Parameter parameter : Parameter.ALL.values()) {
      boolean ofStore = parameter.name().startsWith("vfs.");
      boolean documented = document.contains("`" + parameter.name() + "`");
      assertThat(documented)
          .as(parameter.name())
          .isEqualTo(parameter.effect() != Parameter.Effect.IGNORED && !ofStore);
    }
    assertThat(document).contains("all %d parameters".formatted(Parameter.ALL.size()));
  }
}
