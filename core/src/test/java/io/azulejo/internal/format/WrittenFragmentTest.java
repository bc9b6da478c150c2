package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.format.ConditionNode.Combined;
import io.azulejo.internal.format.ConditionNode.Comparison;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A sparse fragment of two tiles as the reference engine wrote it: dimensions d (INT32) and s
 * (strings), attributes a (INT32, nullable) and v (strings), five cells.
 */
class WrittenFragmentTest {
  private static final Slice SCHEMA =
      bytes(
          "17000000000100000300000000000000000001000000000000000100000000000000010000000000"
              + "020000000100000064000100000000000100000000000800000000000000010000000a0000000004"
              + "00000001000000730bffffffff000001000000000000000000000000000102000000010000006100"
              + "0100000000000100000000000400000000000000000000800100000000000001000000760bffffff"
              + "ff00000100000000000100000000000000000000000000000000000000000000000000000001");

  private static final Slice FOOTER =
      bytes(
          "170000003e000000000000005f5f313739353231313433323232355f313739353231313433323232"
              + "355f3664303437313966396566626665313162646430326531313766646461633762000001000000"
              + "0900000001000000000000000000000000000000630200000000000000020000000000000000003c"
              + "00000000000000500000000000000000000000000000003c00000000000000500000000000000000"
              + "000000000000002d00000000000000000000000000000000000000000000002d000000000000002d"
              + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
              + "000000000000008800000000000000ee000000000000005401000000000000b7010000000000001d"
              + "020000000000008302000000000000e6020000000000004c03000000000000af0300000000000012"
              + "040000000000007804000000000000db040000000000004305000000000000a60500000000000009"
              + "060000000000007106000000000000d7060000000000003a070000000000009d0700000000000000"
              + "080000000000006308000000000000cc0800000000000036090000000000009909000000000000fc"
              + "090000000000005f0a000000000000c80a000000000000350b000000000000980b000000000000fb"
              + "0b000000000000070e0000000000006d0e000000000000d00e000000000000330f0000000000009b"
              + "0f000000000000fe0f0000000000006410000000000000c7100000000000002a110000000000008d"
              + "11000000000000f0110000000000007712000000000000010000000000000000000000200000005e"
              + "0c000000000000c70c000000000000310d0000000000009a0d000000000000");

  private static final Slice RTREE =
      bytes(
          "0a000000020000000100000000000000010000000900000001000000000000000000000000000000"
              + "63020000000000000001000000020000000300000000000000010000000000000061626204000000"
              + "090000000100000000000000000000000000000063");

  private static final Slice LAST_S =
      bytes("1000000000000000030000000000000000000000000000000200000000000000626263");

  private static final Slice STATISTICS =
      bytes(
          "04000000000000000100000004000000000000000400000008000000000000000200000000000000"
              + "000000000000000002000000000000007a7a00000000000000000000000000000000040000000000"
              + "00000000000004000000000000000000000000000000000000000000000000000000000000000000"
              + "00000000000000000000110000000000000000000000000000000000000000000000000000000000"
              + "000000000000000000000000000000000000");

  private static final Slice DELETION =
      bytes(
          "00000200000000000000010301000000610400000000000000040000000105010000007301000000"
              + "0000000063");

  private static Slice bytes(String hex) {
    return Slice.of(HexFormat.of().parseHex(hex));
  }

  private static StoredSchema schema() {
    return ArraySchemaFormat.decode(SCHEMA);
  }

