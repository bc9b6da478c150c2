package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NetCDF and HDF5 files as dense arrays with labels. */
class NetcdfTest {
  private static final Path FILES = Session.root().resolve("cli/src/test/resources/netcdf");

  @TempDir private Path folder;

  private Session create(String name, Path file, String... more) {
    return Session.line(
        "create %s --from %s %s", folder.resolve(name).toString(), file.toString(), more);
  }

  private String read(String name, String... more) {
    String said =
        Session.done(
            Session.words("read %s --format csv %s", folder.resolve(name).toString(), more));
    return said;
  }

  @ParameterizedTest
  @ValueSource(strings = {"air-classic.nc", "air-offset64.nc", "air-data64.nc", "air-hdf5.nc"})
  void coordinatesAreLabelsAndPackedValuesAreUnpacked(String file) {
    Session session = create("air", FILES.resolve(file), "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains(file + ", 3 by 3 by 4")
        .contains("not read: crs; use --arrays NAME,... to choose arrays")
        .containsPattern("time_index +INT32 +0\\.\\.2 ")
        .contains("wrote 36 cells");
    assertThat(
            read(
                "air",
                "--range",
                "lat=45..46",
                "--range",
                "time=2000-01-01T12:00",
                "--range",
                "lon=5..10",
                "--fields",
                "time,lat,lon,t,p"))
        .isEqualTo(
            "time,lat,lon,t,p\n"
                + "2000-01-01T12:00:00Z,45.0,5.0,273.5,35.0\n"
                + "2000-01-01T12:00:00Z,45.0,7.5,273.51,36.0\n");
    assertThat(read("air", "--where", "t is null", "--fields", "p")).isEqualTo("p\n24.0\n");
    assertThat(read("air", "--range", "time_index=1", "--range", "lat=45..45", "--fields", "t"))
        .isEqualTo("t\n273.35999999999996\n273.37\n273.38\n\n");
    assertThat(Session.of("meta", folder.resolve("air").toString(), "--format", "json").out)
        .contains("\"title\"", "A made file", "__tiledb_attr.t.units", "__tiledb_dim.lat.units")
        .doesNotContain("since", "scale_factor", "_FillValue");
    assertThat(Session.of("verify", "--deep", folder.resolve("air").toString()).out)
        .contains("no problems");
  }

  @Test
  void variablesAreChosenByName() {
    Path plain = FILES.resolve("plain.h5");
    assertThat(create("a", plain, "--arrays", "image,other", "--write").err).isEmpty();
    assertThat(read("a", "--range", "d0=1", "--range", "d1=2..3"))
        .isEqualTo("d0,d1,image,other\n1,2,6,3.0\n1,3,7,3.5\n");
    assertThat(create("b", plain, "--arrays", "square", "--dims", "y,x", "--write").err).isEmpty();
    assertThat(read("b", "--range", "y=2", "--range", "x=2"))
        .isEqualTo("y,x,square\n2,2,9223372036854775816\n");
    assertThat(create("c", FILES.resolve("chunked.nc"), "--arrays", "inner/w", "--write").err)
        .isEmpty();
    assertThat(read("c", "--range", "inner/z=20..20", "--range", "x=9", "--fields", "inner/w"))
        .isEqualTo("inner/w\n20.0\n");

    Session unknown = create("d", plain, "--arrays", "image,nix");
    assertThat(unknown.code).isEqualTo(Failure.REQUEST);
    assertThat(unknown.err)
        .contains("plain.h5: --arrays: unknown numeric variable \"nix\"; valid: ")
        .contains("image");
    assertThat(create("d", plain, "--arrays", "image,lzf").err)
        .contains("\"image\" and \"lzf\" have different dimensions; create an array for each");
    assertThat(create("d", FILES.resolve("chunked.nc"), "--arrays", "inner/names").err)
        .contains("unknown numeric variable \"inner/names\"");
    assertThat(folder.resolve("d")).doesNotExist();
  }

  @Test
  void cellsThatWereNeverWrittenAreNull() {
    assertThat(create("v", FILES.resolve("chunked.nc"), "--write").err).isEmpty();

    assertThat(read("v", "--range", "time=4..5", "--range", "y=6", "--range", "x=9"))
        .isEqualTo("time,y,x,v\n4,6,9,349\n5,6,9,\n");
  }

  @Test
  void allTypesOfNumbersKeepTheirs() {
    for (String kind : List.of("kinds-data64.nc", "kinds-hdf5.nc")) {
      String name = kind.replace('.', '-');
      assertThat(create(name, FILES.resolve(kind), "--write").err).isEmpty();
      assertThat(read(name, "--range", "n=4", "--fields", "b,ub,s,us,i,ui,l,ul,f,d"))
          .isEqualTo(
              "b,ub,s,us,i,ui,l,ul,f,d\n"
                  + "127,255,32767,65535,2147483647,4294967295,9223372036854775807,"
                  + "18446744073709551615,3.0,3.0\n");
    }
  }

  @Test
  void whatCannotBeReadSaysWhy() throws IOException {
    byte[] whole = Files.readAllBytes(FILES.resolve("air-classic.nc"));
    Path cut = Files.write(folder.resolve("cut.nc"), Arrays.copyOf(whole, 700));
    Session session = create("cut", cut, "--write");
    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err).contains("cut.nc: the file is truncated: ");
    assertThat(folder.resolve("cut")).doesNotExist();

    Path packed = folder.resolve("air.nc.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(whole);
    }
    assertThat(create("packed", packed).err)
        .contains("must be an uncompressed file; decompress it first");
    assertThat(create("rows", FILES.resolve("air-hdf5.nc"), "--format", "csv").err)
        .contains("an HDF5 or NetCDF-4 file; it holds grids, not rows; omit --format");
    assertThat(create("sparse", FILES.resolve("air-hdf5.nc"), "--sparse").err)
        .contains("becomes a dense array");
  }

  @Test
  void encryptedArraysHaveEncryptedLabels() throws IOException {
    Path key = Files.writeString(folder.resolve("key"), "0123456789abcdef0123456789abcdef");
    Session session =
        create("air", FILES.resolve("air-hdf5.nc"), "--write", "--key-file", key.toString());

    assertThat(session.err).isEmpty();
    assertThat(
            read(
                "air",
                Session.words(
                    "--range lat=50..50 --range time_index=0 --fields lat,p --key-file %s",
                    key.toString())))
        .isEqualTo("lat,p\n50.0,1.0\n50.0,2.0\n50.0,3.0\n50.0,4.0\n");
  }
}
