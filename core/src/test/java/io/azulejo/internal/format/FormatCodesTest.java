package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of codes and versions in {@code docs/format} say what the code does. */
class FormatCodesTest {
  /** A filter of every kind, in the order of their codes. */
  private static final List<Filter> FILTERS =
      List.of(
          Filter.none(),
          Filter.gzip(1),
          Filter.zstd(1),
          Filter.lz4().withLevel(1),
          Filter.rle(),
          Filter.bzip2(1),
          Filter.doubleDelta(),
          Filter.bitWidthReduction(),
          Filter.bitShuffle(),
          Filter.byteShuffle(),
          Filter.positiveDelta(),
          Filter.aes256Gcm(),
          Filter.md5(),
          Filter.sha256(),
          Filter.dictionary(),
          Filter.scaleFloat(1, 0, 8),
          Filter.xor(),
          Filter.webp(100, Filter.PixelFormat.RGB, true, 1, 3),
          Filter.delta());

  /** The cells of the table with this header, without the line below the header. */
  private static List<List<String>> table(String page, String header) throws IOException {
    List<String> lines = FormatDocsTest.read(page).lines().toList();
    int start = lines.indexOf(header);
    assertThat(start).as("table %s of docs/format/%s.md", header, page).isNotNegative();
    return lines.stream()
        .skip(start + 2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.substring(1, line.length() - 1).split("\\|", -1))
        .map(cells -> Stream.of(cells).map(String::strip).toList())
        .toList();
  }

  /** The entries of a table that has several entries of so many cells in a row. */
  private static Map<Integer, List<String>> entries(String page, String header, int cells)
      throws IOException {
    Map<Integer, List<String>> entries = new TreeMap<>();
    for (List<String> row : table(page, header)) {
      for (int i = 0; i + cells <= row.size(); i += cells) {
        if (!row.get(i).isEmpty()) {
          entries.put(Integer.valueOf(row.get(i)), row.subList(i + 1, i + cells));
        }
      }
    }
    return entries;
  }

  private static <E extends Enum<E>> Map<Integer, List<String>> codes(
      Codes<E> codes, Class<E> type) {
    Map<Integer, List<String>> entries = new TreeMap<>();
    for (E constant : type.getEnumConstants()) {
      entries.put(codes.code(constant), List.of(constant.name()));
    }
    return entries;
  }

  @Test
  void theDatatypesAreThoseOfTheCode() throws IOException {
    Map<Integer, List<String>> known = new TreeMap<>();
    for (Datatype type : Datatype.values()) {
      known.put(Codes.DATATYPES.code(type), List.of(type.name(), Integer.toString(type.size())));
    }
    assertThat(
            entries(
                "README",
                "| Code | Datatype | Bytes | Code | Datatype | Bytes | Code | Datatype | Bytes |",
                3))
        .isEqualTo(known);
  }

  @Test
  void theLayoutsAreThoseOfTheCode() throws IOException {
    assertThat(entries("README", "| Code | Layout |", 2))
        .isEqualTo(codes(Codes.LAYOUTS, Layout.class));
  }

  @Test
  void theDataOrdersAreThoseOfTheCode() throws IOException {
    assertThat(entries("README", "| Code | Data order |", 2))
        .isEqualTo(codes(Codes.DATA_ORDERS, DataOrder.class));
  }

  @Test
  void theReleasesAreThoseOfTheVersions() throws IOException {
    String header =
        "| Version | TileDB release | Version | TileDB release | Version | TileDB release |";
    Map<Integer, List<String>> said = entries("README", header, 2);

    assertThat(said).hasSize(FormatVersion.NEWEST.number());
    said.forEach(
        (version, release) ->
            assertThat(FormatVersion.of(version).release())
                .as("the release of version %d", version)
                .isEqualTo(
                    release.get(0).equals("none yet")
                        ? Optional.empty()
                        : Optional.of(Release.parse(release.get(0)))));
  }

  @Test
  void theFiltersAreThoseOfTheCode() throws IOException {
    List<List<String>> known = FILTERS.stream().map(FormatCodesTest::row).toList();

    List<List<String>> said =
        new ArrayList<>(table("filter-pipeline", "| Type | Filter | Options | Compressor |"));
    assertThat(said.remove(17)).containsExactly("17", "given up, refused", "", "");
    assertThat(said).isEqualTo(known);
  }

  /** What the table says of a filter. */
  private static List<String> row(Filter filter) {
    FormatVersion version = FormatVersion.NEWEST;
    Slice bytes =
        WireWriter.encode(
            "filters", version, FilterPipelineFormat::transfer, FilterPipeline.of(filter));
    List<WireTrace.Field> fields =
        Traced.of(version, bytes, FilterPipelineFormat::transfer).fields();
    WireTrace.Code type = null;
    String compressor = "";
    List<String> options = new ArrayList<>();
    for (WireTrace.Field field : fields) {
      String name = field.path().substring(field.path().lastIndexOf('.') + 1);
      if (name.equals("type")) {
        type = (WireTrace.Code) field.value();
      } else if (field.path().startsWith("filters[0]") && !name.equals("options_length")) {
        options.add(name);
      }
      if (name.equals("compressor")) {
        compressor = ((WireTrace.Code) field.value()).number().toString();
      }
    }
    return List.of(
        type.number().toString(),
        type.meaning().toString(),
        filter.type() == Filter.Type.AES_256_GCM
            ? "in generic tiles alone"
            : String.join(", ", options),
        compressor);
  }
}
