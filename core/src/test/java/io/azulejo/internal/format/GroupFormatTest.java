package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.GroupDetails.Kind;
import io.azulejo.internal.format.GroupDetails.Member;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupFormatTest {
  private static final Member NAMED = new Member(2, Kind.ARRAY, true, "a", Optional.of("n"), true);

  @Test
  void aMemberSaysWhatItIs() {
    GroupDetails details = new GroupDetails(2, List.of(NAMED));

    assertThat(HexFormat.of().formatHex(GroupFormat.encode(details).toBytes()))
        .isEqualTo(
            "02000000"
                + "0100000000000000" // version, number of members
                + "02000000"
                + "02"
                + "01" // version, array, relative
                + "0100000000000000"
                + "61" // URI
                + "01"
                + "0100000000000000"
                + "6e" // name
                + "01"); // deleted
    assertThat(GroupFormat.decode(GroupFormat.encode(details))).isEqualTo(details);
  }

  @Test
  void membersAreToldApartByNameOrElseByUri() {
    assertThat(NAMED.key()).isEqualTo("n");
    assertThat(new Member(2, Kind.GROUP, false, "s3://b/g", Optional.empty(), false).key())
        .isEqualTo("s3://b/g");
  }

  @Test
  void refusesToWriteARemovalInVersion1() {
    Member removal = new Member(1, Kind.ARRAY, true, "a", Optional.empty(), true);

    refuses(
        UnsupportedFormatException.class,
        () -> GroupFormat.encode(new GroupDetails(1, List.of(removal))));
  }

  @ParameterizedTest
  @CsvSource({"0", "1000", "-1"})
  void refusesImpossibleVersions(int version) {
    refuses(
        InvalidRequestException.class,
        () -> GroupFormat.encode(new GroupDetails(version, List.of())));
  }

  @Test
  void refusesNewerVersions() {
    refuses(
        UnsupportedFormatException.class, () -> GroupFormat.encode(new GroupDetails(3, List.of())));
  }

  @ParameterizedTest
  @CsvSource({
    "__1_1_0123456789abcdef0123456789abcdef, false",
    "__1_1_0123456789abcdef0123456789abcdef_1, false",
    "__1_1_0123456789abcdef0123456789abcdef_2, true"
  })
  void namesTellWhetherAFileSaysChanges(String name, boolean changes) {
    assertThat(GroupDetails.namesChanges(name)).isEqualTo(changes);
  }
}
