package io.azulejo.imports.grid;

import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.netcdf.NetcdfAttributes;
import io.azulejo.imports.netcdf.NetcdfDimension;
import io.azulejo.imports.netcdf.NetcdfFile;
import io.azulejo.imports.netcdf.NetcdfVariable;
import io.azulejo.imports.proposal.CoordinateLabel;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.text.value.QuotedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the variables of a NetCDF or HDF5 file that have the same dimensions. Coordinates that
 * increase or decrease become labels. The dimension of a label is named {@code NAME_index}.
 */
final class NetcdfGrid implements Grid {
  /**
   * Prefixes of metadata keys about an attribute or a dimension, as used by GDAL and other
   * programs.
   */
  private static final String OF_ATTRIBUTE = "__tiledb_attr.";

  private static final String OF_DIMENSION = "__tiledb_dim.";

  private static final int MOST_ROWS = 1 << 16;
  private static final long BOX_BYTES = 64 << 20;

  /** Maximum number of names listed in a note. */
  private static final int MOST_NOTED = 5;

  private final NetcdfFile file;
  private final List<NetcdfVariable> chosen;
  private final List<NetcdfVariable> others;
  private final List<StoredNumbers> values;
  private final List<NetcdfDimension> dimensions;
  private final List<String> names = new ArrayList<>();
  private final Map<Integer, CoordinateLabel> labels = new LinkedHashMap<>();
  private final Map<String, MetadataValue> facts = new LinkedHashMap<>();
  private final Set<String> unnameable = new TreeSet<>(); // attributes whose names cannot be keys
  private final long[] start; // first cell of the next box
  private final int[] shape; // shape of all boxes except those at the edges
  private final List<byte[]> box = new ArrayList<>();
  private int boxRows;
  private int boxDone;
  private boolean ended;
  private long bytes;

  private NetcdfGrid(NetcdfFile file, List<NetcdfVariable> chosen, List<NetcdfVariable> others)
      throws IOException {
    this.file = file;
    this.chosen = chosen;
    this.others = others;
    this.values = chosen.stream().map(CfValues::of).toList();
    this.dimensions = chosen.get(0).dimensions();
    for (NetcdfDimension dimension : dimensions) {
      if (dimension.length() == 0) {
        throw new InvalidRequestException(
            "\"%s\" has no cells: dimension \"%s\" has length 0"
                .formatted(chosen.get(0).name(), dimension.name()));
      }
    }
    Set<String> taken = new HashSet<>();
    chosen.forEach(variable -> taken.add(variable.name()));
    for (int d = 0; d < dimensions.size(); d++) {
      Optional<CoordinateLabel> label = label(d);
      String name = uniqueName(dimensions.get(d).name(), label.isPresent(), taken);
      if (label.isPresent()) {
        labels.put(d, label.get().renamed(name));
        name = name + INDEX;
      }
      names.add(name);
    }
    this.start = new long[dimensions.size()];
    this.shape = boxShape();
    readFacts();
  }

  /**
   * Chooses a unique name for a dimension: its own name, or that name with a suffix. A variable can
   * use a dimension twice or have its name.
   *
   * @param labeled whether the dimension has a label; the label then gets the name, and the
   *     dimension is named {@code NAME_index}
   * @return the name of the label, or of a dimension without a label
   */
  private static String uniqueName(String name, boolean labeled, Set<String> taken) {
    String uniqueName = name;
    for (int number = 2; ; number++) {
      String index = uniqueName + INDEX;
      if (labeled
          ? !taken.contains(uniqueName) && !taken.contains(index)
          : !taken.contains(uniqueName)) {
        taken.add(uniqueName);
        taken.add(index);
        return uniqueName;
      }
      if (!labeled && taken.add(index)) {
        return index;
      }
      uniqueName = name + "_" + number;
    }
  }

