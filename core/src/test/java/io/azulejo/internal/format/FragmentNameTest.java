package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FragmentNameTest {
  private static final String UUID = "0123456789abcdef0123456789abcdef";

  @ParameterizedTest
  @CsvSource({
    "__U_7, 7, 7, 2",
    "__U_9_7, 7, 7, 2",
    "__3_7_U, 3, 7, 4",
    "__3_7_U_5, 3, 7, 5",
    "__3_7_U_23, 3, 7, 23",
    "__3_7_U_23.wrt, 3, 7, 23",
    "__3_7_U_11.ok, 3, 7, 11",
    "__3_7_any-text_23.vac, 3, 7, 23",
    "__3_7_any-text, 3, 7, 4",
    "__0_9223372036854775807_U_23, 0, 9223372036854775807, 23",
  })
  void tellsTimesAndVersion(String name, long t1, long t2, String version) {
    FragmentName parsed = FragmentName.parse(name.replace("U", UUID)).orElseThrow();
    assertThat(parsed.t1()).isEqualTo(t1);
    assertThat(parsed.t2()).isEqualTo(t2);
    assertThat(parsed.version()).hasToString(version);
  }

  @Test
  void ignoresTheExtension() {
    assertThat(FragmentName.parse("__1_2_" + UUID + "_23.tmp").orElseThrow().text())
        .isEqualTo("__1_2_" + UUID + "_23");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "_",
        "__",
        "__fragments",
        "__fragment_meta",
        "__array_schema.tdb",
        "__lock.tdb",
        "__tiledb_group.tdb",
        "__1_2_3_4_5",
        "__1_-2_uuid_23",
        "__1_99999999999999999999_uuid_23",
        "__1_2_uuid_x",
        "1_2_uuid_23",
        ".."
      })
  void recognizesOtherNames(String name) {
    assertThat(FragmentName.parse(name)).isEmpty();
  }

  @Test
  void refusesTimesInTheWrongOrder() {
    refuses(CorruptDataException.class, () -> FragmentName.parse("__8_7_" + UUID + "_23"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"24", "2147483670"})
  void refusesUnknownVersionsOnlyWhenAsked(String version) {
    FragmentName name = FragmentName.parse("__3_7_" + UUID + "_" + version).orElseThrow();
    assertThat(name.t2()).isEqualTo(7);
    assertThatThrownBy(name::version)
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageStartingWith("name \"" + name + "\": format version 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "100794400", "99999999999"})
  void treatsImpossibleVersionsAsDamageOnlyOnRequest(String version) {
    FragmentName name = FragmentName.parse("__3_7_" + UUID + "_" + version).orElseThrow();
    refuses(CorruptDataException.class, name::version);
  }

  @Test
  void namesThatAreMadeAtOneTimeAreInTheOrderOfTheirMaking() {
    String before = "";
    for (int i = 0; i < 100_000; i++) {
      String name = FragmentName.create(5, 9, FormatVersion.NEWEST).text();

      assertThat(name).matches("__5_9_[0-9a-f]{32}_23").isGreaterThan(before);
      before = name;
    }
  }

  @Test
  void aNameThatWasMadeParsesToItself() {
    FragmentName made = FragmentName.create(5, 9, FormatVersion.of(12));

    FragmentName parsed = FragmentName.parse(made.text() + ".wrt").orElseThrow();

    assertThat(parsed).isEqualTo(made);
    assertThat(parsed.t1()).isEqualTo(5);
    assertThat(parsed.t2()).isEqualTo(9);
    assertThat(parsed.version()).isEqualTo(FormatVersion.of(12));
  }

  @Test
  void refusesNamesOfTimesInTheWrongOrder() {
    refuses(InvalidRequestException.class, () -> FragmentName.unversioned(9, 5));
  }
}
