package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TIFF files with places, missing pixels, copies of other sizes, and several pictures. */
class TiffTest {
  private static final int KIND = 254;
  private static final int REDUCED = 1;
  private static final int MASK = 4;
  private static final int SCALE = 33550;
  private static final int TIEPOINTS = 33922;
  private static final int MATRIX = 34264;
  private static final int KEYS = 34735;
  private static final int KEY_TEXTS = 34737;
  private static final int METADATA = 42112;
  private static final int NO_DATA = 42113;

  @TempDir private Path folder;
  private String array;

  @BeforeEach
  void locate() {
    array = folder.resolve("array").toString();
  }

  private Session create(byte[] file) throws IOException {
    Path path = Files.write(folder.resolve("picture.tif"), file);
    return Session.of("create", array, "--from", path.toString(), "--write");
  }

  private void created(TiffBytes file) throws IOException {
    Session session = create(file.bytes());
    assertThat(session.err).isEmpty();
    assertThat(session.code).isZero();
  }

  private String read(String... more) {
    String[] args = Arrays.copyOf(new String[] {"read", array, "--format", "csv"}, 4 + more.length);
    System.arraycopy(more, 0, args, 4, more.length);
    String said = Session.done(args);
    return said;
  }

  private String meta() {
    return Session.of("meta", array).out;
  }

  private static TiffBytes picture() {
    return new TiffBytes().page(3, 2, 8, new byte[] {1, 2, 3, 7, 5, 6});
  }

  @Test
  void picturesKeepTheirPlaceAndNoData() throws IOException {
    created(
        picture()
            .with(SCALE, 30.0, 30.0, 0.0)
            .with(TIEPOINTS, 0, 0, 0, 500000.0, 4200000.0, 0)
            .with(KEYS, 1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32618)
            .with(NO_DATA, "7"));

    assertThat(read("--fields", "y,x,value", "--range", "y=4199940..4199970"))
        .isEqualTo("y,x,value\n4199955.0,500015.0,\n4199955.0,500045.0,5\n4199955.0,500075.0,6\n");
    assertThat(Session.of("schema", array).out)
        .containsPattern("y_index +INT32 +0\\.\\.1 ")
        .containsPattern("value +UINT8 +nullable +fill null \\(7\\)");
    assertThat(meta())
        .containsPattern("crs +STRING_UTF8 +10 +EPSG:32618\n")
        .contains("[30.0,0.0,500000.0,0.0,-30.0,4200000.0]");
    assertThat(Session.of("agg", array, "mean(value),count(value)", "--format", "csv").out)
        .endsWith("\n3.4,5\n");
  }

  @Test
  void pointsLieInTheMiddleOfPixels() throws IOException {
    created(
        picture()
            .with(SCALE, 0.5, 0.25, 0.0)
            .with(TIEPOINTS, 0, 0, 0, 10.0, 50.0, 0)
            .with(KEYS, 1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326));

    assertThat(read("--fields", "y,x,value", "--range", "x=10..10"))
        .isEqualTo("y,x,value\n50.0,10.0,1\n49.75,10.0,7\n");
    assertThat(meta()).contains("EPSG:4326", "[0.5,0.0,9.75,0.0,-0.25,50.125]");
  }

  @Test
  void turnedPicturesHaveATransformationButNoLabels() throws IOException {
    created(
        picture()
            .with(MATRIX, 2.0, 1.0, 0, 100, 1, -2, 0, 200, 0, 0, 0, 0, 0, 0, 0, 1)
            .with(KEYS, 1, 1, 0, 2, 3072, 0, 1, 32767, 3073, KEY_TEXTS, 8, 0)
            .with(KEY_TEXTS, "My grid||"));

    assertThat(read("--range", "y=1")).isEqualTo("y,x,value\n1,0,7\n1,1,5\n1,2,6\n");
    assertThat(meta())
        .containsPattern("crs +STRING_UTF8 +7 +My grid\n")
        .contains("[2.0,1.0,100.0,1.0,-2.0,200.0]");
  }

