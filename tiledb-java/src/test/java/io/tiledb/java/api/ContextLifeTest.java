package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.tiledb.libtiledb.capi_return_t;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration, the engine and the failures of a {@link Context}. */
class ContextLifeTest {
  @TempDir Path folder;

  @Test
  void theConfigurationIsCopied() throws TileDBError {
    Config config = new Config(Map.of("foo", "bar"));
    try (Context ctx = new Context(config)) {
      config.set("foo", "baz");
      assertThat(ctx.getConfig().get("foo")).isEqualTo("bar");
      ctx.getConfig().set("foo", "baz");
      assertThat(ctx.getConfig().get("foo")).isEqualTo("bar");
    }
    try (Context ctx = new Context(Map.of("sm.dedup_coords", "true"))) {
      assertThat(ctx.getConfig().flag("sm.dedup_coords")).isTrue();
    }
  }

  @Test
  void parametersOfAbsentStoresAreAccepted() throws TileDBError {
    Map<String, String> settings =
        Map.of(
            "vfs.s3.region", "eu-west-1",
            "vfs.s3.ca_path", "/certificates",
            "vfs.hdfs.username", "me",
            "rest.token", "t",
            "sm.compute_concurrency_level", "2",
            "sm.io_concurrency_level", "3",
            "sm.mem.total_budget", "1");
    try (Context ctx = new Context(settings)) {
      assertThat(ctx.engine()).isNotNull();
    }
  }

  @Test
  void unknownSettingsOfTheEngineAreRefused() throws TileDBError {
    try (Context ctx = new Context(Map.of("azulejo.cache.memry", "1"))) {
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(ctx::engine)
          .withMessageContaining("did you mean \"azulejo.cache.memory\"?");
    }
  }

  @Test
  void theEngineStopsWithItsLastUser() throws TileDBError {
    Context ctx = new Context();
    Azulejo first = ctx.engine();
    Runnable user = ctx.hold();
    ctx.close();
    assertThat(ctx.engine()).isSameAs(first);
    ctx.close();
    ctx.close();
    user.run();
    user.run();
    Azulejo second = ctx.engine();
    assertThat(second).isNotSameAs(first);
    assertThat(second.catalog().list(folder.toString())).isEmpty();
    ctx.close();
  }

  @Test
  void failuresGoToTheHandler() throws TileDBError {
    try (Context ctx = new Context()) {
      InvalidRequestException failure = new InvalidRequestException("no");
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(
              () ->
                  Calls.run(
                      ctx,
                      () -> {
                        throw failure;
                      }))
          .withMessage("no")
          .withCause(failure);
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(
              () ->
                  Calls.run(
                      ctx,
                      () -> {
                        throw new TileDBError("none", failure);
                      }))
          .withMessage("none")
          .withCause(failure);
      List<String> messages = new ArrayList<>();
      ctx.setErrorHandler(
          new ContextCallback() {
            @Override
            public void call(String msg) {
              messages.add(msg);
            }
          });
      int result =
          Calls.get(
              ctx,
              () -> {
                throw new UncheckedIOException("gone", new NoSuchFileException("file"));
              },
              5);
      assertThat(result).isEqualTo(5);
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(
              () ->
                  Calls.get(
                      ctx,
                      () -> {
                        throw failure;
                      }))
          .withMessage("no")
          .withCause(failure);
      Calls.run(
          ctx,
          () -> {
            throw new NoSuchFileException("file");
          });
      ctx.handleError(Constants.TILEDB_ERR);
      ctx.handleError(Constants.TILEDB_OK);
      ctx.handleError(new capi_return_t(1));
      assertThat(messages)
          .containsExactly(
              "gone", "no", "'file' does not exist", "an operation failed with the return code -1");
    }
  }

  @Test
  void onlyStoresOnTheClassPathAreSupported() throws TileDBError {
    try (Context ctx = new Context();
        VFS vfs = new VFS(ctx)) {
      assertThat(ctx.isSupportedFs(Filesystem.TILEDB_HDFS)).isFalse();
      assertThat(vfs.isSupportedFs("hdfs://")).isFalse();
      assertThat(vfs.isSupportedFs("s3")).isEqualTo(ctx.isSupportedFs(Filesystem.TILEDB_S3));
      assertThat(vfs.isSupportedFs("FILE://")).isTrue();
      assertThat(vfs.isSupportedFs(folder.toUri())).isTrue();
    }
  }

  @Test
  void statisticsAreJson() throws TileDBError {
    try (Context ctx = new Context()) {
      ctx.setTag("x", "y");
      assertThat(ctx.getStats())
          .startsWith("[\n  {\n    \"timers\": {\n      \"Context.Reader.")
          .contains("\"counters\": {", "\"Context.VFS.read_byte_num\": 0")
          .endsWith("}\n  }\n]\n");
    }
  }
}