  @Test
  void saysInTheFooterWhatTheFragmentIs() {
    FragmentFooter footer =
        FragmentFooterFormat.decode(
            FOOTER, n -> n.filter(name -> name.startsWith("__")).map(name -> schema()));
    assertThat(footer.version()).isEqualTo(FormatVersion.NEWEST);
    assertThat(footer.dense()).isFalse();
    assertThat(footer.nonEmptyDomain()).hasValue(NDRange.of(Range.of(1, 9), Range.of("", "c")));
    assertThat(footer.sparseTiles()).isEqualTo(2);
    assertThat(footer.lastTileCells()).isEqualTo(2);
    assertThat(footer.timestamps()).isFalse();
    assertThat(footer.deleteMetadata()).isFalse();
    assertThat(footer.fileSizes()).containsExactly(60, 80, 0, 60, 80);
    assertThat(footer.varFileSizes()).containsExactly(0, 45, 0, 0, 45);
    assertThat(footer.validityFileSizes()).containsExactly(45, 0, 0, 0, 0);
    assertThat(footer.rtreeOffset()).isZero();
    assertThat(footer.tileOffsets()).hasSize(5).startsWith(0x88);
    assertThat(footer.globalOrderBounds(2).orElseThrow())
        .containsExactly(0xc5e, 0xcc7, 0xd31, 0xd9a);
    assertThat(footer.trailing().length()).isZero();
    assertThat(FragmentFooterFormat.encode(footer, schema().schema())).isEqualTo(FOOTER);
  }

  @Test
  void boundsTilesByBoxes() {
    ArraySchema schema = schema().schema();
    RTree tree = RTreeFormat.decode(RTREE, FormatVersion.NEWEST, schema);
    assertThat(tree.fanout()).isEqualTo(10);
    assertThat(tree.tiles()).isEqualTo(2);
    assertThat(tree.levels().get(0).box(0))
        .isEqualTo(NDRange.of(Range.of(1, 9), Range.of("", "c")));
    assertThat(tree.leaves().box(0)).isEqualTo(NDRange.of(Range.of(1, 2), Range.of("a", "bb")));
    assertThat(tree.leaves().box(1)).isEqualTo(NDRange.of(Range.of(4, 9), Range.of("", "c")));
    assertThat(tree.leaves().longLows(0)).containsExactly(1, 4);
    assertThat(RTreeFormat.encode(tree, FormatVersion.NEWEST, schema)).isEqualTo(RTREE);
  }

  @Test
  void keepsOneCoordinateOfEachTile() {
    TileBounds last = TileBoundsFormat.decode(LAST_S, FormatVersion.NEWEST);
    assertThat(last.fixed().getLong(8)).isEqualTo(2);
    assertThat(last.var()).isEqualTo(Slice.of("bbc".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void knowsTheStatisticsOfEveryField() {
    FragmentStatistics statistics =
        FragmentStatisticsFormat.decode(STATISTICS, FormatVersion.NEWEST, 5);
    FragmentStatistics.Field a = statistics.fields().get(0);
    assertThat(a.min().getInt(0)).isEqualTo(1);
    assertThat(a.max().getInt(0)).isEqualTo(4);
    assertThat(a.sum()).isEqualTo(8);
    assertThat(a.nullCount()).isEqualTo(2);
    FragmentStatistics.Field v = statistics.fields().get(1);
    assertThat(v.min().length()).isZero();
    assertThat(v.max()).isEqualTo(Slice.of("zz".getBytes(StandardCharsets.UTF_8)));
    assertThat(statistics.fields().get(3).sum()).isEqualTo(17);
  }

  @Test
  void keepsTheOppositeOfADeletion() {
    Comparison a = new Comparison(Operator.GE, "a", bytes("04000000"), List.of());
    Comparison s = new Comparison(Operator.NE, "s", bytes("63"), List.of());
    ConditionNode stays = new Combined(Combination.AND, List.of(a, s));
    assertThat(ConditionFormat.decode(DELETION, FormatVersion.NEWEST)).isEqualTo(stays);
    assertThat(ConditionFormat.encode(stays, FormatVersion.NEWEST)).isEqualTo(DELETION);
  }

  @Test
  void keepsItsFieldsInFilesByPosition() {
    FragmentFooter footer = FragmentFooterFormat.decode(FOOTER, n -> Optional.of(schema()));
    FieldStorage v = FieldStorage.of(footer, schema(), schema().schema(), "v").orElseThrow();
    assertThat(v.file()).isEqualTo("a1.tdb");
    assertThat(v.varFile()).hasValue("a1_var.tdb");
    assertThat(footer.varFileSizes()[v.index()]).isEqualTo(45);
  }
}
