package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.HistoryEntry;
import io.azulejo.MetadataValue;
import io.azulejo.cli.Session;
import io.azulejo.cli.output.HistoryText;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What happened to the bundled arrays, and what happened to none of them. */
class HistoryTest {
  private static final TimeRange NOW = TimeRange.between(5, 5);

  @Test
  void tellsByTimeWhatHappened() {
    assertThat(done("history", Session.sample("grid"), "--to", "39"))
        .isEqualTo(
            """
                                  to  event     details
            ──────────────────────────────────────────────────────────────────────────────
            1970-01-01T00:00:00.010Z  create    dense array y, x of a, s, f
            1970-01-01T00:00:00.010Z  write     dense, 30 cells, 1224 bytes, y=1..6 x=1..5
            1970-01-01T00:00:00.015Z  metadata  put one = 1, put two = second
            1970-01-01T00:00:00.020Z  write     dense, 30 cells, 2341 bytes, y=2..7 x=2..6
            1970-01-01T00:00:00.030Z  write     dense, 30 cells, 2355 bytes, y=3..8 x=3..7
            1970-01-01T00:00:00.035Z  metadata  delete one, put three = [1.0,2.0]
            """);
  }

  @Test
  void tellsProgramsTheNamesToo() {
    assertThat(done("history", Session.sample("colors"), "--format", "json").lines())
        .hasSize(3)
        .last()
        .isEqualTo(
            "{\"from\":\"2024-07-03T09:46:43.000Z\",\"to\":\"2024-07-03T09:46:43.000Z\","
                + "\"event\":\"write\",\"details\":\"dense, 5 cells, 195 bytes, i=5..9\","
                + "\"name\":\"__1720000003000_1720000003000_4103c412262bba7791c58e1ca174e84b_22\"}");
  }

  @Test
  void tellsWhatASchemaChanged() {
    ArraySchema before =
        schema("a", "b")
            .currentDomain(NDRange.of(Range.of(1, 5)))
            .enumerationFile("e", "1")
            .build();
    ArraySchema after =
        schema("a", "c")
            .currentDomain(NDRange.of(Range.of(1, 9)))
            .enumerationFile("e", "2")
            .enumerationFile("new one", "3")
            .build();
    assertThat(text(new Schema("n", NOW, Optional.of(before), after)))
        .isEqualTo(
            "schema: add attribute c INT32, drop attribute b, add enumeration \"new one\", extend"
                + " enumeration e, current domain i=1..9");
    assertThat(text(new Schema("n", NOW, Optional.of(after), after)))
        .isEqualTo("schema: stored again");
    assertThat(text(new Schema("n", NOW, Optional.empty(), after)))
        .isEqualTo("create: sparse array i of a, c");
  }

  @Test
  void tellsWhichCellsWentOrElseWhichStayed() {
    assertThat(text(new Deletion("n", NOW, "a >= 4", Optional.of("a < 4"), false)))
        .isEqualTo("delete: a < 4");
    assertThat(text(new Deletion("n", NOW, "true", Optional.of("false"), false)))
        .isEqualTo("delete: single cells, by coordinates");
    assertThat(text(new Deletion("n", NOW, "f < 4", Optional.empty(), true)))
        .isEqualTo("update: all cells except where f < 4");
  }

  @Test
  void tellsWhatWasConsolidated() {
    assertThat(text(new Files("n", NOW, MaintenanceMode.COMMITS)))
        .isEqualTo("consolidate: commit files into one file");
    assertThat(text(new Metadata("n", NOW, Map.of("k", Optional.empty()), List.of("m"))))
        .isEqualTo("consolidate: metadata: delete k");
  }

  private record Schema(
      String name, TimeRange times, Optional<ArraySchema> before, ArraySchema after)
      implements HistoryEntry.SchemaStored {}

  private record Deletion(
      String name, TimeRange times, String kept, Optional<String> deleted, boolean update)
      implements HistoryEntry.CellsDeleted {}

  private record Metadata(
      String name,
      TimeRange times,
      Map<String, Optional<MetadataValue>> values,
      List<String> replaces)
      implements HistoryEntry.MetadataWritten {}

  private record Files(String name, TimeRange times, MaintenanceMode mode)
      implements HistoryEntry.FilesConsolidated {}

  private static String text(HistoryEntry entry) {
    HistoryText text = HistoryText.of(entry, schema("a").build());
    return text.event() + ": " + text.details();
  }

  private static ArraySchema.Builder schema(String... attributes) {
    ArraySchema.Builder schema =
        ArraySchema.sparse()
            .dimension(
                Dimension.asStored(
                    "i",
                    Datatype.INT32,
                    1,
                    FilterPipeline.EMPTY,
                    Optional.of(Range.of(1, 100)),
                    Optional.of(10L)));
    for (String name : attributes) {
      schema.attribute(Attribute.of(name, Datatype.INT32));
    }
    return schema;
  }
}
