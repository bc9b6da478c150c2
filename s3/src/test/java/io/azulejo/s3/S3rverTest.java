package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.maintenance.StoreReport.Promise;
import io.azulejo.testkit.ServerTests;
import io.azulejo.testkit.ThirdPartyServer.Kind;
import org.junit.jupiter.api.Test;

/**
 * s3rver ignores conditions, so that files replace those that have their names. Listings lack
 * folders in which there are only folders. Ranges from the end of a file that is shorter have a
 * wrong length.
 */
class S3rverTest extends S3ServerContract {
  S3rverTest() {
    super(
        new ServerTests(Kind.S3RVER)
            .fails(
                "it ignores If-None-Match",
                "refusesANameThatIsTaken",
                "refusesANameThatIsInTheMaking",
                "keepsThePromisesThatATrialTries")
            .fails(
                "it does not list folders in which there are only folders",
                "listsByName",
                "createsInOneActAndLeavesNothingElse",
                "deletesWhatIsThere")
            .fails(
                "its ranges from the end of shorter files have a wrong length",
                "readsTheEndOfAFileAndSaysItsSize"));
  }

  @Test
  void isFoundToBreakFourPromises() {
    assertThat(brokenPromises())
        .containsOnlyKeys(Promise.LISTED, Promise.TAKEN, Promise.RACE, Promise.END)
        .hasEntrySatisfying(
            Promise.TAKEN,
            what -> assertThat(what).contains("a second time succeeded, but should be refused"))
        .hasEntrySatisfying(
            Promise.RACE, what -> assertThat(what).contains("8 succeeded (expected 1)"))
        .hasEntrySatisfying(
            Promise.LISTED,
            what -> assertThat(what).contains("lacks the folder outer, which holds only folders"));
  }

  @Test
  void letsAllCreateOneName() {
    assertThat(winners(16)).isEqualTo(16);
  }
}
