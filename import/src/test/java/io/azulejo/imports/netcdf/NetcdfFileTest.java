package io.azulejo.imports.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Variables of files that other programs made. */
class NetcdfFileTest {
  private static final String[] FILES = {
    "air-classic.nc",
    "air-offset64.nc",
    "air-data64.nc",
    "air-hdf5.nc",
    "kinds-data64.nc",
    "kinds-hdf5.nc",
    "chunked.nc",
    "plain.h5",
    "records-single.nc",
  };

  @TempDir private Path folder;

  private static byte[] bytes(String name) throws IOException {
    try (var in = NetcdfFileTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private NetcdfFile open(String name) throws IOException {
    return open(bytes(name));
  }

  private NetcdfFile open(byte[] bytes) throws IOException {
    Path file = Files.createTempFile(folder, "file", ".nc");
    Files.write(file, bytes);
    return NetcdfFile.open(file);
  }

  private static NetcdfVariable find(NetcdfFile file, String name) {
    return file.variables().stream().filter(v -> v.name().equals(name)).findFirst().orElseThrow();
  }

  private static ByteBuffer read(NetcdfVariable variable, long[] start, int... shape)
      throws IOException {
    return ByteBuffer.wrap(variable.read(start, shape)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** All values of a variable. */
  private static ByteBuffer all(NetcdfVariable variable) throws IOException {
    int[] shape = variable.dimensions().stream().mapToInt(d -> (int) d.length()).toArray();
    return read(variable, new long[shape.length], shape);
  }

  private static List<String> names(NetcdfVariable variable) {
    return variable.dimensions().stream().map(NetcdfDimension::name).toList();
  }

  private static float[] floats(ByteBuffer bytes) {
    float[] values = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(values);
    return values;
  }

  private static int[] ints(ByteBuffer bytes) {
    int[] values = new int[bytes.remaining() / Integer.BYTES];
    bytes.asIntBuffer().get(values);
    return values;
  }

  @ParameterizedTest
  @ValueSource(strings = {"air-classic.nc", "air-offset64.nc", "air-data64.nc", "air-hdf5.nc"})
  void variablesAndWhatIsSaidOfThemAreAlikeInFilesOfAllKinds(String name) throws IOException {
    try (NetcdfFile file = open(name)) {
      assertThat(file.attributes().text("title")).contains("A made file");
      assertThat(file.variables().stream().map(NetcdfVariable::name))
          .containsExactlyInAnyOrder("time", "lat", "lon", "t", "p", "crs");
      NetcdfVariable t = find(file, "t");
      assertThat(names(t)).containsExactly("time", "lat", "lon");
      assertThat(t.type()).contains(Datatype.INT16);
      assertThat(t.attributes().number("scale_factor")).contains(0.01);
      assertThat(t.attributes().number("_FillValue")).contains(-32767L);
      assertThat(t.attributes().text("units")).contains("K");
      assertThat(t.attributes().names())
          .containsExactlyInAnyOrder("scale_factor", "add_offset", "_FillValue", "units");
      ByteBuffer values = all(t);
      for (int i = 0; i < 36; i++) {
        assertThat(values.getShort()).isEqualTo((short) (i == 23 ? -32767 : i + 1));
      }
      assertThat(find(file, "time").isCoordinate()).isTrue();
      assertThat(t.isCoordinate()).isFalse();
      ByteBuffer times = all(find(file, "time"));
      assertThat(List.of(times.getDouble(0), times.getDouble(8), times.getDouble(16)))
          .containsExactly(0.0, 6.0, 12.0);
      ByteBuffer part = read(t, new long[] {0, 1, 0}, 3, 2, 4);
      assertThat(part.getShort(0)).isEqualTo((short) 5);
      assertThat(part.getShort(24)).isEqualTo((short) 21);
      assertThat(floats(all(find(file, "lon")))).containsExactly(0, 2.5f, 5, 7.5f);
      assertThat(find(file, "crs").dimensions()).isEmpty();
      assertThat(floats(read(find(file, "p"), new long[] {1, 1, 2}, 2, 2, 2)))
          .containsExactly(19, 20, 23, 24, 31, 32, 35, 36);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kinds-data64.nc", "kinds-hdf5.nc"})
  void numbersOfAllTypesKeepTheirBits(String name) throws IOException {
    try (NetcdfFile file = open(name)) {
      assertThat(all(find(file, "b")).array()).containsExactly(-128, -1, 0, 1, 127);
      assertThat(all(find(file, "ub")).array()).containsExactly(0, 1, 2, -2, -1);
      assertThat(all(find(file, "s")).getShort(0)).isEqualTo(Short.MIN_VALUE);
      assertThat(all(find(file, "us")).getShort(8)).isEqualTo((short) -1);
      assertThat(ints(all(find(file, "i")))).containsExactly(1 << 31, -1, 0, 1, -1 >>> 1);
      assertThat(ints(all(find(file, "ui")))).containsExactly(0, 1, 2, 3, -1);
      assertThat(all(find(file, "l")).getLong(0)).isEqualTo(-Long.MAX_VALUE);
      assertThat(all(find(file, "l")).getLong(32)).isEqualTo(Long.MAX_VALUE);
      assertThat(all(find(file, "ul")).getLong(32)).isEqualTo(-1);
      assertThat(all(find(file, "f")).getFloat(4)).isEqualTo(-0.25f);
      assertThat(all(find(file, "d")).getDouble(8)).isEqualTo(-0.2);
      assertThat(find(file, "l").attributes().number("_FillValue")).contains(-Long.MAX_VALUE + 1);
      assertThat(find(file, "c").type()).isEmpty();
      assertThat(
              file.variables().stream().filter(v -> v.type().isPresent()).map(v -> v.type().get()))
          .containsExactlyInAnyOrder(
              Datatype.INT8,
              Datatype.UINT8,
              Datatype.INT16,
              Datatype.UINT16,
              Datatype.INT32,
              Datatype.UINT32,
              Datatype.INT64,
              Datatype.UINT64,
              Datatype.FLOAT32,
              Datatype.FLOAT64);
    }
  }

  @Test
  void boxesOfChunksAreTheSameAsPartsOfTheWhole() throws IOException {
    try (NetcdfFile file = open("chunked.nc")) {
      NetcdfVariable v = find(file, "v");
      assertThat(v.chunk()).containsExactly(2, 3, 4);
      assertThat(v.dimensions().stream().map(NetcdfDimension::length)).containsExactly(7L, 7L, 10L);
      Random random = new Random(11);
      for (int round = 0; round < 300; round++) {
        long[] start = {random.nextInt(7), random.nextInt(7), random.nextInt(10)};
        int[] shape = {
          random.nextInt(7 - (int) start[0]) + 1,
          random.nextInt(7 - (int) start[1]) + 1,
          random.nextInt(10 - (int) start[2]) + 1
        };
        int[] values = ints(read(v, start, shape));
        int at = 0;
        for (long t = start[0]; t < start[0] + shape[0]; t++) {
          for (long y = start[1]; y < start[1] + shape[1]; y++) {
            for (long x = start[2]; x < start[2] + shape[2]; x++) {
              int expected = t < 5 ? (int) (70 * t + 10 * y + x) : -1;
              assertThat(values[at++])
                  .as("%d %d %d of %s %s", t, y, x, Arrays.toString(start), Arrays.toString(shape))
                  .isEqualTo(expected);
            }
          }
        }
      }
    }
  }

  @Test
  void groupsHaveDimensionsOfTheirOwnAndThoseOfTheFile() throws IOException {
    try (NetcdfFile file = open("chunked.nc")) {
      assertThat(names(find(file, "inner/w"))).containsExactly("inner/z", "x");
      assertThat(find(file, "inner/z").isCoordinate()).isTrue();
      assertThat(find(file, "inner/names").type()).isEmpty();
      assertThat(all(find(file, "inner/w")).getDouble(19 * 8)).isEqualTo(20);
    }
  }

  @Test
  void datasetsWithoutScalesHaveDimensionsByTheirPlaces() throws IOException {
    try (NetcdfFile file = open("plain.h5")) {
      NetcdfVariable image = find(file, "image");
      assertThat(image.dimensions()).isEqualTo(find(file, "other").dimensions());
      assertThat(image.attributes().text("unit")).contains("counts");
      assertThat(image.attributes().numbers("range")).containsExactly(0L, 11L);
      assertThat(all(find(file, "other")).getDouble(8)).isEqualTo(0.5);
      assertThat(all(find(file, "square")).getLong(64)).isEqualTo(Long.MIN_VALUE + 8);
      // A name may stand for one dimension of a variable only.
      assertThat(names(find(file, "square"))).doesNotHaveDuplicates();
      assertThat(all(find(file, "scalar")).getDouble()).isEqualTo(7.5);
      assertThat(all(find(file, "flags")).array()).containsExactly(1, 0, 1);
      assertThat(read(find(file, "lzf"), new long[] {3, 25}, 2, 10).getLong(8)).isEqualTo(326);
      assertThat(read(find(file, "checked"), new long[] {9, 85}, 1, 15).getLong(0)).isEqualTo(985);
    }
  }

  @Test
  void aSingleVariableInRecordsIsNotPadded() throws IOException {
    try (NetcdfFile file = open("records-single.nc")) {
      ByteBuffer values = all(find(file, "a"));
      for (short i = 1; i <= 12; i++) {
        assertThat(values.getShort()).isEqualTo(i);
      }
    }
  }

  @Test
  void boxesThatAreNotWithinAreRefused() throws IOException {
    try (NetcdfFile file = open("air-classic.nc")) {
      NetcdfVariable lat = find(file, "lat");
      for (long[] box : new long[][] {{-1, 1}, {0, 4}, {3, 1}, {0, 0}, {Long.MAX_VALUE, 1}}) {
        assertThatThrownBy(() -> lat.read(new long[] {box[0]}, new int[] {(int) box[1]}))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("\"lat\"");
      }
      assertThatThrownBy(() -> lat.read(new long[2], new int[] {1, 1}))
          .isInstanceOf(InvalidRequestException.class);
    }
  }

  @Test
  void otherFilesAreRefused() {
    assertThat(NetcdfFile.begins("CDF\4....".getBytes(StandardCharsets.US_ASCII))).isFalse();
    assertThat(NetcdfFile.begins(new byte[0])).isFalse();
    assertThatThrownBy(() -> open("PK nothing".getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("neither NetCDF nor HDF5");
  }

  @Test
  void damagedFilesAreReadOrRefusedWithAnErrorThatSaysSo() throws IOException {
    Random random = new Random(5);
    int refused = 0;
    for (String name : FILES) {
      byte[] whole = bytes(name);
      for (int round = 0; round < 60; round++) {
        byte[] damaged =
            round % 5 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        for (int i = random.nextInt(4); i >= 0 && damaged.length > 8; i--) {
          // Most of a file of HDF5 is empty: mostly its beginning is damaged.
          int at =
              8
                  + random.nextInt(
                      random.nextBoolean()
                          ? damaged.length - 8
                          : Math.min(600, damaged.length - 8));
          damaged[at] = (byte) (random.nextInt(3) == 0 ? 0xff : random.nextInt());
        }
        try (NetcdfFile file = open(damaged)) {
          for (NetcdfVariable variable : file.variables()) {
            long cells = 1;
            for (NetcdfDimension dimension : variable.dimensions()) {
              cells = Math.min(1 << 20, cells * Math.min(1 << 20, dimension.length()));
            }
            if (variable.type().isPresent() && cells > 0 && cells < 1 << 20) {
              all(variable);
            }
          }
        } catch (InvalidRequestException e) {
          assertThat(e.getMessage()).isNotBlank();
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(100);
  }
}
