package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Slice;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DumpedFilesTest {
  private static List<Dump.Section> dump(String folder, String name, Slice file) {
    return Dump.of(folder, name, file.toBytes(), Optional.empty(), n -> Optional.empty());
  }

  private static Slice text(String text) {
    return Slice.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void showsLinesWithTheirPlaces() {
    List<Dump.Section> sections = dump("__commits", "x.vac", text("/__fragments/a\n/b\n"));
    assertThat(sections).hasSize(1);
    assertThat(sections.get(0).problem()).isEmpty();
    WireTrace.Field second = sections.get(0).fields().get(1);
    assertThat(second.path()).isEqualTo("names[1].name");
    assertThat(second.offset()).isEqualTo(15);
    assertThat(second.length()).isEqualTo(3);
    assertThat(Dump.render(second.value())).isEqualTo("\"/b\"");
  }

  @Test
  void showsTheChunksOfDataTileByTile() {
    Slice file =
        Slice.of(
            HexFormat.of()
                .parseHex(
                    "0100000000000000"
                        + "030000000300000000000000"
                        + "616263"
                        + "0000000000000000"));
    List<Dump.Section> sections = dump("__1_1_a_23", "a0.tdb", file);
    assertThat(sections).extracting(Dump.Section::title).containsExactly("tile 0", "tile 1");
    assertThat(sections).extracting(Dump.Section::offset).containsExactly(0L, 23L);
    assertThat(sections.get(0).fields())
        .extracting(WireTrace.Field::path)
        .containsExactly(
            "chunks",
            "chunk[0].unfiltered_length",
            "chunk[0].filtered_length",
            "chunk[0].metadata_length",
            "chunk[0].metadata",
            "chunk[0].filtered");
  }

  @Test
  void showsWhatCanBeReadOfADamagedFileAndWhyItEnds() {
    List<Dump.Section> sections =
        dump("__commits", "x.con", text("__commits/a.wrt\n__commits/b.del\n12"));
    assertThat(sections.get(0).fields()).hasSize(2);
    assertThat(sections.get(0).problem().orElseThrow())
        .contains("field entries[1].content_length, offset 32: needs 8 bytes, but 2 are left");
  }

  @Test
  void showsThatAFragmentHasNoSchema() {
    List<Dump.Section> sections =
        dump(
            "__1_1_0123456789abcdef0123456789abcdef_5",
            "__fragment_metadata.tdb",
            Slice.of(new byte[100]));
    assertThat(sections.get(0).problem().orElseThrow())
        .contains("a fragment of version 5 needs __array_schema.tdb, which is missing");
  }

  @Test
  void refusesFilesWhoseNamesTellNothing() {
    refuses(InvalidRequestException.class, () -> dump("x", "notes.txt", text("hello")));
  }

  @Test
  void rendersNumbersNamesAndOtherBytes() {
    assertThat(Dump.render(-1L)).isEqualTo("-1");
    assertThat(Dump.render(text("plain text"))).isEqualTo("\"plain text\"");
    assertThat(Dump.render(Slice.EMPTY)).isEqualTo("\"\"");
    assertThat(Dump.render(text("a\nb"))).isEqualTo("0x610a62");
    assertThat(Dump.render(Slice.of(new byte[100]))).endsWith("... (100 bytes)").startsWith("0x00");
    assertThat(Dump.render(new long[] {1, 2})).isEqualTo("[1 2]");
    assertThat(Dump.render(new long[200])).endsWith(" 0 ... (200 numbers)]");
    assertThat(Dump.render(new WireTrace.Code(0, "INT32"))).isEqualTo("0 (INT32)");
    assertThat(Dump.render(new WireTrace.Code(1, false))).isEqualTo("1");
  }
}
