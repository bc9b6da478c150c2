package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.text.output.OutputCompression;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/** Small valid files of each kind that can be imported. */
enum FileSeeds {
  CSV("csv", true),
  TSV("tsv", true),
  JSON("json", true),
  JSON_LINES("jsonl", true),
  ESRI_GRID("asc", true),
  PACKED_CSV("csv", false),
  NPY("npy", false),
  NPZ("npz", false),
  TIFF("tif", false),
  PNG("png", false),
  JPEG("jpg", false),
  GIF("gif", false),
  NETCDF_3("nc", false),
  HDF5("h5", false),
  ARROW("arrow", false);

  /** Where bzip2 has the size of its blocks. */
  private static final int BLOCK_SIZE = 3;

  private static final Path FILES = Session.root().resolve("cli/src/test/resources");
  private static final String TABLE =
      "id,time,place,value\n1,2020-12-31T10:00:00Z,\"a, b\",1.5\n2,2021-01-01T10:00:00Z,c,\n"
          + "3,2021-01-02T10:00:00Z,d,2e10\n4,2021-01-03T10:00:00Z,c,-7\n";
  private static final String DAYS =
      "day;amount;ok\n31.12.2020;1.234,5;yes\n01.01.2021;0,25;no\n02.01.2021;NA;yes\n";
  private static final String ROWS =
      "{\"id\":1,\"x\":1.5,\"l\":[1,2],\"t\":\"\\u00e9\"}\n{\"id\":2,\"x\":null,\"l\":[],\"t\":\"b\"}\n"
          + "{\"id\":3,\"x\":2,\"l\":[3],\"b\":true}\n";
  private static final String GRID =
      "ncols 4\nnrows 3\nxllcorner 10.5\nyllcorner 40\ncellsize 0.25\nNODATA_value -9999\n"
          + "1 2 3 4\n5 -9999 7 8\n9 1e3 11 12.5\n";

  private final String extension;
  private final boolean text;

  FileSeeds(String extension, boolean text) {
    this.extension = extension;
    this.text = text;
  }

  /** How the names of such files end. */
  String extension() {
    return extension;
  }

  /** Whether they are texts. */
  boolean isText() {
    return text;
  }

  /**
   * The files.
   *
   * @param folder where arrays can be made
   */
  List<byte[]> files(Path folder) throws IOException {
    return switch (this) {
      case CSV -> texts(TABLE, DAYS, "a b c\n1 2 3\n4 5 6\n", "title\n\nx,y\n1,0x1f\n2,007\n");
      case TSV -> texts(TABLE.replace(',', '\t'), "a\tb\n1\t\\N\n2\tx\\ty\n");
      case JSON -> texts("[" + ROWS.strip().replace("\n", ",\n") + "]");
      case JSON_LINES -> texts(ROWS);
      case ESRI_GRID -> texts(GRID);
      case PACKED_CSV -> packed();
      case NPY ->
          resources(
              "grids/big-endian.npy",
              "grids/bytes.npy",
              "grids/complexes.npy",
              "grids/days.npy",
              "grids/fortran.npy",
              "grids/halves.npy",
              "grids/records.npy",
              "grids/words.npy");
      case NPZ -> resources("grids/alike.npz");
      case TIFF -> tiffs();
      case PNG -> pictures("png");
      case JPEG -> pictures("jpeg");
      case GIF -> pictures("gif");
      case NETCDF_3 ->
          resources(
              "netcdf/matrix.nc",
              "netcdf/air-classic.nc",
              "netcdf/air-offset64.nc",
              "netcdf/air-data64.nc",
              "netcdf/missing-classic.nc");
      case HDF5 ->
          resources("netcdf/small-chunks.h5", "netcdf/small-scale.h5", "netcdf/small-growing.h5");
      case ARROW -> arrows(folder);
    };
  }

  private static List<byte[]> texts(String... texts) {
    List<byte[]> files = new ArrayList<>();
    for (String text : texts) {
      files.add(text.getBytes(StandardCharsets.UTF_8));
    }
    return files;
  }

  private static List<byte[]> resources(String... names) throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (String name : names) {
      files.add(Files.readAllBytes(FILES.resolve(name)));
    }
    return files;
  }

  private static List<byte[]> packed() throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (OutputCompression packing : OutputCompression.values()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream out = packing.pack(bytes)) {
        out.write(TABLE.getBytes(StandardCharsets.UTF_8));
      }
      files.add(bytes.toByteArray());
      if (packing == OutputCompression.BZIP2) {
        // The smallest blocks: what one damaged byte repeats has 5 MB at most, not 45.
        files.get(files.size() - 1)[BLOCK_SIZE] = '1';
      }
    }
    return files;
  }

  private static BufferedImage image(int type) {
    BufferedImage image = new BufferedImage(9, 7, type);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        image.setRGB(x, y, 0xff000000 | 28 * x << 16 | 36 * y << 8 | x * y);
      }
    }
    return image;
  }

  private static List<byte[]> pictures(String format) throws IOException {
    List<byte[]> files = new ArrayList<>();
    files.add(written(format, BufferedImage.TYPE_BYTE_GRAY, null, false));
    files.add(written(format, BufferedImage.TYPE_3BYTE_BGR, null, false));
    if (format.equals("png")) {
      files.add(written(format, BufferedImage.TYPE_4BYTE_ABGR, null, false));
      files.add(written(format, BufferedImage.TYPE_BYTE_INDEXED, null, false));
    }
    return files;
  }

  private static List<byte[]> tiffs() throws IOException {
    List<byte[]> files = new ArrayList<>();
    files.add(
        new TiffBytes()
            .page(3, 2, 8, new byte[] {1, 2, 3, 7, 5, 6})
            .with(33550, 30.0, 30.0, 0.0)
            .with(33922, 0, 0, 0, 500000.0, 4200000.0, 0)
            .with(42113, "7")
            .page(3, 2, 8, new byte[] {6, 5, 4, 3, 2, 1})
            .bytes());
    for (String packing : List.of("LZW", "Deflate", "PackBits", "JPEG", "ZLib")) {
      files.add(written("tiff", BufferedImage.TYPE_3BYTE_BGR, packing, false));
    }
    for (String packing : List.of("CCITT RLE", "CCITT T.4", "CCITT T.6")) {
      files.add(written("tiff", BufferedImage.TYPE_BYTE_BINARY, packing, false));
    }
    files.add(written("tiff", BufferedImage.TYPE_USHORT_GRAY, "LZW", true));
    return files;
  }

  private static byte[] written(String format, int type, String packing, boolean tiles)
      throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      ImageWriteParam how = writer.getDefaultWriteParam();
      if (packing != null) {
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionType(packing);
      }
      if (tiles) {
        how.setTilingMode(ImageWriteParam.MODE_EXPLICIT);
        how.setTiling(16, 16, 0, 0);
      }
      writer.write(null, new IIOImage(image(type), null, null), how);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  private static List<byte[]> arrows(Path folder) throws IOException {
    Path table = Files.writeString(folder.resolve("table.csv"), TABLE);
    String array = folder.resolve("table").toString();
    Session.done("create", array, "--from", table.toString(), "--enumerate", "place", "--write");
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    assertThat(Session.to(stream, "read", array, "--format", "arrow").code).isZero();
    Path file = folder.resolve("table.arrow");
    assertThat(Session.of("read", array, "-o", file.toString()).err).isEmpty();
    return List.of(stream.toByteArray(), Files.readAllBytes(file));
  }
}
