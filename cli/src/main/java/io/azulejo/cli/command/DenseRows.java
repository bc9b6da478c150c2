package io.azulejo.cli.command;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cells of a dense array that come in any order, with their coordinates: kept until all are there,
 * then given out in row-major order of the box around them.
 */
final class DenseRows {
  private static final int MAX_CELLS = Integer.MAX_VALUE - 8;
  private static final int BATCH = 1 << 16;
  private static final int BATCH_BYTES = 16 << 20;

  private final ArraySchema schema;
  private final Subarray part;
  private final List<Batch> batches = new ArrayList<>();
  private int[] starts = new int[16]; // the first row of each batch, counted through
  private int rows;
  private long[] low;
  private long[] length;
  private int[] order; // for each cell of the box its row + 1; 0 for none
  private int given;

  /**
   * No cells yet.
   *
   * @param part the box that is written; the box around the cells where it has no ranges
   */
  DenseRows(ArraySchema schema, Subarray part) {
    this.schema = schema;
    this.part = part;
  }

  /** Adds cells: columns of all attributes and all dimensions. */
  void add(Batch batch) {
    if (rows > MAX_CELLS - batch.rows()) {
      throw new InvalidRequestException(
          "too many cells for the box around them: write the tiles that they lie in (--missing)");
    }
    if (batches.size() == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    starts[batches.size()] = rows;
    batches.add(batch);
    rows += batch.rows();
  }

  /**
   * Finds the place of each cell.
   *
   * @param fill whether cells may be missing
   * @throws InvalidRequestException if cells are missing, come twice or lie outside the box
   */
  void arrange(boolean fill) {
    bound();
    BigInteger volume = BigInteger.ONE;
    for (long count : length) {
      volume = volume.multiply(new BigInteger(Long.toUnsignedString(count)));
    }
    boolean sparse = volume.bitLength() > 31 || volume.longValue() > MAX_CELLS;
    if (!sparse && (fill || volume.longValue() <= 2L * rows + BATCH)) {
      place((int) volume.longValue(), fill);
    } else if (fill) {
      throw new InvalidRequestException(
          "the box %s has %,d cells, which are too many for one write with --fill: write the tiles that have cells (--missing filled)"
              .formatted(box(), volume));
    } else {
      throw new InvalidRequestException(
          "the box around the cells, %s, has %,d cells, but there are %,d rows; --fill gives the others fill values, --range names another box, --missing writes tiles"
              .formatted(box(), volume, rows));
    }
  }

  private void bound() {
    List<Dimension> dimensions = schema.dimensions();
    low = new long[dimensions.size()];
    length = new long[low.length];
    for (int d = 0; d < low.length; d++) {
      Dimension dimension = dimensions.get(d);
      List<Range> ranges = part.ranges().getOrDefault(dimension.name(), List.of());
      if (ranges.size() > 1 || ranges.stream().anyMatch(r -> !(r instanceof Range.Longs))) {
        throw new InvalidRequestException(
            "--range: one range LO..HI for " + QuotedText.ofName(dimension.name()));
      }
      boolean unsigned = dimension.type() == Datatype.UINT64;
      long flip = unsigned ? Long.MIN_VALUE : 0;
      long min = Long.MAX_VALUE;
      long max = Long.MIN_VALUE;
      for (Batch batch : batches) {
        Column column = batch.column(dimension.name());
        for (int row = 0; row < batch.rows(); row++) {
          long value = column.getLong(row) ^ flip;
          min = Math.min(min, value);
          max = Math.max(max, value);
        }
      }
      if (!ranges.isEmpty()) {
        Range.Longs range = (Range.Longs) ranges.get(0);
        if (min < (range.low() ^ flip) || max > (range.high() ^ flip)) {
          long outside = min < (range.low() ^ flip) ? min : max;
          throw new InvalidRequestException(
              "there is a cell at %s=%s, outside the range %s"
                  .formatted(
                      QuotedText.ofName(dimension.name()),
                      RangeText.ofNumber(dimension.type(), (outside ^ flip)),
                      RangeText.of(dimension.type(), range)));
        }
        min = range.low() ^ flip;
        max = range.high() ^ flip;
      }
      low[d] = min ^ flip;
      length[d] = max - min + 1;
    }
  }

  private void place(int volume, boolean fill) {
    order = new int[volume];
    int row = 0;
    Column[] columns = new Column[low.length];
    for (Batch batch : batches) {
      for (int d = 0; d < low.length; d++) {
        columns[d] = batch.column(schema.dimensions().get(d).name());
      }
      for (int r = 0; r < batch.rows(); r++) {
        long cell = 0;
        for (int d = 0; d < low.length; d++) {
          cell = cell * length[d] + (columns[d].getLong(r) - low[d]);
        }
        if (order[(int) cell] != 0) {
          throw new InvalidRequestException(
              "the cell %s comes twice, in the rows %,d and %,d"
                  .formatted(cell((int) cell), order[(int) cell], row + 1));
        }
        order[(int) cell] = ++row;
      }
    }
    if (!fill && volume > rows) {
      int missing = 0;
      while (order[missing] != 0) {
        missing++;
      }
      throw new InvalidRequestException(
          "%,d of %,d cells of the box %s are missing, the first at %s; --fill gives them fill values, --missing kept keeps what is there"
              .formatted(volume - rows, volume, box(), cell(missing)));
    }
  }

  /** The coordinates of a cell, as {@code y=1, x=2}. */
  private String cell(int index) {
    String[] texts = new String[low.length];
    long rest = index;
    for (int d = low.length - 1; d >= 0; d--) {
      Dimension dimension = schema.dimensions().get(d);
      texts[d] =
          QuotedText.ofName(dimension.name())
              + "="
              + RangeText.ofNumber(dimension.type(), (low[d] + rest % length[d]));
      rest /= length[d];
    }
    return String.join(", ", texts);
  }

  private String box() {
    List<String> texts = new ArrayList<>();
    for (int d = 0; d < low.length; d++) {
      Dimension dimension = schema.dimensions().get(d);
      texts.add(
          QuotedText.ofName(dimension.name()) + "=" + RangeText.of(dimension.type(), range(d)));
    }
    return String.join(" ", texts);
  }

  private Range.Longs range(int d) {
    return new Range.Longs(low[d], low[d] + length[d] - 1);
  }

  /** The box. */
  Subarray subarray() {
    Subarray part = Subarray.ALL;
    for (int d = 0; d < low.length; d++) {
      part = part.and(schema.dimensions().get(d).name(), range(d));
    }
    return part;
  }

  /** The next cells in row-major order of the box; null at the end. */
  Batch next() {
    if (given == order.length) {
      return null;
    }
    int end = batchEnd();
    List<Column> columns = new ArrayList<>();
    for (int a = 0; a < schema.attributes().size(); a++) {
      columns.add(column(a, given, end));
    }
    Batch batch = Batch.of(end - given, columns);
    given = end;
    return batch;
  }

  /** Where a batch of bounded size ends. */
  private int batchEnd() {
    int max = (int) Math.min(order.length, (long) given + BATCH);
    long bytes = 0;
    int cell = given;
    for (; cell < max && (bytes < BATCH_BYTES || cell == given); cell++) {
      if (order[cell] != 0) {
        int row = order[cell] - 1;
        int index = batchOf(row);
        for (Column column : batches.get(index).columns()) {
          bytes += column.end(row - starts[index]) - column.start(row - starts[index]);
        }
      }
    }
    return cell;
  }

  private int batchOf(int row) {
    int found = Arrays.binarySearch(starts, 0, batches.size(), row);
    return found >= 0 ? found : -found - 2;
  }

  private Column column(int index, int from, int to) {
    Attribute attribute = schema.attributes().get(index);
    byte[] fill = attribute.fill();
    byte[] validity = attribute.nullable() ? new byte[to - from] : null;
    int[] offsets = new int[to - from + 1];
    byte[] data = new byte[Math.max(16, (to - from) * Math.min(64, attribute.cellSize()))];
    int size = 0;
    Column[] columns = batches.stream().map(b -> b.column(attribute.name())).toArray(Column[]::new);
    for (int cell = from; cell < to; cell++) {
      byte[] source = fill;
      int start = 0;
      int end = fill.length;
      boolean valid = attribute.fillValid();
      if (order[cell] != 0) {
        int row = order[cell] - 1;
        int batch = batchOf(row);
        Column column = columns[batch];
        source = column.array();
        start = column.start(row - starts[batch]);
        end = column.end(row - starts[batch]);
        valid = !column.isNull(row - starts[batch]);
      }
      if (data.length - size < end - start) {
        data = Arrays.copyOf(data, (int) Math.min(MAX_CELLS, 2L * data.length + end - start));
      }
      System.arraycopy(source, start, data, size, end - start);
      size += end - start;
      offsets[cell - from + 1] = size;
      if (validity != null) {
        validity[cell - from] = (byte) (valid ? 1 : 0);
      }
    }
    int count = to - from;
    return attribute.isVar()
        ? new VarColumn(attribute.name(), attribute.type(), count, offsets, data, validity)
        : new FixedColumn(
            attribute.name(), attribute.type(), attribute.cellValNum(), count, data, validity);
  }
}
