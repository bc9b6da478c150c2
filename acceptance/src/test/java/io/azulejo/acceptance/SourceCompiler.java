package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles Java from documents against the class path of the tests. */
final class SourceCompiler {
  private SourceCompiler() {}

  /**
   * Compiles the class {@code First}, and fails with the messages of the compiler if it cannot.
   *
   * @param classes the directory for the class files
   */
  static void compile(String code, Path classes) {
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///First.java"), JavaFileObject.Kind.SOURCE) {
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
}
