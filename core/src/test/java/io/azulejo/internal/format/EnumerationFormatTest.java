package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnumerationFormatTest {
  private static final StoredEnumeration STRINGS =
      new StoredEnumeration(
          "__p_0",
          Enumeration.var(
              "e",
              Datatype.STRING_ASCII,
              true,
              "redgreen".getBytes(StandardCharsets.US_ASCII),
              new long[] {0, 3}));
  private static final StoredEnumeration NUMBERS =
      new StoredEnumeration(
          "__p_0", Enumeration.fixed("n", Datatype.INT16, 2, false, new byte[] {1, 2, 3, 4}));

  private static Traced traced(StoredEnumeration enumeration) {
    return Traced.of(
        FormatVersion.NEWEST, EnumerationFormat.encode(enumeration), EnumerationFormat::transfer);
  }

  @Test
  void stringsHaveOffsets() {
    assertThat(HexFormat.of().formatHex(EnumerationFormat.encode(STRINGS).toBytes()))
        .isEqualTo(
            "00000000"
                + "01000000"
                + "65"
                + "05000000"
                + "5f5f705f30" // version, name, path
                + "0b"
                + "ffffffff"
                + "01" // type, number of values, ordered
                + "0800000000000000"
                + "726564677265656e"
                + "1000000000000000"
                + "0000000000000000"
                + "0300000000000000");
    assertThat(EnumerationFormat.decode(EnumerationFormat.encode(STRINGS))).isEqualTo(STRINGS);
  }

  @Test
  void valuesOfFixedSizeHaveNone() {
    assertThat(HexFormat.of().formatHex(EnumerationFormat.encode(NUMBERS).toBytes()))
        .endsWith("07" + "02000000" + "00" + "0400000000000000" + "01020304");
    assertThat(EnumerationFormat.decode(EnumerationFormat.encode(NUMBERS))).isEqualTo(NUMBERS);
  }

  @ParameterizedTest
  @CsvSource({
    "offsets, 01000000000000000300000000000000, 'offset 0 is 1 (expected a start of a value in 0..8)'",
    "offsets, 00000000000000000900000000000000, 'offset 1 is 9 (expected a start of a value in 0..8)'",
    "offsets, 0000000000000000ffffffffffffffff, 'offset 1 is 18446744073709551615'",
    "offsets_length, 0900000000000000, 9 bytes are not a multiple of 8",
    "data_length, ffffffffffffff7f, 'needs 9223372036854775807 bytes'",
    "type, 2c, 44 is not a valid datatype",
    "type, 00, 'offset 1 is 3 (expected a start of a value in 0..8)'",
    "cell_val_num, 00000000, a cell must hold at least one value",
    "ordered, 02, 2 is neither 0 nor 1"
  })
  void refusesInvalidStrings(String path, String hex, String reason) {
    assertThatThrownBy(() -> EnumerationFormat.decode(traced(STRINGS).with(path, hex)))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("corrupt enumeration")
        .hasMessageContaining(reason);
  }

  @Test
  void refusesHalfAValue() {
    Slice bytes = traced(NUMBERS).with("cell_val_num", "03000000");

    refuses(CorruptDataException.class, () -> EnumerationFormat.decode(bytes));
  }

  @Test
  void refusesANewerVersion() {
    refuses(
        UnsupportedFormatException.class,
        () -> EnumerationFormat.decode(traced(NUMBERS).with("version", "01000000")));
  }
}
