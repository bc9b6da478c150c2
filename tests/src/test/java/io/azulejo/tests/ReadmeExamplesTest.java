package io.azulejo.tests;

import static io.azulejo.tests.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  @TempDir private static Path folder;

  private record Example(String command, String output) {}

  @TestFactory
  Stream<DynamicTest> everyCommandSaysWhatTheReadmeShows() throws IOException {
    Launcher.assumeBuilt();
    Launcher.copySamples(folder);
    List<Example> examples = examples();
    assertThat(examples).hasSizeGreaterThan(5);
    return examples.stream().map(e -> DynamicTest.dynamicTest(e.command(), () -> check(e)));
  }

  @Test
  void theJavaExamplesCompile(@TempDir Path classes) throws IOException {
    List<String> blocks = blocks("java");
    assertThat(blocks).hasSize(2);
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
    Launcher.Result result = Launcher.run(folder, Map.of(), example.command());
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo(example.output());
    assertThat(result.code()).isZero();
  }

  private static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    for (String block : blocks("console")) {
      for (String part : block.split("(?m)^\\$ ")) {
        if (!part.isEmpty()) {
          int end = part.indexOf('\n');
          examples.add(new Example(part.substring(0, end), part.substring(end + 1)));
        }
      }
    }
    return examples;
  }

  private static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(ROOT.resolve("README.md")))
        .results()
        .filter(b -> b.group(1).toLowerCase(Locale.ROOT).equals(language))
        .map((MatchResult b) -> b.group(2))
        .toList();
  }
}
