package io.azulejo.cli.output;

import io.azulejo.Array;
import io.azulejo.cli.terminal.OptionMistake;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes all cells in a box of a dense array, as NumPy arrays or as an image. */
public final class GridWriter {
  /** Output formats. */
  public enum Form {
    /** A NumPy array, which is structured if there are several attributes. */
    NPY,
    /** A ZIP archive with one NumPy array per attribute. */
    NPZ,
    /** A PNG image with one to four channels of 8 or 16 bits. */
    PNG,
    /** A TIFF image with one to four channels of 8 or 16 bits. */
    TIFF
  }

  private final Form form;
  private final Array array;
  private final ReadRequest request;
  private final List<Attribute> attributes = new ArrayList<>();
  private final List<Long> shape = new ArrayList<>();

  /**
   * Creates a writer for the cells of a request. It reads nothing yet.
   *
   * @param form the output format
   * @param array the array to read
   * @param wanted the request, whose ranges must form a box; dimensions without a range use their
   *     non-empty domain
   * @throws InvalidRequestException if the request is not a box of a dense array, or if a field is
   *     not an attribute or has an enumeration
   */
  public GridWriter(Form form, Array array, ReadRequest wanted) {
    this.form = form;
    this.array = array;
    ArraySchema schema = array.schema();
    if (!schema.isDense()) {
      throw refused("writes all cells of a box, which requires a dense array");
    }
    if (wanted.points().isPresent()
        || wanted.condition().isPresent()
            && wanted.cells().filter(ReadRequest.Cells.GRID::equals).isEmpty()
        || wanted.limit() != ReadRequest.ALL.limit()
        || wanted.layout().filter(layout -> layout != Layout.ROW_MAJOR).isPresent()) {
      throw refused(
          "writes all cells of a box; it cannot be combined with --where, --points, --limit and --layout");
    }
    Subarray box = Subarray.ALL;
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Range.Longs range = range(d, wanted.subarray());
      shape.add(range.high() - range.low() + 1);
      box = box.and(schema.dimensions().get(d).name(), range);
    }
    wanted
        .fields()
        .orElseGet(() -> schema.attributes().stream().map(Attribute::name).toList())
        .forEach(name -> attributes.add(attribute(schema, name)));
    request =
        wanted
            .subarray(box)
            .cells(ReadRequest.Cells.GRID)
            .select(attributes.stream().map(Attribute::name).toList());
  }

  private InvalidRequestException refused(String reason) {
    return OptionMistake.of(
        "--format " + form.name().toLowerCase(Locale.ROOT) + " " + reason, "--format");
  }

  /** Returns the only range of a dimension, or its non-empty domain if no range was given. */
  private Range.Longs range(int index, Subarray part) {
    Dimension dimension = array.schema().dimensions().get(index);
    List<Range> ranges = part.ranges().getOrDefault(dimension.name(), List.of());
    Optional<NDRange> written = array.nonEmptyDomain();
    if (ranges.isEmpty() && written.isEmpty()) {
      throw refused("needs a range, because no cells were written yet; use --range");
    }
    Range range = ranges.isEmpty() ? written.get().get(index) : ranges.get(0);
    boolean label =
        part.ranges().keySet().stream().anyMatch(name -> array.schema().dimension(name).isEmpty());
    if (ranges.size() > 1 || label || !(range instanceof Range.Longs longs)) {
      throw refused(
          "writes all cells of a box; use one range LO..HI per dimension, such as "
              + QuotedText.ofName(dimension.name()));
    }
    return longs;
  }

  private Attribute attribute(ArraySchema schema, String name) {
    Attribute attribute =
        schema.attributes().stream()
            .filter(a -> a.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    refused(
                        "writes only attributes; %s is not one"
                            .formatted(QuotedText.ofName(name))));
    if (attribute.enumeration().isPresent()) {
      throw refused(
          "cannot write the enumeration of %s; omit the field with --fields"
              .formatted(QuotedText.ofName(name)));
    }
    return attribute;
  }

  /**
   * Reads the cells and writes them to a stream, which is not closed.
   *
   * @return the cost of the read; for {@link Form#NPZ} only the cost of the first attribute
   * @throws InvalidRequestException if the format cannot store the values
   */
  public ReadStats write(OutputStream out) throws IOException {
    return switch (form) {
      case NPY -> npy(attributes, request, out);
      case NPZ -> npz(out);
      case PNG, TIFF -> picture(out);
    };
  }

  private ReadStats npz(OutputStream out) throws IOException {
    attributes.forEach(a -> NpyHeader.of(List.of(a), shape));
    // Validates the request before any output is written.
    array.read(request).batches().close();
    Set<String> names = new HashSet<>();
    ReadStats stats = ReadStats.of(cost -> 0);
    ZipOutputStream archive = new ZipOutputStream(out);
    for (Attribute attribute : attributes) {
      String name = attribute.name().replaceAll("[/\\\\]", "_");
      while (!names.add(name)) {
        name += "_";
      }
      archive.putNextEntry(new ZipEntry(name + ".npy"));
      ReadStats before = stats;
      ReadStats one = npy(List.of(attribute), request.select(attribute.name()), archive);
      stats = ReadStats.of(cost -> before.get(cost) + one.get(cost));
      archive.closeEntry();
    }
    archive.finish();
    return stats;
  }

  private ReadStats npy(List<Attribute> some, ReadRequest part, OutputStream out)
      throws IOException {
    byte[] header = NpyHeader.of(some, shape);
    int size = some.stream().mapToInt(Attribute::cellSize).sum();
    try (BatchReader cells = array.read(part).batches()) {
      out.write(header);
      for (Batch batch = cells.next(); batch != null; batch = cells.next()) {
        byte[] bytes = new byte[Math.multiplyExact(batch.rows(), size)];
        int offset = 0;
        for (Attribute attribute : some) {
          put(attribute, batch.column(attribute.name()), bytes, offset, size);
          offset += attribute.cellSize();
        }
        out.write(bytes);
        cells.recycle(batch);
      }
      return cells.stats();
    }
  }

  /**
   * Copies the values of a column into fixed-size records.
   *
   * @param bytes the records to fill
   * @param offset the position of the attribute in each record, in bytes
   * @param size the size of a record in bytes
   */
  private static void put(Attribute attribute, Column column, byte[] bytes, int offset, int size) {
    byte[] values = column.array();
    int length = attribute.cellSize();
    for (int row = 0; row < column.rows(); row++) {
      int to = row * size + offset;
      if (column.isNull(row)) {
        NpyHeader.putNull(attribute, bytes, to);
      } else {
        System.arraycopy(values, column.start(row), bytes, to, length);
      }
    }
  }

  private ReadStats picture(OutputStream out) throws IOException {
    ImageCells image = new ImageCells(form, attributes, shape);
    try (BatchReader cells = array.read(request).batches()) {
      for (Batch batch = cells.next(); batch != null; batch = cells.next()) {
        image.add(batch);
        cells.recycle(batch);
      }
      image.write(out);
      return cells.stats();
    }
  }
}
