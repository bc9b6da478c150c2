package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what happens. */
class ReadmeExamplesTest {
  /** What stands for the network of the user: S3 is the server of the tests. */
  private static final Map<String, String> VARIABLES =
      Map.of("TILEDB_VFS_S3_ENDPOINT_OVERRIDE", S3Server.shared().endpoint().toString());

  @TempDir private static Path folder;

  private record Example(String command, String output) {}

  @TestFactory
  Stream<DynamicTest> everyCommandSaysWhatTheReadmeShows() throws IOException {
    Launcher.requireBuilt();
    Launcher.copySamples(folder);
    publish();
    List<Example> examples = examples();
    assertThat(examples).hasSizeGreaterThan(5);
    return examples.stream().map(e -> DynamicTest.dynamicTest(e.command(), () -> check(e)));
  }

  /** Makes the public bucket of the README, on the server of the tests. */
  private static void publish() throws IOException {
    S3Server server = S3Server.shared();
    server.newPublicBucket("public-data");
    Path settings =
        CommandRun.settings(
            folder.resolve("settings"),
            server.endpoint(),
            "vfs.s3.object_canned_acl = public-read");
    CommandRun copied =
        CommandRun.of(
            List.of(
                "cp",
                folder.resolve("samples/grid").toString(),
                "s3://public-data/grid",
                "--config-file",
                settings.toString()));
    assertThat(copied.err()).isEmpty();
    Files.delete(settings);
  }

  @Test
  void theJavaExamplesCompile(@TempDir Path classes) throws IOException {
    List<String> blocks =
        Readme.blocks("java").stream().filter(block -> !block.contains("class")).toList();
    assertThat(blocks).hasSize(3);
    for (String block : blocks) {
      compile(block, classes);
    }
  }

  private static void compile(String block, Path classes) {
    String code =
        """
        import io.azulejo.*;
        import io.azulejo.query.*;
        import io.azulejo.schema.*;
        import io.azulejo.storage.*;

        class Example {
          static void run() {
        %s  }
        }
        """
            .formatted(block);
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreErrors) {
            return code;
          }
        };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of(
                    "-d", classes.toString(), "-classpath", System.getProperty("java.class.path")),
                null,
                List.of(source))
            .call();
    assertThat(compiled).as(messages.toString()).isTrue();
  }

  private static void check(Example example) throws IOException, InterruptedException {
    Launcher.Result result = Launcher.run(folder, VARIABLES, example.command());
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo(example.output());
    assertThat(result.code()).isZero();
  }

  private static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    for (String block : Readme.blocks("console")) {
      for (String part : block.split("(?m)^\\$ ")) {
        if (!part.isEmpty()) {
          int end = part.indexOf('\n');
          examples.add(new Example(part.substring(0, end), part.substring(end + 1)));
        }
      }
    }
    return examples;
  }
}
