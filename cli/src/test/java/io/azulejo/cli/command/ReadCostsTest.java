package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.azulejo.cli.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code read --plan} and {@code read --stats} say. */
class ReadCostsTest {
  private static final String NAMES = Session.sample("names");
  private static final String GRID = Session.sample("grid");

  private static Session done(String... args) {
    Session session = Session.of(args);
    assertThat(session.code).as(session.err).isZero();
    return session;
  }

  @Test
  void aPlanSaysWhatWouldBeReadAndReadsNothing() {
    Session session = done("read", NAMES, "--where", "v > 40", "--plan");

    assertThat(session.out.lines())
        .containsExactly(
            "plan: sparse, row-major; cells sorted in memory, only the newest cell"
                + " at each place",
            "fragments: 2, 2 touched",
            "tiles: 7, 0 outside the ranges, 0 pruned by statistics, 0 match entirely, 7 to test",
            "bytes: at most 2790 to fetch, coordinates 1373, v 340, s 1077",
            "cells: at most 50",
            "steps: about 1, batches of at most "
                + session.out.replaceAll("(?s).*batches of at most (\\d+) bytes.*", "$1")
                + " bytes");
    assertThat(session.err).isEmpty();
  }

  @Test
  void aPlanOfADenseArrayCountsTheTilesWithinTheRanges() {
    assertThat(done("read", GRID, "--range", "y=1", "--range", "x=1", "--plan").out)
        .contains("plan: dense, row-major;", "cells: at most 1");
  }

  @Test
  void statsComeAfterTheRowsOnStandardError() {
    Session session = done("read", NAMES, "--limit", "3", "--stats", "--format", "csv");

    assertThat(session.out.lines()).hasSize(4);
    assertThat(session.err.lines()).hasSize(4);
    assertThat(session.err)
        .startsWith("files: 0 listed, ")
        .contains("\ntiles: 7, 0 outside the ranges", " 3 delivered in 1 batches\ntime: ");
  }

  @Test
  void bothAreObjectsInJson() throws IOException {
    assertThat(keys(done("read", NAMES, "--plan", "--format", "json").out))
        .contains("dense", "tiles", "pruned", "storedBytes", "coordinates", "cells", "labels");
    assertThat(keys(done("read", GRID, "--stats", "--limit", "1", "--format", "json").err))
        .contains("listings", "bytesRead", "tilesDecoded", "cellsDelivered", "elapsedNanos");
  }

  private static List<String> keys(String text) throws IOException {
    List<String> keys = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(text)) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.FIELD_NAME) {
          keys.add(json.currentName());
        }
      }
    }
    assertThat(text.lines()).hasSize(1);
    return keys;
  }

  @Test
  void aPlanHasNoStats() {
    Session session = Session.of("read", NAMES, "--plan", "--stats");

    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).contains("--plan cannot be combined with --stats");
  }
}
