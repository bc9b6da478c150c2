package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every predicate at every version against a table written by hand. */
class FormatVersionTest {
  // A column for each version from 1 to 23; x where the predicate holds.
  private static final String PREDICATES =
      """
      alwaysUnzipsCoordinates          .xxxx xxxxx xxxxx xxxxx xxx
      hasFooter                        ..xxx xxxxx xxxxx xxxxx xxx
      hasDimensionFiles                ....x xxxxx xxxxx xxxxx xxx
      hasDuplicates                    ....x xxxxx xxxxx xxxxx xxx
      hasCommitFiles                   ....x xxxxx xxxxx xxxxx xxx
      hasFillValues                    ..... xxxxx xxxxx xxxxx xxx
      hasValidity                      ..... .xxxx xxxxx xxxxx xxx
      writable                         ..... .xxxx xxxxx xxxxx xxx
      hasExactStringBounds             ..... ..xxx xxxxx xxxxx xxx
      namesFilesByRawField             xxxxx xx... ..... ..... ...
      namesFilesByIndex                ..... ...xx xxxxx xxxxx xxx
      hasRelativeFooters               ..... ...xx xxxxx xxxxx xxx
      needsLockFile                    xxxxx xxxxx ..... ..... ...
      namesSchemas                     ..... ....x xxxxx xxxxx xxx
      hasFooterLength                  ..... ....x xxxxx xxxxx xxx
      hasTileStatistics                ..... ..... xxxxx xxxxx xxx
      endsChunksAtCells                ..... ..... xxxxx xxxxx xxx
      splitsDirectories                ..... ..... .xxxx xxxxx xxx
      hasFragmentStatistics            ..... ..... .xxxx xxxxx xxx
      keepsOffsetsInAsciiRle           ..... ..... .xxxx xxxxx xxx
      keepsOffsetsInAsciiDictionary    ..... ..... ..xxx xxxxx xxx
      hasTimestamps                    ..... ..... ...xx xxxxx xxx
      hasDeleteMetadata                ..... ..... ....x xxxxx xxx
      isVisibleIfTimesOverlap          ..... ..... ....x xxxxx xxx
      hasDeletes                       ..... ..... ..... xxxxx xxx
      hasProcessedConditions           ..... ..... ..... xxxxx xxx
      keepsGlobalOrder                 ..... ..... ..... xxxxx xxx
      hasDataOrder                     ..... ..... ..... .xxxx xxx
      excludesPaddingFromStatistics    ..... ..... ..... .xxxx xxx
      keepsOffsetsInUtf8               ..... ..... ..... .xxxx xxx
      hasDimensionLabels               ..... ..... ..... ..xxx xxx
      hasRelativeVacuumFiles           ..... ..... ..... ...xx xxx
      reinterpretsInDelta              ..... ..... ..... ...xx xxx
      hasEnumerations                  ..... ..... ..... ....x xxx
      reinterpretsInDoubleDelta        ..... ..... ..... ....x xxx
      appliesIntegerFiltersToDatetimes ..... ..... ..... ....x xxx
      hasExactNullableStringBounds     ..... ..... ..... ..... xxx
      hasCurrentDomain                 ..... ..... ..... ..... .xx
      hasOptionalSections              ..... ..... ..... ..... ..x
      """;

  @Test
  void everyPredicateHoldsWhereTheTableSaysSo() throws ReflectiveOperationException {
    Map<String, String> expected = new TreeMap<>();
    PREDICATES
        .lines()
        .forEach(l -> expected.put(l.split(" ")[0], l.substring(l.indexOf(' ')).replace(" ", "")));
    Map<String, String> found = new TreeMap<>();
    for (Method method : FormatVersion.class.getDeclaredMethods()) {
      if (method.getReturnType() == boolean.class
          && method.getParameterCount() == 0
          && !Modifier.isStatic(method.getModifiers())) {
        StringBuilder row = new StringBuilder();
        for (int number = 1; number <= 23; number++) {
          row.append((boolean) method.invoke(FormatVersion.of(number)) ? 'x' : '.');
        }
        found.put(method.getName(), row.toString());
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void theDefaultIsTheNewestThatAReleaseReads() {
    assertThat(FormatVersion.DEFAULT).isEqualTo(FormatVersion.of(22));
    assertThat(FormatVersion.DEFAULT.release()).hasToString("Optional[2.25]");
    assertThat(FormatVersion.NEWEST.release()).isEmpty();
    assertThat(FormatVersion.of(8).release()).hasToString("Optional[2.2.3]");
    Release last = FormatVersion.of(1).release().orElseThrow();
    for (int number = 2; number <= 22; number++) {
      Release release = FormatVersion.of(number).release().orElseThrow();
      assertThat(release).as("version %d", number).isGreaterThan(last);
      last = release;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 6, 24})
  void writesNoVersionsOutside(int number) {
    assertThatThrownBy(() -> FormatVersion.writable(number))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "cannot write format version %d (valid: 7 to 23; default: 22, the newest that released TileDB reads)"
                .formatted(number));
  }

  @Test
  void versionsAreOrderedByAge() {
    assertThat(FormatVersion.of(9)).isLessThan(FormatVersion.of(10));
    assertThat(FormatVersion.NEWEST).isEqualTo(FormatVersion.of(23)).hasToString("23");
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 40, 64})
  void refusesNewerVersions(int number) {
    assertThatThrownBy(() -> FormatVersion.of(number))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("format version " + number)
        .hasMessageContaining("use a newer release");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65, 100_794_400, Integer.MAX_VALUE, -1})
  void treatsImpossibleVersionsAsDamage(int number) {
    assertThatThrownBy(() -> FormatVersion.of(number))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(
            Integer.toUnsignedString(number)
                + " is not a format version (known: 1, of TileDB 1.4, to 23)");
  }

  @Test
  void refusesVersionsOfExperimentalBuilds() {
    refuses(UnsupportedFormatException.class, () -> FormatVersion.of(0x80000000 | 17));
  }
}
