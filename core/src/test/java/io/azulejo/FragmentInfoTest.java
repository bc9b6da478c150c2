package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of fragments without their cells. */
class FragmentInfoTest {
  private static final String PLACE = "mem:///array";

  private final Storage storage = Storage.inMemory();

  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  private final ArrayHandle array = azulejo.array(PLACE);

  @BeforeEach
  void create() {
    array.create(
        ArraySchema.sparse()
            .dimension(Dimension.of("d", Datatype.INT64, Range.of(0, 99), 10))
            .attribute(Attribute.of("a", Datatype.INT64))
            .attribute(
                Attribute.builder("text", Datatype.STRING_UTF8)
                    .cellValNum(Attribute.VAR)
                    .nullable(true)
                    .build())
            .build());
    write(1);
    write(2);
  }

  private void write(long number) {
    array.append(
        Batch.of(
            Column.ofLongs("d", number),
            Column.ofLongs("a", number),
            Column.ofStrings("text", "some text")));
  }

  @Test
  void knowsTheBytesOfEachField() {
    for (FragmentInfo fragment : azulejo.open(PLACE).fragments()) {
      assertThat(fragment.fieldBytes()).containsOnlyKeys("a", "text", "d");
      assertThat(fragment.fieldBytes().values().stream().mapToLong(bytes -> bytes).sum())
          .isEqualTo(fragment.bytesOnDisk());
      assertThat(fragment.fieldBytes().get("text")).isGreaterThan(fragment.fieldBytes().get("a"));
    }
  }

  private void compareSizes() {
    for (FragmentInfo fragment : azulejo.open(PLACE).fragments()) {
      assertThat(fragment.location().name()).isEqualTo(fragment.name());
      assertThat(fragment.bytesOnDisk() + fragment.metadataBytes())
          .isEqualTo(
              storage.list(fragment.location()).stream().mapToLong(Storage.Entry::size).sum());
    }
  }

  @Test
  void dataAndMetadataAreAllFilesOfAFragment() {
    compareSizes();

    array.consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));
    compareSizes();
    array.consolidate();
    compareSizes();
  }

  @Test
  void knowsWhetherTheFooterIsConsolidated() {
    array.consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));
    write(3);

    assertThat(azulejo.open(PLACE).fragments())
        .extracting(FragmentInfo::footerConsolidated)
        .containsExactly(true, true, false);
  }

  @Test
  void knowsTheTimesOfItsSchema() {
    array.evolve(SchemaEvolution.builder().addAttribute(Attribute.of("b", Datatype.INT32)).build());
    Array evolved = array.open();

    List<TimeRange> stored =
        evolved.history().stream()
            .filter(entry -> entry instanceof HistoryEntry.SchemaStored)
            .map(HistoryEntry::times)
            .toList();
    assertThat(stored).hasSize(2);
    assertThat(evolved.schemaTimes()).hasValue(stored.get(1));
    FragmentInfo first = evolved.fragments().get(0);
    assertThat(first.schemaTimes()).hasValue(stored.get(0));
    assertThat(evolved.schemas()).containsKey(first.schemaName());
  }

  private List<HistoryEntry.FragmentWritten> history() {
    return azulejo.open(PLACE).history().stream()
        .flatMap(
            entry ->
                entry instanceof HistoryEntry.FragmentWritten written
                    ? Stream.of(written)
                    : Stream.empty())
        .toList();
  }

  @Test
  void knowsTheBytesOfTheTimesInConsolidatedFragments() {
    array.consolidate();

    FragmentInfo merged = azulejo.open(PLACE).fragments().get(0);
    assertThat(merged.fieldBytes()).containsOnlyKeys("a", "text", "d", "__timestamps");
    assertThat(merged.fieldBytes().values().stream().mapToLong(bytes -> bytes).sum())
        .isEqualTo(merged.bytesOnDisk());
  }

  @Test
  void historyKnowsWhetherAFooterIsConsolidated() {
    assertThat(history()).hasSize(2).noneMatch(HistoryEntry.FragmentWritten::footerConsolidated);

    array.consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));
    write(3);

    assertThat(history())
        .extracting(HistoryEntry.FragmentWritten::footerConsolidated)
        .containsExactly(true, true, false);
  }
}
