package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FilterPipelineFormatTest {
  private static final String ONE_FILTER = "00000100" + "01000000";

  private static FilterPipeline decode(int version, String hex) {
    return WireReader.decode(
        "filters",
        FormatVersion.of(version),
        Slice.of(HexFormat.of().parseHex(hex)),
        FilterPipelineFormat::transfer);
  }

  private static String encode(int version, FilterPipeline pipeline) {
    return HexFormat.of()
        .formatHex(
            WireWriter.encode(
                    "filters", FormatVersion.of(version), FilterPipelineFormat::transfer, pipeline)
                .toBytes());
  }

  static Stream<Arguments> filters() {
    return Stream.of(
        Arguments.of(23, "00" + "00000000", Filter.none()),
        Arguments.of(23, "01" + "05000000" + "01" + "01000000", Filter.gzip(1)),
        Arguments.of(1, "02" + "05000000" + "02" + "ffffffff", Filter.zstd(-1)),
        Arguments.of(1, "03" + "05000000" + "03" + "ffffffff", Filter.lz4()),
        Arguments.of(1, "04" + "05000000" + "04" + "ffffffff", Filter.rle()),
        Arguments.of(1, "05" + "05000000" + "05" + "09000000", Filter.bzip2(9)),
        Arguments.of(19, "06" + "05000000" + "06" + "ffffffff", Filter.doubleDelta()),
        Arguments.of(
            20, "06" + "06000000" + "06" + "ffffffff" + "00", Filter.doubleDelta(Datatype.INT32)),
        Arguments.of(18, "13" + "05000000" + "08" + "ffffffff", Filter.delta()),
        Arguments.of(19, "13" + "06000000" + "08" + "ffffffff" + "11", Filter.delta()),
        Arguments.of(23, "0e" + "05000000" + "07" + "ffffffff", Filter.dictionary()),
        Arguments.of(23, "07" + "04000000" + "00010000", Filter.bitWidthReduction()),
        Arguments.of(23, "0a" + "04000000" + "00040000", Filter.positiveDelta()),
        Arguments.of(23, "08" + "00000000", Filter.bitShuffle()),
        Arguments.of(23, "09" + "00000000", Filter.byteShuffle()),
        Arguments.of(23, "0b" + "00000000", Filter.aes256Gcm()),
        Arguments.of(23, "0c" + "00000000", Filter.md5()),
        Arguments.of(23, "0d" + "00000000", Filter.sha256()),
        Arguments.of(23, "10" + "00000000", Filter.xor()),
        Arguments.of(
            23,
            "0f" + "18000000" + "000000000000e03f" + "000000000000f03f" + "0400000000000000",
            Filter.scaleFloat(0.5, 1, 4)),
        Arguments.of(
            23,
            "12" + "0c000000" + "0000c842" + "03" + "01" + "1000" + "4000" + "0000",
            Filter.webp(100, Filter.PixelFormat.RGBA, true, 16, 64)));
  }

  @ParameterizedTest
  @MethodSource("filters")
  void everyFilterHasItsOptions(int version, String hex, Filter filter) {
    assertThat(decode(version, ONE_FILTER + hex)).isEqualTo(FilterPipeline.of(filter));
    assertThat(encode(version, FilterPipeline.of(filter))).isEqualTo(ONE_FILTER + hex);
  }

  @Test
  void theCompressorCodeCountsNotTheFilterType() {
    assertThat(decode(23, ONE_FILTER + "01" + "05000000" + "07" + "ffffffff"))
        .isEqualTo(FilterPipeline.of(Filter.dictionary()));
  }

  @Test
  void keepsTheChunkSizeThatIsStored() {
    assertThat(decode(23, "00000000" + "00000000"))
        .isEqualTo(FilterPipeline.of(0, FilterPipeline.EMPTY.filters()));
  }

  @ParameterizedTest
  @CsvSource({
    "1100000000, 17 is not a valid filter type",
    "1400000000, 20 is not a valid filter type",
    "010500000000ffffffff, 0 is not a valid compressor",
    "010500000009ffffffff, 9 is not a valid compressor",
    "010400000001ffffffff, '4 bytes of options, but GZIP has 5'",
    "060500000006ffffffff11, '5 bytes of options, but DOUBLE_DELTA has 6'",
    "060600000006ffffffff2c, 44 is not a valid datatype",
    "0800000080, 2147483648 is too large",
    "0f180000000000000000000000000000000000f03f0300000000000000, '3 is not one of 1, 2, 4 and 8'",
    "120c0000000000c8420501100040000000, 5 is not a valid pixel format"
  })
  void refusesFiltersThatAreNone(String hex, String reason) {
    assertThatThrownBy(() -> decode(23, ONE_FILTER + hex))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("field filters[0].")
        .hasMessageContaining(reason);
  }
}
