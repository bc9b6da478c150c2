package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles Java code, such as examples from documents. */
public final class SourceCompiler {
  private SourceCompiler() {}

  /**
   * Compiles the class {@code First} with the class path of the tests.
   *
   * @param code the source file
   * @param classes the directory for the class files
   */
  public static void compile(String code, Path classes) {
    compile(
        Map.of("First.java", code),
        "-d",
        classes.toString(),
        "-classpath",
        System.getProperty("java.class.path"));
  }

  /**
   * Compiles source files. The test fails with the compiler's messages if they do not compile.
   *
   * @param sources the source code by file name
   * @param options the options of {@code javac}
   */
  public static void compile(Map<String, String> sources, String... options) {
    StringWriter messages = new StringWriter();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                messages,
                null,
                null,
                List.of(options),
                null,
                sources.entrySet().stream()
                    .map(file -> source(file.getKey(), file.getValue()))
                    .toList())
            .call();
    assertThat(compiled).as(messages.toString()).isTrue();
  }

  private static JavaFileObject source(String name, String code) {
    return new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreErrors) {
        return code;
      }
    };
  }
}
