package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Compares texts with golden files. {@code src/test/resources/golden} has one file for each test
 * class; its folder {@code refusals} holds the exceptions of each test method. With {@code
 * -Dazulejo.golden.update=true} a test writes its file instead; review the change like any other.
 */
public final class Golden {
  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", "."), "src/test/resources/golden");

  private static final boolean UPDATE = Boolean.getBoolean("azulejo.golden.update");

  /** The exceptions of each test method seen in this process, by test class. */
  private static final Map<Class<?>, Map<String, List<String>>> SEEN = new HashMap<>();

  private Golden() {}

  /**
   * Checks that a call throws an exception of the given type with the message in the golden file of
   * the test class. The n-th call in a test method is compared with the method's n-th line. Times,
   * temporary directories and fragment identifiers are ignored.
   */
  public static void refuses(Class<? extends Throwable> type, ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(type);
    String text =
        (thrown.getClass().getSimpleName() + ": " + thrown.getMessage())
            .replaceAll("/\\S*?junit-?[0-9]+", "<dir>")
            .replaceAll("[0-9a-f]{32}", "<id>")
            .replaceAll("(?<![0-9])1[0-9]{12}(?![0-9])", "<time>")
            .replace("\n", "\\n");
    check(testMethod(), text);
  }

  /** Checks that a call throws the exception in the golden file of the test class. */
  public static void refuses(ThrowingCallable call) {
    refuses(Exception.class, call);
  }

  /** Returns the outermost method on the stack that belongs to the calling class. */
  private static StackFrame testMethod() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames -> {
              List<StackFrame> callers =
                  frames.dropWhile(frame -> frame.getDeclaringClass() == Golden.class).toList();
              Class<?> test = outermost(callers.get(0).getDeclaringClass());
              return callers.stream()
                  .filter(frame -> outermost(frame.getDeclaringClass()) == test)
                  .reduce((inner, outer) -> outer)
                  .orElseThrow();
            });
  }

  private static Class<?> outermost(Class<?> type) {
    return type.getEnclosingClass() == null ? type : outermost(type.getEnclosingClass());
  }

  private static synchronized void check(StackFrame method, String text) {
    Class<?> test = outermost(method.getDeclaringClass());
    Path file = FOLDER.resolve("refusals").resolve(test.getSimpleName() + ".txt");
    List<String> seen =
        SEEN.computeIfAbsent(test, key -> new HashMap<>())
            .computeIfAbsent(method.getMethodName(), key -> new ArrayList<>());
    String start = method.getMethodName() + ": ";
    seen.add(start + text);
    try {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      List<String> expected = lines.stream().filter(line -> line.startsWith(start)).toList();
      if (UPDATE) {
        List<String> updated = new ArrayList<>(lines);
        updated.removeAll(expected);
        updated.addAll(seen);
        updated.sort(Comparator.comparing(line -> line.substring(0, line.indexOf(':'))));
        Files.createDirectories(file.getParent());
        Files.write(file, updated);
      } else {
        assertThat(start + text)
            .as("line %d of %s in %s", seen.size(), method.getMethodName(), file)
            .isEqualTo(seen.size() > expected.size() ? "none" : expected.get(seen.size() - 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks that the texts equal those in the golden file of a test class, in order. */
  public static void check(Class<?> test, Stream<String> texts) {
    Path file = FOLDER.resolve(test.getSimpleName() + ".txt");
    List<String> lines = texts.flatMap(String::lines).toList();
    try {
      if (UPDATE) {
        Files.createDirectories(FOLDER);
        Files.write(file, lines);
      }
      assertThat(lines)
          .as("%s; if it changed on purpose, run with -Dazulejo.golden.update=true", file)
          .isEqualTo(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
