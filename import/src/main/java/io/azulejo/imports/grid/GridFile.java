package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.netcdf.NetcdfFile;
import io.azulejo.imports.proposal.CoordinateLabel;
import io.azulejo.imports.proposal.Proposal;
import io.azulejo.imports.rows.SchemaInference;
import io.azulejo.imports.rows.TableProfile;
import io.azulejo.imports.source.FileReading;
import io.azulejo.query.Batch;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.text.input.RowFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A file whose cells fill a box, such as an array, an image or an elevation grid. */
public final class GridFile {
  /** Maximum number of cells in a tile, as for all inferred dense arrays. */
  private static final long TILE = 1 << 16;

  private static final String NUMPY = "\u0093NUMPY";
  private static final List<String> IMAGES =
      List.of("\u0089PNG\r\n", "\u00ff\u00d8\u00ff", "GIF87a", "GIF89a");
  private static final List<String> TIFFS = List.of("II*\0", "MM\0*");

  private enum Kind {
    NPY,
    NPZ,
    NETCDF,
    IMAGE,
    TIFF,
    ASCII
  }

  private final RowFile file;
  private final Kind kind;
  private final List<String> arrays;

  private GridFile(RowFile file, Kind kind, List<String> arrays) {
    this.file = file;
    this.kind = kind;
    this.arrays = arrays;
  }

  /**
   * Recognizes a file as a grid.
   *
   * @param head first bytes of the file, decompressed
   * @param arrays names of the arrays or variables to read; empty for the default selection
   * @return empty if the file is not a grid
   */
  public static Optional<GridFile> of(RowFile file, byte[] head, List<String> arrays) {
    String start = new String(head, StandardCharsets.ISO_8859_1);
    Kind kind = null;
    if (start.startsWith(NUMPY)) {
      kind = Kind.NPY;
    } else if (start.startsWith("PK\3\4") && isNpz(start)) {
      kind = Kind.NPZ;
    } else if (NetcdfFile.begins(head)) {
      kind = Kind.NETCDF;
    } else if (IMAGES.stream().anyMatch(start::startsWith)) {
      kind = Kind.IMAGE;
    } else if (TIFFS.stream().anyMatch(start::startsWith)) {
      kind = Kind.TIFF;
    } else if (AsciiGrid.begins(start)) {
      kind = Kind.ASCII;
    }
    return Optional.ofNullable(kind).map(k -> new GridFile(file, k, arrays));
  }

  /**
   * Returns whether the first entry of a ZIP file is a NumPy array.
   *
   * @param start first bytes of the file, as ISO 8859-1
   */
  private static boolean isNpz(String start) {
    if (start.length() < 30) {
      return false;
    }
    int length = start.charAt(26) | start.charAt(27) << 8;
    return start.length() >= 30 + length && start.substring(30, 30 + length).endsWith(".npy");
  }

  /** Returns the name of the file for messages. */
  public String name() {
    return file.name();
  }

  /**
   * Opens the grid for reading. The caller closes it.
   *
   * @throws InvalidRequestException if the file is damaged or not supported
   */
  public Grid open() throws IOException {
    return FileReading.of(name(), this::begin);
  }

  private Grid begin() throws IOException {
    boolean compressed = file.size() > 0 && file.isCompressed();
    if (kind == Kind.NPZ || kind == Kind.NETCDF) {
      Path path = path(compressed);
      return kind == Kind.NPZ
          ? NpzArchive.open(path.toFile(), arrays)
          : NetcdfGrid.open(path, arrays);
    }
    if (!arrays.isEmpty()) {
      throw new InvalidRequestException("--arrays is only for npz, NetCDF and HDF5 files");
    }
    if (kind == Kind.IMAGE || kind == Kind.TIFF) {
      PictureFile picture = PictureFile.open(file, compressed);
      return kind == Kind.IMAGE ? ImageGrid.read(picture) : TiffGrid.open(picture);
    }
    InputStream in = new BufferedInputStream(file.decompressed(), 1 << 16);
    try {
      long size = compressed ? 0 : file.size();
      return kind == Kind.NPY
          ? new NpyGrid(List.of(NpyArray.read("value", in, size)), null)
          : new AsciiGrid(in, size);
    } catch (Throwable e) {
      in.close();
      throw e;
    }
  }

