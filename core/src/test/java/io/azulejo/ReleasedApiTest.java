package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * What was released does not break unless somebody accepted that: the public interface compared
 * with the recorded one of the last release ({@code released-api.txt}, see docs/releasing.md).
 */
class ReleasedApiTest {
  private static final Path FILES =
      Path.of(System.getProperty("basedir", "."), "src/test/resources");
  private static final String NOTHING_YET = "# Nothing is released yet.";

  @Test
  void breaksNothingThatWasReleasedUnlessItIsAccepted(TestReporter reporter) throws Exception {
    List<String> released = Files.readAllLines(FILES.resolve("released-api.txt"));
    List<String> accepted =
        Files.readAllLines(FILES.resolve("accepted-api-changes.txt")).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();
    reporter.publishEntry("public interface compared with", released.get(0));

    assertThat(released)
        .as("the first line names the release, or says that there is none")
        .first()
        .asString()
        .startsWith("# ");
    assertThat(released.size() == 1)
        .as("a recorded interface, or the line %s", NOTHING_YET)
        .isEqualTo(released.get(0).equals(NOTHING_YET));
    assertThat(ApiChanges.between(released, PublicApi.lines()))
        .as(
            "changes that break users of %s; keep what they use, or accept each by its line in"
                + " accepted-api-changes.txt; what is listed there is still such a change",
            released.get(0))
        .containsExactlyInAnyOrderElementsOf(accepted);
  }

  @Test
  void theInterfaceOfTodayBreaksNothingOfItself() throws Exception {
    assertThat(ApiChanges.between(PublicApi.lines(), PublicApi.lines())).isEmpty();
  }

  @Test
  void findsWhatBreaksUsers() {
    List<String> released =
        """
        # 1.0.0
        public enum io.azulejo.Color
          RED, GREEN
          public static io.azulejo.Color[] values()
        public class io.azulejo.Box<T> extends java.util.AbstractList<T> implements java.io.Closeable, java.lang.Comparable<T>
          public int size()
          public void close()
        public final class io.azulejo.Gone
        public abstract interface io.azulejo.Store
          public abstract long size(java.lang.String)
        """
            .lines()
            .toList();
    List<String> present =
        """
        public enum io.azulejo.Color
          RED, BLUE
          public static io.azulejo.Color[] values()
        public final class io.azulejo.Box<T> extends java.util.AbstractList<T> implements java.lang.Comparable<T>
          public long size()
          public void close()
        public abstract interface io.azulejo.Store
          public abstract boolean exists(java.lang.String)
          public abstract long size(java.lang.String)
        """
            .lines()
            .toList();

    assertThat(ApiChanges.between(released, present))
        .containsExactly(
            "gone: io.azulejo.Color: GREEN",
            "changed: public class io.azulejo.Box<T> -> public final class io.azulejo.Box<T>",
            "gone: io.azulejo.Box is a java.io.Closeable",
            "gone: io.azulejo.Box: public int size()",
            "gone: io.azulejo.Gone",
            "to implement: io.azulejo.Store:"
                + " public abstract boolean exists(java.lang.String)");
  }

  @Test
  void letsPassWhatBreaksNobody() {
    List<String> released =
        """
        public final class io.azulejo.Box
          public int size()
        public sealed abstract interface io.azulejo.Filter
          public abstract int code()
        public abstract interface io.azulejo.Store
        """
            .lines()
            .toList();
    List<String> present =
        """
        public class io.azulejo.Box implements java.io.Closeable
          public int size()
          public void close()
        public final class io.azulejo.New
        public sealed abstract interface io.azulejo.Filter
          public abstract int code()
          public abstract int level()
        public abstract interface io.azulejo.Store
          public default boolean exists(java.lang.String)
        """
            .lines()
            .toList();

    assertThat(ApiChanges.between(released, present)).isEmpty();
  }
}
