package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tiles as the reference engine wrote them. */
class TestVectorsTest {
  private static final byte[] INTS = ints(100, 101, 103, 106, 110, 110, 110, -5, 70000, 70001);
  private static final byte[] SORTED = ints(-5, 100, 101, 103, 106, 110, 110, 110, 70000, 70001);
  private static final Filter LZ4 = Filter.lz4();

  private final Scratch scratch = new Scratch();

  /**
   * A tile by its filters.
   *
   * @param exact whether its bytes are the same whatever the version of a library
   */
  record Vector(FilterPipeline filters, Datatype type, byte[] values, boolean exact, String hex) {
    @Override
    public String toString() {
      return type + " " + filters.filters();
    }
  }

  static Stream<Vector> vectors() {
    return Stream.of(
        ints(
            "01000000000000002800000028000000000000006400000065000000670000006a0000"
                + "006e0000006e0000006e000000fbffffff7011010071110100",
            true),
        ints(
            "0100000000000000280000002100000010000000000000000100000028000000210000"
                + "00789c4b6160604805e27420ce02e23c24fcfbffffff05828c0c85400c007fd807e2",
            false,
            Filter.gzip(6)),
        ints(
            "0100000000000000280000002c000000100000000000000001000000280000002c0000"
                + "0028b52ffd20281d0100e86400000065000000670000006a0000006efbffffff701101"
                + "0071110100010037dc12",
            false,
            Filter.zstd(3)),
        ints(
            "0100000000000000280000002200000010000000000000000100000028000000220000"
                + "00f7026400000065000000670000006a0000006e0400c0fbffffff7011010071110100",
            false,
            LZ4),
        ints(
            "0100000000000000280000003000000010000000000000000100000028000000300000"
                + "006400000000016500000000016700000000016a00000000016e0000000003fbffffff"
                + "0001701101000001711101000001",
            true,
            Filter.rle()),
        ints(
            "0100000000000000280000004000000010000000000000000100000028000000400000"
                + "00425a68313141592653593fd915c100000de180e0002000069160000008a000310340"
                + "d01b4a69a69a691b9e5121c686e95dc0634d67c5dc914e14240ff6457040",
            false,
            Filter.bzip2(1)),
        ints(
            "0100000000000000280000002900000010000000000000000100000028000000290000"
                + "00110a0000000000000064000000650000000006001000400000a34734072000000400"
                + "00000000007411",
            true,
            Filter.doubleDelta()),
        ints(
            "0100000000000000280000003000000010000000000000000100000028000000300000"
                + "000a000000000000006400000001000000020000000300000004000000000000000000"
                + "00008dffffff7511010001000000",
            true,
            Filter.delta()),
        ints(
            "0100000000000000280000000a00000023000000280000000300000064000000081000"
                + "0000fbffffff081000000070110100080800000000010306737373000001",
            true,
            Filter.bitWidthReduction(16)),
        ints(
            "0100000000000000280000002800000008000000010000002800000086fc77f880ffff"
                + "808080808080808080808080808080808080808080808080807011010071110100",
            true,
            Filter.bitShuffle()),
        ints(
            "010000000000000028000000280000000800000001000000280000006465676a6e6e6e"
                + "fb707100000000000000ff111100000000000000ff010100000000000000ff0000",
            true,
            Filter.byteShuffle()),
        ints(
            "0100000000000000280000002800000008000000010000002800000064000000010000"
                + "00020000000d00000004000000000000000000000095ffffff8beefeff01000000",
            true,
            Filter.xor()),
        ints(
            "0100000000000000280000002800000020000000000000000100000028000000000000"
                + "00367043ee4d4b15619cb690519cbf35586400000065000000670000006a0000006e00"
                + "00006e0000006e000000fbffffff7011010071110100",
            true,
            Filter.md5()),
        ints(
            "0100000000000000280000002800000030000000000000000100000028000000000000"
                + "006a1a389183e695bee8ca107636430bed7625e2fdae272ff14959850bdd02da456400"
                + "000065000000670000006a0000006e0000006e0000006e000000fbffffff7011010071"
                + "110100",
            true,
            Filter.sha256()),
        ints(
            "0100000000000000280000002c00000050000000010000000100000018000000000000"
                + "00180a159739a813a8ed1dc1f2f41380662c0000000000000053e7a12e90678dd5d971"
                + "4e7c2579fb560100000001000000080000000900000028000000230000008001000000"
                + "28000000b26465676a6e6e6efb707100010032ff11110900e000ff0101000000000000"
                + "00ff0000",
            false,
            Filter.byteShuffle(),
            LZ4,
            Filter.md5()),
        ints(
            "0100000000000000280000003500000018000000010000000100000011000000130000"
                + "002800000022000000f0022800000001000000fbffffff2028000000f7026400000065"
                + "000000670000006a0000006e0400c0fbffffff7011010071110100",
            false,
            Filter.bitWidthReduction(),
            LZ4),
        new Vector(
            FilterPipeline.of(Filter.positiveDelta(16)),
            Datatype.INT32,
            SORTED,
            true,
            "010000000000000028000000280000001c00000003000000fbffffff100000006a0000"
                + "0010000000701101000800000000000000690000000100000002000000000000000400"
                + "000000000000000000000000000001000000"),
        new Vector(
            FilterPipeline.of(Filter.scaleFloat(0.5, 1, 4)),
            Datatype.FLOAT64,
            doubles(50.0, 50.5, 51.5, 53.0, 55.0, 55.0, 55.0, -2.5, 35000.0, 35000.5),
            true,
            "0100000000000000500000002800000008000000010000002800000062000000630000"
                + "0065000000680000006c0000006c0000006c000000f9ffffff6e1101006f110100"),
        new Vector(
            FilterPipeline.of(Filter.doubleDelta()),
            Datatype.UINT8,
            bytes(1, 2, 4, 7, 200, 3, 3, 3),
            true,
            "0100000000000000080000001100000010000000000000000100000008000000110000"
                + "0009080000000000000001020407c8030303"),
        new Vector(
            FilterPipeline.of(Filter.bitShuffle()),
            Datatype.INT16,
            shorts(1, 2, 3, 4, 5, 6, 7, 8, 9),
            true,
            "010000000000000012000000120000000c000000020000001000000002000000556678"
                + "800000000000000000000000000900"));
  }

  private static Vector ints(String hex, boolean exact, Filter... filters) {
    return new Vector(FilterPipeline.of(filters), Datatype.INT32, INTS, exact, hex);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void decodesWhatTheReferenceWrote(Vector vector) {
    byte[] filtered = HexFormat.of().parseHex(vector.hex);
    byte[] values = new byte[vector.values.length];
    codec(vector).decode(Slice.of(filtered), values, 0, values.length, scratch);
    assertThat(values).isEqualTo(vector.values);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void encodesToTheBytesOfTheReference(Vector vector) {
    Slice filtered = codec(vector).encode(Slice.of(vector.values), scratch);
    if (vector.exact) {
      assertThat(HexFormat.of().formatHex(filtered.toBytes())).isEqualTo(vector.hex);
    }
    byte[] values = new byte[vector.values.length];
    codec(vector).decode(filtered, values, 0, values.length, scratch);
    assertThat(values).isEqualTo(vector.values);
  }

  private static TileCodec codec(Vector vector) {
    return TileCodec.of(
        new TileSpec(vector.filters, vector.type, vector.type.size(), false), Optional.empty());
  }

  private static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  private static byte[] doubles(double... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    return bytes.array();
  }

  private static byte[] shorts(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putShort((short) value);
    }
    return bytes.array();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
