package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.DocumentBlocks;
import io.azulejo.testkit.Launcher;
import io.azulejo.testkit.SourceCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/api.md} lists the public types, and its examples compile. */
class ApiDocumentTest {
  private static final String DOCUMENT = "docs/api.md";

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(\\w+)` \\| ([^|]*[.]) \\| `(.*)` \\|$");

  /** A type at the top level, in the list that {@code PublicApiTest} holds to the code. */
  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^public [a-z ]*(?:class|interface|record|enum) (?:\\w+\\.)+(\\w+)(?=[ <\\n])");

  private static List<MatchResult> rows() throws IOException {
    return ROW.matcher(Files.readString(Launcher.ROOT.resolve(DOCUMENT))).results().toList();
  }

  @Test
  void everyPublicTypeHasOneRow() throws IOException {
    String types =
        Files.readString(Launcher.ROOT.resolve("core/src/test/resources/public-api.txt"));

    assertThat(rows())
        .extracting(row -> row.group(1))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            TYPE.matcher(types).results().map(type -> type.group(1)).toList());
  }

  @Test
  void everyExampleCompiles(@TempDir Path classes) throws IOException {
    StringBuilder code = new StringBuilder();
    for (MatchResult row : rows()) {
      String example = row.group(3);
      code.append("    { %s%s }\n".formatted(example, example.endsWith("}") ? "" : ";"));
    }
    String method = DocumentBlocks.of(DOCUMENT, "java").get(0);

    SourceCompiler.compile(
        """
        import io.azulejo.*;
        import io.azulejo.error.*;
        import io.azulejo.maintenance.*;
        import io.azulejo.query.*;
        import io.azulejo.schema.*;
        import io.azulejo.schema.Enumeration;
        import io.azulejo.storage.*;
        import io.azulejo.storage.objects.*;
        import java.time.*;
        import java.util.*;
        import java.util.stream.*;

        class First {
        %s
        %s
        }
        """
            .formatted(method.replaceFirst("\\{\\} *//.*", "{"), code + "  }"),
        classes);
  }
}
