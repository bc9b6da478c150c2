package io.azulejo.cli.grid;

import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An ASCII grid of ESRI: a few keys and values, then the numbers of all cells from the north on.
 */
final class AsciiGrid implements Grid {
  private static final Pattern BEGINNING = Pattern.compile("(?is)\\s*ncols\\s+\\d+\\s+nrows\\s.*");
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
          "nodata_value");
  private static final int ROWS = 1 << 16;
  private static final int LONGEST_WORD = 64;

  private final InputStream in;
  private final Map<String, Double> facts = new LinkedHashMap<>();
  private final StringBuilder word = new StringBuilder();
  private final long columns;
  private final long rows;
  private final double nothing;
  private long left;
  private long bytes;
  private boolean begun; // the first number was read with the keys

  AsciiGrid(InputStream in) throws IOException {
    this.in = in;
    while (word() && KEYS.contains(word.toString().toLowerCase(Locale.ROOT))) {
      String key = word.toString().toLowerCase(Locale.ROOT);
      word();
      facts.put(key, number());
    }
    begun = !word.isEmpty();
    columns = count("ncols");
    rows = count("nrows");
    nothing = facts.getOrDefault("nodata_value", Double.NaN);
    facts.remove("ncols");
    facts.remove("nrows");
    left = columns * rows;
  }

  /** Whether a text begins as such a grid. */
  static boolean begins(String start) {
    return BEGINNING.matcher(start).matches();
  }

  private long count(String key) {
    double count = facts.getOrDefault(key, 0.0);
    if (count < 1 || count != Math.rint(count) || count > Integer.MAX_VALUE) {
      throw new InvalidRequestException("the grid has the odd %s %s".formatted(key, count));
    }
    return (long) count;
  }

  /** Reads the next word; returns whether there is one. */
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
        "the grid has \"%s\" in the place of a number".formatted(word));
  }

  @Override
  public List<Side> sides() {
    return List.of(new Side("y", rows), new Side("x", columns));
  }

  @Override
  public List<Attribute> attributes() {
    return List.of(
        Attribute.builder("value", Datatype.FLOAT64)
            .nullable(facts.containsKey("nodata_value"))
            .build());
  }

  @Override
  public Map<String, MetadataValue> facts() {
    Map<String, MetadataValue> values = new LinkedHashMap<>();
    facts.forEach((key, value) -> values.put(key, MetadataValue.ofDoubles(value)));
    return values;
  }

  @Override
  public Batch next() throws IOException {
    if (left == 0) {
      if (word()) {
        throw new InvalidRequestException(
            "the grid has more than its %,d x %,d numbers".formatted(rows, columns));
      }
      return null;
    }
    int count = (int) Math.min(left, ROWS);
    ByteBuffer values = ByteBuffer.allocate(count * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    byte[] validity = new byte[count];
    for (int i = 0; i < count; i++) {
      if (!begun && !word()) {
        throw new InvalidRequestException(
            "the grid is cut off: it has %,d of %,d numbers"
                .formatted(columns * rows - left + i, columns * rows));
      }
      begun = false;
      double value = number();
      values.putDouble(value);
      boolean isNothing = value == nothing || Double.isNaN(value) && Double.isNaN(nothing);
      validity[i] = (byte) (isNothing ? 0 : 1);
    }
    left -= count;
    boolean nullable = facts.containsKey("nodata_value");
    return Batch.of(
        count,
        List.of(
            new FixedColumn(
                "value", Datatype.FLOAT64, 1, count, values.array(), nullable ? validity : null)));
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
