package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.ReadRequest;
import io.azulejo.testkit.TestSchemas;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** There is one engine for each set of settings, and not for ever. */
class EnginesTest {
  @TempDir Path folder;

  private ArrayOptions options(int token) {
    return new ArrayOptions(
        Map.of(
            "path",
            folder.resolve("array").toString(),
            "tiledb.azulejo.scratch.dir",
            folder.resolve("scratch" + token).toString()));
  }

  @Test
  void settingsThatAreTheSameShareAnEngine() {
    assertThat(Engines.engine(options(0))).isSameAs(Engines.engine(options(0)));
    assertThat(Engines.engine(options(0))).isNotSameAs(Engines.engine(options(1)));
  }

  @Test
  void enginesOfSettingsThatChangeAreLetGoOfWhatTheyHaveOpenedGoesOn() {
    ArrayOptions first = options(100);
    Engines.engine(first)
        .create(first.location(), TestSchemas.of("sparse(x INT64 0..99/10) a INT64"));
    Array open = Engines.open(first);
    WeakReference<Azulejo> engine = new WeakReference<>(Engines.engine(first));

    for (int token = 101; token < 140; token++) {
      Engines.engine(options(token));
    }
    while (engine.get() != null) {
      System.gc();
      Thread.onSpinWait();
    }

    assertThat(open.read(ReadRequest.ALL).aggregate("count()").column(0).getLong(0)).isZero();
    assertThat(Engines.open(first).fragments()).isEqualTo(open.fragments());
  }
}
