package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is refused of the structures of fragments and commits, and how. */
class FragmentRefusalsTest {
  private static final FormatVersion CURRENT = FormatVersion.NEWEST;

  @Test
  void refusesLevelsThatDoNotCoverTheNext() {
    RandomFragments random = new RandomFragments(7);
    ArraySchema schema = random.schema(CURRENT);
    RTree tree = new RTree(10, List.of(random.boxes(schema, 1), random.boxes(schema, 10)));
    byte[] bytes = RTreeFormat.encode(tree, CURRENT, schema).toBytes();
    bytes[0] = 9;
    assertThatThrownBy(() -> RTreeFormat.decode(Slice.of(bytes), CURRENT, schema))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("1 boxes of level 0 do not cover the 10 of the next by 9 each");
  }

  @Test
  void refusesFanoutsBelow2() {
    RandomFragments random = new RandomFragments(7);
    ArraySchema schema = random.schema(CURRENT);
    assertThatThrownBy(
            () ->
                RTreeFormat.decode(Slice.of(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}), CURRENT, schema))
        .isInstanceOf(CorruptDataException.class)
        .hasMessage("corrupt R-tree, field fanout, offset 0: 1 is less than 2");
  }

  @Test
  void refusesMoreTilesThanBytesBeforeMakingRoomForThem() {
    Slice bytes =
        Slice.of(ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(1L << 40).array());
    assertThatThrownBy(() -> TileTableFormat.decode("tile offsets", bytes, CURRENT))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(
            "corrupt tile offsets, field values, offset 8: 1099511627776 numbers");
  }

  @Test
  void refusesLinesThatDoNotEnd() {
    assertThatThrownBy(() -> NameListFormat.decode(text("/__fragments/__1_1_a_23\n/__frag")))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("field names[1].name, offset 24: the line does not end");
  }

  @Test
  void refusesDeletionsWithoutContentInConsolidatedCommits() {
    assertThatThrownBy(() -> CommitsFileFormat.decode(text("__commits/__1_1_a_23.del\n")))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("entries[0].content_length");
  }

  @Test
  void refusesFootersOutsideOfTheirFile() {
    ConsolidatedFooters footers =
        new ConsolidatedFooters(
            List.of(new ConsolidatedFooters.Entry("__1_1_a_23", 1000)), Slice.EMPTY);
    assertThatThrownBy(() -> ConsolidatedFooterFormat.encode(footers, CURRENT))
        .hasMessageContaining("the footer of __1_1_a_23 begins at 1000, not within 30..30");
  }

  @Test
  void refusesConditionsWithinThousandsOfOthers() {
    ByteBuffer nested = ByteBuffer.allocate(10 * 5000).order(ByteOrder.LITTLE_ENDIAN);
    while (nested.hasRemaining()) {
      nested.put((byte) 0).put((byte) 0).putLong(1);
    }
    assertThatThrownBy(() -> ConditionFormat.decode(Slice.of(nested.array()), CURRENT))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("conditions within more than 500 others");
  }

  @Test
  void refusesOperatorsThatAreNone() {
    assertThatThrownBy(() -> ConditionFormat.decode(Slice.of(new byte[] {1, 8}), CURRENT))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("field operator, offset 1: 8 is no operator of conditions");
  }

  @Test
  void takesNamesOfFootersFromTheEndsOfUris() {
    String uri = "file:///somewhere/array/__1_1_a_8";
    long start =
        new ConsolidatedFooters(List.of(new ConsolidatedFooters.Entry(uri, 0)), Slice.EMPTY)
            .start();
    ConsolidatedFooters footers =
        new ConsolidatedFooters(List.of(new ConsolidatedFooters.Entry(uri, start)), text("footer"));
    assertThat(footers.byName()).containsOnlyKeys("__1_1_a_8").containsValue(text("footer"));
  }

  private static Slice text(String text) {
    return Slice.of(text.getBytes(StandardCharsets.US_ASCII));
  }
}
