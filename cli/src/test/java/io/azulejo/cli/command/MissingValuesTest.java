package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What NetCDF files declare missing, and names that they use twice. */
class MissingValuesTest {
  private static final Path FILES = Session.root().resolve("cli/src/test/resources/netcdf");

  @TempDir private Path folder;

  private String run(String command, String name, String... more) {
    String said =
        Session.done(Session.words("%s %s %s", command, folder.resolve(name).toString(), more));
    return said;
  }

  private void create(String name, String file, String... more) {
    List<String> args = new ArrayList<>(List.of("--from", FILES.resolve(file).toString()));
    args.addAll(List.of(more));
    args.add("--write");
    run("create", name, args.toArray(String[]::new));
  }

  /** The values of a field of eight cells, one word each; {@code -} where there is none. */
  private String values(String name, String field) {
    List<String> lines = run("read", name, "--format", "csv", "--fields", field).lines().toList();
    assertThat(lines).hasSize(9);
    return String.join(" ", lines.subList(1, 9).stream().map(v -> v.isEmpty() ? "-" : v).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing-classic.nc", "missing-hdf5.nc"})
  void numbersAreMissingThatTheFileDeclaresSoAndNoOthers(String file) {
    create("a", file);

    // NaN is no short: nothing is missing, zeros least of all.
    assertThat(values("a", "unheld")).isEqualTo("1.0 1.5 2.0 2.5 3.0 3.5 4.0 4.5");
    assertThat(values("a", "held")).isEqualTo("0.0 0.5 - 1.5 2.0 2.5 3.0 3.5");
    assertThat(values("a", "twice")).isEqualTo("- 1 2 - 4 5 6 7");
    assertThat(values("a", "words")).isEqualTo("- 1 2 3 - 5 6 7");
    // The fill value is declared, and so that of NetCDF is a number as others.
    assertThat(values("a", "floats")).isEqualTo("- - 2.0 3.0 4.0 5.0 6.0 9.96921e36");
    assertThat(values("a", "plain")).isEqualTo("0.0 1.0 - 3.0 4.0 5.0 6.0 -");
    assertThat(values("a", "flagged")).isEqualTo("0 1 2 3 4 127 254 -");
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing-classic.nc", "missing-hdf5.nc"})
  void numbersOutsideOfTheValidRangeAreMissing(String file) {
    create("a", file);

    assertThat(values("a", "between")).isEqualTo("- - 2 3 4 5 - -");
    assertThat(values("a", "packed")).isEqualTo("0.0 0.1 0.2 0.30000000000000004 0.4 0.5 - -");
    assertThat(values("a", "unpacked")).isEqualTo("- 0.0 -0.1 -0.2 -0.30000000000000004 - - -");
    assertThat(values("a", "close")).isEqualTo("- 0.1 0.2 3.0 4.0 5.0 6.0 7.0");
    assertThat(values("a", "bytes")).isEqualTo("0 1 2 3 4 127 254 -");
    assertThat(values("a", "odd")).isEqualTo("0 1 2 3 4 5 6 7");
    assertThat(run("meta", "a"))
        .containsPattern("packed\\.valid_max +FLOAT64 +1 +0\\.5\n")
        .containsPattern("unpacked\\.valid_min +FLOAT64 +1 +-0\\.3\n")
        .containsPattern("bytes\\.valid_range +FLOAT64 +2 +\\[0\\.0,254\\.0\\]\n");
  }

  @Test
  void aggregatesLeaveOutWhatIsMissing() {
    create("a", "missing-classic.nc");

    assertThat(
            run(
                "agg",
                "a",
                Session.words(
                    "mean(plain),sum(plain),min(plain),max(plain),count(plain),median(plain) --format csv")))
        .endsWith("\n3.1666666666666665,19.0,0.0,6.0,6,3.5\n");
    assertThat(run("agg", "a", "mean(held),count(held),count()", "--format", "csv"))
        .endsWith("\n1.8571428571428572,7,8\n");
    assertThat(run("summarize", "a", "--fields", "plain", "--format", "csv"))
        .contains("plain,FLOAT64,6,2,0,0.0,6.0,3.1666666666666665,");
  }

  @Test
  void namesThatAFileUsesTwiceGetASuffix() {
    create("covariance", "matrix.nc", "--arrays", "covariance");
    assertThat(run("read", "covariance", "--format", "csv", "--range", "x_2=20..20"))
        .isEqualTo("x_index,x_2_index,covariance\n0,1,2.0\n1,1,4.0\n");
    assertThat(run("meta", "covariance")).contains("dim.x.units", "dim.x_2.units");

    create("index", "matrix.nc", "--arrays", "lat_index");
    assertThat(run("read", "index", "--format", "csv", "--range", "lat_2=49..49"))
        .isEqualTo("lat_2_index,lat_index\n1,6\n");

    create("lat", "matrix.nc", "--arrays", "lat");
    assertThat(run("read", "lat", "--format", "csv")).isEqualTo("lat_index,lat\n0,50.0\n1,49.0\n");
  }
}