  /**
   * Opens a file. Closing the grid closes it.
   *
   * @param wanted names of the variables to read, which must have the same dimensions; empty for
   *     the variables with the most cells
   */
  static NetcdfGrid open(Path path, List<String> wanted) throws IOException {
    NetcdfFile file = NetcdfFile.open(path);
    try {
      List<NetcdfVariable> boxes =
          file.variables().stream()
              .filter(v -> v.type().isPresent() && !v.dimensions().isEmpty())
              .toList();
      List<NetcdfVariable> chosen = wanted.isEmpty() ? largest(boxes) : named(file, boxes, wanted);
      List<NetcdfVariable> others =
          file.variables().stream().filter(v -> !chosen.contains(v) && !v.isCoordinate()).toList();
      return new NetcdfGrid(file, chosen, others);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  private static List<NetcdfVariable> largest(List<NetcdfVariable> boxes) {
    NetcdfVariable first =
        boxes.stream()
            .max(
                Comparator.comparing((NetcdfVariable v) -> !v.isCoordinate())
                    .thenComparing(NetcdfGrid::cells)
                    .thenComparing(v -> -boxes.indexOf(v)))
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        "the file has no numeric variable with dimensions"));
    return boxes.stream()
        .filter(v -> v.dimensions().equals(first.dimensions()))
        .filter(v -> v.isCoordinate() == first.isCoordinate())
        .toList();
  }

  private static double cells(NetcdfVariable variable) {
    return variable.dimensions().stream()
        .mapToDouble(NetcdfDimension::length)
        .reduce(1, (a, b) -> a * b);
  }

  private static List<NetcdfVariable> named(
      NetcdfFile file, List<NetcdfVariable> boxes, List<String> wanted) {
    List<NetcdfVariable> chosen = new ArrayList<>();
    for (String name : wanted) {
      chosen.add(
          boxes.stream()
              .filter(v -> v.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new InvalidRequestException(
                          "--arrays: unknown numeric variable \"%s\"; valid: %s"
                              .formatted(
                                  name,
                                  QuotedText.list(
                                      boxes.stream().map(NetcdfVariable::name).toList())))));
    }
    for (NetcdfVariable variable : chosen) {
      if (!variable.dimensions().equals(chosen.get(0).dimensions())) {
        throw new InvalidRequestException(
            "--arrays: \"%s\" and \"%s\" have different dimensions; create an array for each"
                .formatted(chosen.get(0).name(), variable.name()));
      }
    }
    return chosen;
  }

  @Override
  public List<Side> sides() {
    List<Side> sides = new ArrayList<>();
    for (int d = 0; d < dimensions.size(); d++) {
      sides.add(new Side(names.get(d), dimensions.get(d).length()));
    }
    return sides;
  }

  @Override
  public List<Attribute> attributes() {
    return values.stream().map(StoredNumbers::attribute).toList();
  }

  @Override
  public List<CoordinateLabel> labels() {
    return List.copyOf(labels.values());
  }

  @Override
  public List<String> leftOut() {
    return others.stream().map(NetcdfVariable::name).toList();
  }

  @Override
  public Map<String, MetadataValue> facts() {
    return facts;
  }

  @Override
  public List<String> notes() {
    if (unnameable.isEmpty()) {
      return List.of();
    }
    String first =
        String.join(
            ", ", unnameable.stream().limit(MOST_NOTED).map(QuotedText::shortened).toList());
    int more = unnameable.size() - MOST_NOTED;
    return List.of(
        "skipped attributes whose names contain U+0000, which metadata keys cannot store: "
            + (more > 0 ? "%s and %,d more".formatted(first, more) : first));
  }

  private void readFacts() {
    putAttributes("", file.attributes(), false);
    for (NetcdfVariable variable : chosen) {
      putAll(OF_ATTRIBUTE + variable.name() + ".", variable, false);
    }
    labels.forEach(
        (d, label) -> {
          String prefix = OF_DIMENSION + label.values().name() + ".";
          boolean isTime = label.values().type().isDatetime();
          coordinates(d).ifPresent(variable -> putAll(prefix, variable, isTime));
        });
  }

  private void putAll(String prefix, NetcdfVariable variable, boolean isTime) {
    NetcdfAttributes said = variable.attributes();
    putAttributes(prefix, said, isTime);
    for (String name : said.names()) {
      CfValues.bounds(variable, name)
          .ifPresent(bounds -> put(prefix + name, MetadataValue.ofDoubles(bounds)));
    }
  }

  private void putAttributes(String prefix, NetcdfAttributes said, boolean isTime) {
    for (String name : said.names()) {
      boolean done = isTime && (name.equals("units") || name.equals("calendar"));
      if (done || CfValues.DONE.contains(name)) {
        continue;
      }
      Optional<String> text = said.text(name);
      List<Number> numbers = said.numbers(name);
      if (text.isPresent()) {
        put(prefix + name, MetadataValue.ofString(text.get()));
      } else if (numbers.stream().allMatch(n -> n instanceof Long)) {
        put(
            prefix + name,
            MetadataValue.ofLongs(numbers.stream().mapToLong(Number::longValue).toArray()));
      } else {
        put(
            prefix + name,
            MetadataValue.ofDoubles(numbers.stream().mapToDouble(Number::doubleValue).toArray()));
      }
    }
  }

