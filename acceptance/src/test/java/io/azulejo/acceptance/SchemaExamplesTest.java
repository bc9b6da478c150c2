package io.azulejo.acceptance;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.text.schema.SchemaJsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the manual of schemas shows can be built, and its two examples are the same schema. */
class SchemaExamplesTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  @Test
  void theExamplesInJavaAndJsonAreOneSchema() throws IOException {
    List<MatchResult> blocks =
        BLOCK.matcher(Files.readString(ROOT.resolve("docs/schemas.md"))).results().toList();
    assertThat(blocks.stream().map(block -> block.group(1))).containsExactly("java", "json");
    // The text of this method's expression is the example.
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.text("station"))
            .dimension(
                Dimension.builder("time", Datatype.DATETIME_MS)
                    .domain("2020-01-01", "2039-12-31")
                    .extent("P7D")
                    .filters(Filter.doubleDelta(), Filter.zstd(3))
                    .build())
            .attribute(Attribute.builder("celsius", Datatype.FLOAT32).nullable().build())
            .attribute(Attribute.builder("sky", Datatype.UINT8).enumeration("sky").build())
            .enumeration(
                Enumeration.ofStrings("sky", false, List.of("clear", "cloudy", "overcast")))
            .capacity(10_000)
            .build();
    String own =
        Files.readString(
            ROOT.resolve("acceptance/src/test/java/io/azulejo/acceptance/SchemaExamplesTest.java"));

    assertThat(own.replaceAll("\\s+", "")).contains(blocks.get(0).group(2).replaceAll("\\s+", ""));
    byte[] json = blocks.get(1).group(2).getBytes(StandardCharsets.UTF_8);
    assertThat(SchemaJsonReader.read(new ByteArrayInputStream(json)).build()).isEqualTo(schema);
  }
}
