package io.azulejo.imports.grid;

import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.proposal.CoordinateLabel;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an Esri ASCII grid. Its header consists of keys and values in any order. The numbers follow
 * row by row, from north to south.
 */
final class AsciiGrid implements Grid {
  private static final String NOTHING = "nodata_value";
  private static final Set<String> KEYS =
      Set.of(
          "ncols",
          "nrows",
          "xllcorner",
          "yllcorner",
          "xllcenter",
          "yllcenter",
          "cellsize",
          "dx",
          "dy",
          NOTHING);

  private static final Pattern ENTRY =
      Pattern.compile("\\G\\s*([a-zA-Z_]+)\\s+([-+.,\\w]+)(?=\\s)");

  /** The number that marks missing data if the header does not define one. */
  private static final double USUAL_NOTHING = -9999;

  private static final int ROWS = 1 << 16;
  private static final int LONGEST_WORD = 64;

  /** Minimum size of a number in bytes: a digit and a separating blank. */
  private static final int LEAST_BYTES = 2;

  private final InputStream in;
  private final Map<String, Double> facts = new LinkedHashMap<>();
  private final StringBuilder word = new StringBuilder();
  private final long columns;
  private final long rows;
  private final double nothing;
  private final Optional<GridTransform> place;
  private final List<CoordinateLabel> labels;
  private long left;
  private long bytes;
  private boolean begun; // whether the constructor has read the first number
  private boolean hasNothing; // whether a cell read so far is missing

  /**
   * Creates a grid and reads the header of the file.
   *
   * @param in the file; closed with this grid
   * @param length size of the file in bytes; 0 if unknown
   */
  AsciiGrid(InputStream in, long length) throws IOException {
    this.in = in;
    while (word() && KEYS.contains(word.toString().toLowerCase(Locale.ROOT))) {
      String key = word.toString().toLowerCase(Locale.ROOT);
      word();
      facts.put(key, number());
    }
    begun = !word.isEmpty();
    columns = count("ncols");
    rows = count("nrows");
    if (length > 0 && columns * rows > length / LEAST_BYTES) {
      throw new InvalidRequestException(
          "the grid is truncated: %,d x %,d numbers do not fit into %,d bytes"
              .formatted(rows, columns, length));
    }
    nothing = facts.getOrDefault(NOTHING, USUAL_NOTHING);
    facts.remove("ncols");
    facts.remove("nrows");
    place = place();
    labels = place.map(p -> p.labels(0, rows, columns)).orElse(List.of());
    left = columns * rows;
  }

  /** Returns whether a text starts like the header of an ASCII grid. */
  static boolean begins(String start) {
    Set<String> found = new HashSet<>();
    Matcher entry = ENTRY.matcher(start);
    while (entry.find() && KEYS.contains(entry.group(1).toLowerCase(Locale.ROOT))) {
      found.add(entry.group(1).toLowerCase(Locale.ROOT));
    }
    return found.contains("ncols") && found.contains("nrows");
  }

  /**
   * Returns the position, if known. The header gives the corner or the center of the southwestern
   * cell.
   */
  private Optional<GridTransform> place() {
    double size = facts.getOrDefault("cellsize", Double.NaN);
    double dx = facts.getOrDefault("dx", size);
    double dy = facts.getOrDefault("dy", size);
    double left = facts.getOrDefault("xllcorner", corner("xllcenter", dx));
    double bottom = facts.getOrDefault("yllcorner", corner("yllcenter", dy));
    boolean known = dx > 0 && dy > 0 && Double.isFinite(left) && Double.isFinite(bottom);
    return known
        ? Optional.of(
            new GridTransform(dx, 0, left, 0, -dy, GridTransform.offset(bottom, dy, rows)))
        : Optional.empty();
  }

  private double corner(String middle, double size) {
    return GridTransform.offset(facts.getOrDefault(middle, Double.NaN), size, -0.5);
  }

  private long count(String key) {
    double count = facts.getOrDefault(key, 0.0);
    if (count < 1 || count != Math.rint(count) || count > Integer.MAX_VALUE) {
      throw new InvalidRequestException("the grid has an invalid %s: %s".formatted(key, count));
    }
    return (long) count;
  }

  /** Reads the next word and returns whether there is one. */
  private boolean word() throws IOException {
    word.setLength(0);
    int c = in.read();
    while (c >= 0 && c <= ' ') {
      bytes++;
      c = in.read();
    }
    while (c > ' ') {
      bytes++;
      word.append((char) c);
      if (word.length() > LONGEST_WORD) {
        throw wrong();
      }
      c = in.read();
    }
    return !word.isEmpty();
  }

  private double number() {
    try {
      return word.toString().equalsIgnoreCase("nan")
          ? Double.NaN
          : Double.parseDouble(word.toString().replace(',', '.'));
    } catch (NumberFormatException e) {
      throw wrong();
    }
  }

  private InvalidRequestException wrong() {
    return new InvalidRequestException(
        "the grid has \"%s\" where a number is expected".formatted(word));
  }

  @Override
  public List<Side> sides() {
    return Grid.sides(List.of(new Side("y", rows), new Side("x", columns)), labels);
  }

  @Override
  public List<CoordinateLabel> labels() {
    return labels;
  }

  @Override
  public List<Attribute> attributes() {
    return List.of(Attribute.builder("value", Datatype.FLOAT64).nullable().fill(nothing).build());
  }

  @Override
  public Map<String, MetadataValue> facts() {
    Map<String, MetadataValue> values = new LinkedHashMap<>();
    facts.forEach((key, value) -> values.put(key, MetadataValue.ofDoubles(value)));
    place.ifPresent(p -> values.put("transform", p.transform()));
    return values;
  }

  @Override
  public List<String> notes() {
    return hasNothing && !facts.containsKey(NOTHING)
        ? List.of(
            "cells of -9999 are read as null (the default NODATA_value); to keep them, add a"
                + " NODATA_value line to the header")
        : List.of();
  }

  @Override
  public Batch next() throws IOException {
    if (left == 0) {
      if (word()) {
        throw new InvalidRequestException(
            "the grid has more than %,d x %,d numbers".formatted(rows, columns));
      }
      return null;
    }
    int count = (int) Math.min(left, ROWS);
    ByteBuffer values = ByteBuffer.allocate(count * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    byte[] validity = new byte[count];
    for (int i = 0; i < count; i++) {
      if (!begun && !word()) {
        throw new InvalidRequestException(
            "the grid is truncated: it has %,d of %,d numbers"
                .formatted(columns * rows - left + i, columns * rows));
      }
      begun = false;
      double value = number();
      values.putDouble(value);
      boolean isNothing = value == nothing || Double.isNaN(value);
      hasNothing |= value == USUAL_NOTHING;
      validity[i] = (byte) (isNothing ? 0 : 1);
    }
    left -= count;
    return Batch.of(
        count,
        List.of(new FixedColumn("value", Datatype.FLOAT64, 1, count, values.array(), validity)));
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