  private void put(String key, MetadataValue value) {
    if (key.indexOf(0) < 0) {
      facts.put(key, value);
    } else {
      unnameable.add(QuotedText.ofName(key));
    }
  }

  private Optional<NetcdfVariable> coordinates(int d) {
    String name = dimensions.get(d).name();
    return file.variables().stream()
        .filter(v -> v.isCoordinate() && v.name().equals(name) && v.type().isPresent())
        .filter(v -> !chosen.contains(v))
        .findFirst();
  }

  /**
   * Returns the coordinates of a dimension as a label, or empty if they cannot be one.
   *
   * @param d index of the dimension
   */
  private Optional<CoordinateLabel> label(int d) throws IOException {
    Optional<NetcdfVariable> variable = coordinates(d);
    long length = dimensions.get(d).length();
    if (variable.isEmpty()
        || length > MOST_LABELS
        || variable.get().dimensions().get(0).length() != length) {
      return Optional.empty();
    }
    byte[] bytes = variable.get().read(new long[1], new int[] {(int) length});
    StoredNumbers decoded = CfValues.of(variable.get());
    double[] numbers = decoded.numbers(bytes, (int) length);
    boolean increasing = numbers.length < 2 || numbers[1] > numbers[0];
    for (int i = 1; i < numbers.length; i++) {
      if (!(increasing ? numbers[i] > numbers[i - 1] : numbers[i] < numbers[i - 1])) {
        return Optional.empty();
      }
    }
    if (Double.isNaN(numbers[0])) {
      return Optional.empty();
    }
    String name = variable.get().name();
    NetcdfAttributes said = variable.get().attributes();
    FixedColumn column =
        CfTime.of(said.text("units"), said.text("calendar"))
            .flatMap(time -> time.micros(numbers))
            .map(micros -> times(name, micros))
            .orElseGet(() -> decoded.column(bytes, 0, (int) length, null));
    DataOrder order = increasing ? DataOrder.INCREASING : DataOrder.DECREASING;
    return Optional.of(new CoordinateLabel(d, order, column));
  }

  private static FixedColumn times(String name, long[] micros) {
    Datatype unit = CfTime.unit(micros);
    long length = CfTime.length(unit);
    return Column.of(name, unit, Arrays.stream(micros).map(time -> time / length).toArray());
  }

  /**
   * Returns the shape of the boxes that are read at once. Boxes have a few megabytes and consist of
   * whole rows, and of whole chunks if those are small.
   */
  private int[] boxShape() {
    int[] box = new int[dimensions.size()];
    Arrays.fill(box, 1);
    long rowBytes = chosen.stream().mapToLong(v -> v.type().orElseThrow().size()).sum();
    for (int d = box.length - 1; d >= 0; d--) {
      long length = dimensions.get(d).length();
      long most = Math.max(1, Math.min(length, BOX_BYTES / rowBytes));
      int index = d;
      int chunk = chosen.stream().mapToInt(v -> v.chunk()[index]).max().orElse(1);
      box[d] = (int) (most == length || most < chunk ? most : most - most % Math.max(1, chunk));
      if (box[d] < length) {
        break;
      }
      rowBytes *= length;
    }
    return box;
  }

  @Override
  public Batch next() throws IOException {
    if (boxDone == boxRows && !readBox()) {
      return null;
    }
    int rows = Math.min(MOST_ROWS, boxRows - boxDone);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      columns.add(values.get(i).column(box.get(i), boxDone, rows, null));
    }
    boxDone += rows;
    return Batch.of(rows, columns);
  }

  private boolean readBox() throws IOException {
    if (ended) {
      return false;
    }
    int[] part = shape.clone();
    long rows = 1;
    for (int d = 0; d < part.length; d++) {
      part[d] = (int) Math.min(part[d], dimensions.get(d).length() - start[d]);
      rows *= part[d];
    }
    box.clear();
    for (NetcdfVariable variable : chosen) {
      byte[] values = variable.read(start, part);
      bytes += values.length;
      box.add(values);
    }
    boxRows = (int) rows;
    boxDone = 0;
    ended = true;
    for (int d = part.length - 1; d >= 0 && ended; d--) {
      start[d] += part[d];
      if (start[d] < dimensions.get(d).length()) {
        ended = false;
      } else {
        start[d] = 0;
      }
    }
    return true;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
