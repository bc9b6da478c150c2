package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayMetadataFormat.Entry;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayMetadataFormatTest {
  private static Slice bytes(String hex) {
    return Slice.of(HexFormat.of().parseHex(hex));
  }

  @Test
  void entriesFollowOneAnotherToTheEnd() {
    List<Entry> entries =
        List.of(
            Entry.put("a", Datatype.INT16, 2, bytes("01000200")),
            Entry.deletion("bc"),
            Entry.put("e", Datatype.STRING_UTF8, 0, Slice.EMPTY));
    String hex =
        "01000000"
            + "61"
            + "00"
            + "07"
            + "02000000"
            + "01000200"
            + "02000000"
            + "6263"
            + "01"
            + "01000000"
            + "65"
            + "00"
            + "0c"
            + "00000000";

    assertThat(HexFormat.of().formatHex(ArrayMetadataFormat.encode(entries).toBytes()))
        .isEqualTo(hex);
    assertThat(ArrayMetadataFormat.decode(bytes(hex))).isEqualTo(entries);
  }

  @Test
  void aFileCanHaveNoEntries() {
    assertThat(ArrayMetadataFormat.decode(Slice.EMPTY)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "010000006102, entries[0].deleted, 2 is neither 0 nor 1",
    "01000000610040, entries[0].type, 64 is not a valid datatype",
    "010000006100010100000001, entries[0].value, 'needs 8 bytes, but 1 are left'",
    "010000006100ffffff, entries[0].type, 255 is not a valid datatype",
    "01000000610001ffffffff, entries[0].count, 4294967295 is too large",
    "01000000610001ffffff7f, entries[0].value, needs 17179869176 bytes",
    "ffffff7f61, entries[0].key, needs 2147483647 bytes"
  })
  void refusesEntriesThatAreNone(String hex, String field, String reason) {
    assertThatThrownBy(() -> ArrayMetadataFormat.decode(bytes(hex)))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("corrupt array metadata, field " + field)
        .hasMessageContaining(reason);
  }
}