  /**
   * Returns the path of a file in a format that needs random access. Rejects streams and compressed
   * files.
   */
  private Path path(boolean compressed) {
    if (file.size() == 0 || compressed) {
      String what = kind == Kind.NPZ ? "an npz archive" : "a NetCDF or HDF5 file";
      throw new InvalidRequestException(
          compressed
              ? what + " must be an uncompressed file; decompress it first"
              : what + " must be a file, not standard input");
    }
    return Path.of(file.name());
  }

  /**
   * Returns a proposal with a dense schema for the cells, and further information from the file.
   * Reads only the beginning of the file if the format permits it.
   *
   * @param names names of the dimensions; empty for the names in the file
   * @throws InvalidRequestException if the file is damaged or not supported, or if the names do not
   *     fit it
   */
  public Proposal describe(List<String> names) throws IOException {
    return FileReading.of(name(), () -> description(names));
  }

  private Proposal description(List<String> names) throws IOException {
    try (Grid grid = open()) {
      List<Grid.Side> sides = grid.sides();
      if (!names.isEmpty() && names.size() != sides.size()) {
        throw new InvalidRequestException(
            "--dims has %d names, but the file has %d dimensions: %s"
                .formatted(names.size(), sides.size(), shape(sides, " x ")));
      }
      if (grid.attributes().size() > TableProfile.MOST_COLUMNS) {
        throw new InvalidRequestException(
            "the file has %,d fields or bands; at most %,d can become attributes"
                .formatted(grid.attributes().size(), TableProfile.MOST_COLUMNS));
      }
      ArraySchema.Builder schema = ArraySchema.dense();
      long[] extents = extents(sides);
      for (int i = 0; i < extents.length; i++) {
        String name = names.isEmpty() ? sides.get(i).name() : names.get(i);
        long last = sides.get(i).length() - 1;
        Datatype type = last < Integer.MAX_VALUE - extents[i] ? Datatype.INT32 : Datatype.INT64;
        Number extent = type == Datatype.INT32 ? (Number) (int) extents[i] : (Number) extents[i];
        schema.dimension(Dimension.of(name, type, Range.of(0, last), extent));
      }
      for (Attribute attribute : grid.attributes()) {
        schema.attribute(attribute);
      }
      Batch first = grid.next();
      if (first != null) {
        schema = SchemaInference.withFilters(schema.build(), first).toBuilder();
      }
      for (CoordinateLabel label : grid.labels()) {
        schema.label(
            DimensionLabel.of(
                label.side(), label.values().name(), label.order(), label.values().type()));
      }
      String leftOut = String.join(", ", grid.leftOut());
      return Proposal.of(
          schema.build(),
          grid.facts(),
          grid.labels(),
          "the cells of %s, %s%s"
              .formatted(
                  name(),
                  shape(sides, " by "),
                  leftOut.isEmpty()
                      ? ""
                      : "\nnot read: %s; use --arrays NAME,... to choose arrays"
                          .formatted(leftOut)),
          grid.notes());
    }
  }

  /** Returns the lengths of the sides as text. */
  private static String shape(List<Grid.Side> sides, String separator) {
    return String.join(
        separator, sides.stream().map(s -> String.format(Locale.ROOT, "%,d", s.length())).toList());
  }

  private static long[] extents(List<Grid.Side> sides) {
    Integer[] order = new Integer[sides.size()];
    Arrays.setAll(order, i -> i);
    List<Integer> byLength = new ArrayList<>(List.of(order));
    byLength.sort(Comparator.comparingLong(i -> sides.get(i).length()));
    long[] extents = new long[order.length];
    long rest = TILE;
    for (int i = 0; i < order.length; i++) {
      long share = (long) Math.pow(rest, 1.0 / (order.length - i));
      long extent = Math.max(1, Math.min(sides.get(byLength.get(i)).length(), share));
      extents[byLength.get(i)] = extent;
      rest = Math.max(1, rest / extent);
    }
    return extents;
  }
}
