package io.azulejo.dist;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line runs as modules, and in a runtime image of its own. */
@Tag("full")
class RuntimeImageTest {
  /** Newer Java warns of native code in modules that are not named, whatever they are. */
  private static final String NATIVE =
      Runtime.version().feature() < 24
          ? ""
          : "--enable-native-access=com.github.luben.zstd_jni,org.lz4.java"
              + " --sun-misc-unsafe-memory-access=allow";

  @TempDir private static Path folder;

  /** The command line and its libraries. */
  private static Path modules;

  @BeforeAll
  static void theModulesAreInOneFolder() throws Exception {
    modules = Files.createDirectory(folder.resolve("modules"));
    Path cli = ROOT.resolve("cli/target/classes");
    for (Path part :
        (Iterable<Path>)
            Stream.concat(ConsumerProject.classPathOfModule("cli").stream(), Stream.of(cli))
                ::iterator) {
      copy(part, modules.resolve(name(part)));
    }
  }

  private static String name(Path part) {
    return part.endsWith("target/classes")
        ? "azulejo-" + part.getParent().getParent().getFileName()
        : part.getFileName().toString();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static Launcher.Result run(String command) throws Exception {
    return Launcher.run(ROOT, Map.of(), command);
  }

  @Test
  void anImageOfJlinkAnswersLikeTheProgram() throws Exception {
    Launcher.Result made = run("dist/image '%s' '%s/image'".formatted(modules, folder));
    assertThat(made.code()).as(made.out() + made.err()).isZero();

    for (String command :
        new String[] {
          "info samples/grid", "read samples/grid --format arrow | cksum", "read samples/names"
        }) {
      Launcher.Result answer = run("'%s/image/bin/azulejo' %s".formatted(folder, command));
      assertThat(answer.err()).isEmpty();
      assertThat(answer).isEqualTo(Launcher.azulejo(command));
    }
    for (String command :
        new String[] {
          "read samples/names --format csv -o '%s/names.csv.bz2'",
          "plot samples/grid --png '%s/grid.png'",
          "create '%s/air' --from import/src/test/resources/io/azulejo/imports/netcdf/air-hdf5.nc"
        }) {
      Launcher.Result answer =
          run("'%s/image/bin/azulejo' %s".formatted(folder, command.formatted(folder)));
      assertThat(answer.code()).as(answer.err()).isZero();
    }
  }

  @Test
  void theModulePathGivesNoWarning() throws Exception {
    Launcher.Result answer =
        run(
            "\"$JAVA_HOME/bin/java\" %s -p '%s' -m io.azulejo.cli/io.azulejo.cli.Main info samples/grid"
                .formatted(NATIVE, modules));

    assertThat(answer.err()).isEmpty();
    assertThat(answer).isEqualTo(Launcher.azulejo("info samples/grid"));
  }
}