  @Test
  void numbersThatSamplesCannotHoldAreNoData() throws IOException {
    created(picture().with(NO_DATA, "-9999"));

    assertThat(read()).isEqualTo("y,x,value\n0,0,1\n0,1,2\n0,2,3\n1,0,7\n1,1,5\n1,2,6\n");
    assertThat(Session.of("schema", array).out).containsPattern("value +UINT8 +fill 255");
  }

  @Test
  void packedBandsAreUnpackedAsGdalSays() throws IOException {
    created(
        picture()
            .with(NO_DATA, "7")
            .with(
                METADATA,
                "<GDALMetadata>\n  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.5</Item>\n"
                    + "  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">10</Item>\n"
                    + "  <Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">m &amp; s</Item>\n"
                    + "  <Item name=\"SOURCE\">by hand</Item>\n</GDALMetadata>"));

    assertThat(read("--range", "y=1")).isEqualTo("y,x,value\n1,0,\n1,1,12.5\n1,2,13.0\n");
    assertThat(meta())
        .containsPattern("__tiledb_attr.value.UNITTYPE +STRING_UTF8 +5 +m & s\n")
        .containsPattern("SOURCE +STRING_UTF8 +7 +by hand\n");
  }

  @Test
  void smallerCopiesAreNotReadAndMasksMakeNulls() throws IOException {
    created(
        picture()
            .page(3, 2, 1, new byte[] {(byte) 0b11000000, (byte) 0b01100000})
            .with(KIND, MASK)
            .with(262, 4)
            .page(2, 1, 8, new byte[] {1, 3})
            .with(KIND, REDUCED)
            .page(2, 1, 1, new byte[] {(byte) 0b11000000})
            .with(KIND, REDUCED | MASK)
            .with(262, 4));

    assertThat(read()).isEqualTo("y,x,value\n0,0,1\n0,1,2\n0,2,\n1,0,\n1,1,5\n1,2,6\n");
  }

  @Test
  void picturesOfOneSizeAreAStack() throws IOException {
    created(
        picture()
            .with(SCALE, 1.0, 1.0, 0.0)
            .with(TIEPOINTS, 0, 0, 0, 10.0, 50.0, 0)
            .page(3, 2, 8, new byte[] {11, 12, 13, 14, 15, 16}));

    assertThat(read("--range", "y=49..50", "--range", "x=12..13"))
        .isEqualTo("page,y_index,x_index,value\n0,0,2,3\n1,0,2,13\n");
    assertThat(read("--range", "page=1", "--fields", "value"))
        .isEqualTo("value\n11\n12\n13\n14\n15\n16\n");
  }

  @Test
  void picturesThatDifferAreRefused() throws IOException {
    Session session = create(picture().page(1, 1, 8, new byte[] {1}).bytes());

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err)
        .contains("picture.tif: the file has 2 different images: image 1 has 3 x 2")
        .contains("image 2 has 1 x 1 pixels of 1 sample of 8 bits; save each to its own file");
    assertThat(folder.resolve("array")).doesNotExist();
  }

  @Test
  void directoriesThatComeBackOrLeaveTheFileAreErrors() throws IOException {
    Session loop = create(picture().bytes(8));
    assertThat(loop.code).isEqualTo(Failure.REQUEST);
    assertThat(loop.err)
        .contains("picture.tif: the TIFF file is damaged: its list of images has a loop at")
        .contains("offset 8");

    Session far = create(picture().bytes(Integer.MAX_VALUE));
    assertThat(far.code).isEqualTo(Failure.REQUEST);
    assertThat(far.err).contains("the directory of image 2 is not within the file");

    byte[] many = picture().with(NO_DATA, "-9999").bytes();
    int entry = 8 + 2 + 12 * 9;
    many[entry + 7] = 0x7f;
    Session count = create(many);
    assertThat(count.code).isEqualTo(Failure.REQUEST);
    assertThat(count.err).contains("tag 42113 of image 1 has 2,130,706,438 values");
  }
}
