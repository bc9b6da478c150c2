package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static io.azulejo.cli.Session.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepackTest {
  @TempDir private Path folder;

  private String fresh(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void aDenseArrayGetsOtherTilesAndFilters() {
    String to = fresh("grid");
    String said =
        done(
            "repack",
            Session.sample("grid"),
            to,
            "--extent",
            "y=2",
            "--filters",
            "a=BYTESHUFFLE,ZSTD 9",
            "--order",
            "col-major",
            "--tile-order",
            "col-major");

    assertThat(said)
        .containsPattern("(?m)^a +\\d+ +\\d+$")
        .containsPattern("cells: .* in \\d fragment");
    assertThat(done("schema", to))
        .containsPattern("tile order +col-major")
        .containsPattern("cell order +col-major")
        .containsPattern("y .* tile 2")
        .contains("BYTESHUFFLE, ZSTD 9");
    assertThat(Session.of("diff", Session.sample("grid"), to).out)
        .contains("metadata: equal\ncells: equal");
    assertThat(done("history", to).lines().filter(line -> line.contains("wrote")).count())
        .isLessThanOrEqualTo(2);
  }

  @Test
  void aSparseArrayGoesAlongAHilbertCurve() {
    String to = fresh("names");
    String said =
        done(
            "repack",
            Session.sample("names"),
            to,
            "--capacity",
            "7",
            "--order",
            "hilbert",
            "--filters",
            "coordinates=LZ4",
            "--filters",
            "offsets=[{\"type\":\"POSITIVE_DELTA\",\"max_window\":512},{\"type\":\"ZSTD\"}]",
            "--filters",
            "validity=none",
            "--format",
            "csv");

    assertThat(said).startsWith("field,before,after\nname,");
    assertThat(done("schema", to))
        .containsPattern("cell order +hilbert")
        .containsPattern("capacity +7")
        .containsPattern("coordinate filters +LZ4")
        .containsPattern("offset filters +POSITIVE_DELTA window 512, ZSTD -1")
        .containsPattern("validity filters +no filters");
    assertThat(Session.of("diff", Session.sample("names"), to).out).contains("cells: equal");
  }

  @Test
  void timesHaveExtentsOfDurations() throws IOException {
    Path rows = folder.resolve("rows.csv");
    Files.writeString(rows, "t,n\n2024-01-01T00:00:00Z,1\n2024-01-02T00:00:01Z,2\n");
    String from = fresh("from");
    done("create", from, "--from", rows.toString(), "--dims", "t", "--write");
    done("repack", from, fresh("to"), "--extent", "t=P7D");
    assertThat(done("schema", fresh("to"))).contains("tile " + 7 * 86_400);
    assertThat(refused("repack", from, fresh("more"), "--extent", "t=week"))
        .contains("\"week\" is not a valid tile length for a dimension of DATETIME_SEC");
  }

  @Test
  void whatDoesNotFitIsSaid() {
    String grid = Session.sample("grid");
    String to = fresh("to");
    assertThat(refused("repack", grid, to, "--extent", "y"))
        .contains("expected DIM=N, such as y=100");
    assertThat(refused("repack", grid, to, "--extent", "z=1")).contains("valid: y, x");
    assertThat(refused("repack", grid, to, "--filters", "a")).contains("expected FIELD=LIST");
    assertThat(refused("repack", grid, to, "--filters", "a=ZIP"))
        .contains("\"ZIP\"; expected a filter such as ZSTD or ZSTD 5");
    assertThat(refused("repack", grid, to, "--filters", "q=ZSTD"))
        .contains("field \"q\": it does not exist");
    assertThat(refused("repack", grid, to, "--order", "hilbert")).contains("of a dense array");
    assertThat(refused("repack", grid, to, "--tile-order", "curve"))
        .contains("expected row-major or col-major");
    assertThat(refused("repack", grid, to, "--capacity", "0")).contains("must be at least 1");
    assertThat(refused("repack", grid, to, "--new-key-file", "x", "--unencrypted"))
        .contains("use either");
    assertThat(Files.exists(Path.of(to))).isFalse();
    assertThat(Session.of("repack", grid, grid).code).isEqualTo(Failure.REQUEST);
    assertThat(Session.of("repack", grid, folder.toString()).code).isZero();
    assertThat(Session.of("repack", grid, folder.toString()).code).isEqualTo(Failure.EXISTENCE);
  }

  @Test
  void keysStayOrChange() throws IOException {
    Path key = folder.resolve("key");
    Path other = folder.resolve("other");
    Files.writeString(key, "0123456789abcdef0123456789abcdef");
    Files.writeString(other, "fedcba9876543210fedcba9876543210");
    Path schema = folder.resolve("schema.json");
    Files.writeString(schema, done("schema", Session.sample("grid"), "--format", "json"));
    String from = fresh("from");
    done("create", from, "--schema", schema.toString(), "--key-file", key.toString());

    done("repack", from, fresh("same"), "--key-file", key.toString());
    done(
        "repack",
        from,
        fresh("new"),
        "--key-file",
        key.toString(),
        "--new-key-file",
        other.toString());
    done("repack", from, fresh("plain"), "--key-file", key.toString(), "--unencrypted");

    assertThat(refused("info", fresh("same"))).contains("key");
    assertThat(done("info", fresh("same"), "--key-file", key.toString())).contains("dense");
    assertThat(done("info", fresh("new"), "--key-file", other.toString())).contains("dense");
    assertThat(done("info", fresh("plain"))).contains("dense");
  }

  @Test
  void aDenseArrayGetsAWiderDomainWithoutMoreData() throws IOException {
    String to = fresh("wider");
    String before = done("read", Session.sample("grid"), "--format", "csv");

    String said =
        done("repack", Session.sample("grid"), to, "--domain", "y=-9..100", "--domain", "x=..50");

    assertThat(said).containsPattern("domain of y: 1..\\d+ before, -9..100 now");
    assertThat(done("schema", to)).containsPattern("y .*-9..100").containsPattern("x .*1..50");
    assertThat(done("read", to, "--format", "csv")).isEqualTo(before);
    done("repack", Session.sample("grid"), fresh("same"));
    assertThat(boxes(to)).isEqualTo(boxes(fresh("same")));
    assertThat(Session.of("read", to, "--range", "y=90", "--range", "x=50").err)
        .contains("no cells were written there");
  }

  /** The boxes that fragments have written. */
  private static List<NDRange> boxes(String array) {
    try (Azulejo azulejo = Azulejo.create()) {
      return azulejo.open(Location.of(Path.of(array))).fragments().stream()
          .map(fragment -> fragment.nonEmptyDomain().orElseThrow())
          .toList();
    }
  }

  private String sparse() throws IOException {
    String array = fresh("sparse");
    Path rows =
        Files.writeString(folder.resolve("rows.csv"), "x,t,a\n1,2020-01-01,5\n9,2020-03-01,6\n");
    Path schema =
        Files.writeString(
            folder.resolve("schema.json"),
            """
            {"type": "sparse", "schema": {"cell_order": "hilbert",
              "dimensions": [
                {"name": "x", "type": "FLOAT64", "domain": [0, 10]},
                {"name": "t", "type": "DATETIME_DAY", "domain": ["2020-01-01", "2020-12-31"]}],
              "attributes": [{"name": "a", "type": "INT32"}]}}
            """);
    done("create", array, "--schema", schema.toString());
    done("write", array, rows.toString());
    return array;
  }

  @Test
  void aSparseArrayTakesTheNextYear() throws IOException {
    String array = sparse();
    String to = fresh("next");
    Path next = Files.writeString(folder.resolve("next.csv"), "x,t,a\n12.5,2021-06-30,7\n");
    assertThat(refused("write", array, next.toString())).contains("outside the domain");

    done(
        "repack", array, to, "--domain", "t=2020..2021", "--domain", "x=0..100", "--capacity", "5");
    done("write", to, next.toString());

    assertThat(done("read", to, "--format", "csv").lines())
        .contains("1.0,2020-01-01,5", "9.0,2020-03-01,6", "12.5,2021-06-30,7");
    assertThat(done("schema", to)).contains("2020-01-01..2021-12-31");
    assertThat(done("verify", to, "--deep")).contains("no problems");
  }

  @Test
  void aDomainThatLeavesOutACellIsRefusedWithTheCell() throws IOException {
    String array = sparse();
    String to = fresh("narrow");

    assertThat(refused("repack", array, to, "--domain", "x=0..8.5"))
        .contains("excludes the cell at x=9.0, t=2020-03-01");
    assertThat(refused("repack", array, to, "--domain", "t=2020-02..2020-12"))
        .contains("excludes the cell at x=1.0, t=2020-01-01");
    assertThat(refused("repack", Session.sample("grid"), to, "--domain", "y=2..4"))
        .contains("excludes the cell at y=1");
    assertThat(refused("repack", array, to, "--domain", "z=0..1")).contains("unknown dimension");
    assertThat(Files.exists(Path.of(to))).isFalse();

    done("repack", array, to, "--domain", "x=1..9", "--domain", "t=2020-01-01..2020-03-01");
    assertThat(done("read", to, "--format", "csv").lines().count()).isEqualTo(3);
  }
}
