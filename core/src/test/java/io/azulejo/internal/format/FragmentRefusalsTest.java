package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
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
    refuses(CorruptDataException.class, () -> RTreeFormat.decode(Slice.of(bytes), CURRENT, schema));
  }

  @Test
  void refusesFanoutsBelow2() {
    RandomFragments random = new RandomFragments(7);
    ArraySchema schema = random.schema(CURRENT);
    refuses(
        CorruptDataException.class,
        () -> RTreeFormat.decode(Slice.of(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}), CURRENT, schema));
  }

  @Test
  void refusesMoreTilesThanBytesBeforeMakingRoomForThem() {
    Slice bytes =
        Slice.of(ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(1L << 40).array());
    refuses(
        CorruptDataException.class, () -> TileTableFormat.decode("tile offsets", bytes, CURRENT));
  }

  @Test
  void refusesLinesThatDoNotEnd() {
    refuses(
        CorruptDataException.class,
        () -> NameListFormat.decode(text("/__fragments/__1_1_a_23\n/__frag")));
  }

  @Test
  void refusesDeletionsWithoutContentInConsolidatedCommits() {
    refuses(
        CorruptDataException.class,
        () -> CommitsFileFormat.decode(text("__commits/__1_1_a_23.del\n")));
  }

  @Test
  void refusesFootersOutsideOfTheirFile() {
    ConsolidatedFooters footers =
        new ConsolidatedFooters(
            List.of(new ConsolidatedFooters.Entry("__1_1_a_23", 1000)), Slice.EMPTY);
    refuses(() -> ConsolidatedFooterFormat.encode(footers, CURRENT));
  }

  @Test
  void refusesDeeplyNestedConditions() {
    ByteBuffer nested = ByteBuffer.allocate(10 * 5000).order(ByteOrder.LITTLE_ENDIAN);
    while (nested.hasRemaining()) {
      nested.put((byte) 0).put((byte) 0).putLong(1);
    }
    assertThatThrownBy(() -> ConditionFormat.decode(Slice.of(nested.array()), CURRENT))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("conditions are nested more than 500 levels deep");
  }

  @Test
  void refusesInvalidOperators() {
    refuses(
        CorruptDataException.class,
        () -> ConditionFormat.decode(Slice.of(new byte[] {1, 8}), CURRENT));
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
