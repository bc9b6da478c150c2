package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.text.output.RowField;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The cells that a plot draws: read as often as needed, kept by nobody. */
public final class CellSource {
  /** An array of which less than one part in so many was written is mostly empty. */
  private static final int MOSTLY = 4;

  private final Array array;
  private final ArraySchema schema;
  private final Supplier<ReadRequest> requests;
  private final Progress progress;

  /**
   * The cells of an array.
   *
   * @param requests requests for them, whose fields are chosen here
   * @param progress called with the number of cells read, anew for each time that they are read
   */
  public CellSource(Array array, Supplier<ReadRequest> requests, Progress progress) {
    this.array = array;
    this.schema = array.schema();
    this.requests = requests;
    this.progress = progress;
  }

  /** Is given one batch after the other. */
  interface Visitor {
    /** The next cells. */
    void batch(Batch batch);
  }

  /**
   * Reads some fields of all cells, of a dense array of those that were written, and shows how far
   * that has come.
   */
  void read(Collection<PlotField> wanted, Visitor visitor) {
    readWhile(
        wanted,
        batch -> {
          visitor.batch(batch);
          return true;
        });
  }

  /** As {@link #read}, until nothing more is wanted. */
  void readWhile(Collection<PlotField> wanted, Predicate<Batch> visitor) {
    Set<String> names = new LinkedHashSet<>();
    wanted.forEach(f -> names.add(f.name()));
    List<Subarray> pieces = pieces();
    long total = pieces.stream().mapToLong(this::cells).sum();
    long done = 0;
    for (Subarray piece : pieces) {
      ReadRequest request = requests.get().subarray(piece);
      request = request.select(List.copyOf(names)).layout(Layout.UNORDERED);
      try (BatchReader in = array.read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          boolean more = visitor.test(batch);
          done += batch.rows();
          progress.advanced(done, total > 0 ? total : -1);
          if (!more) {
            return;
          }
        }
      }
    }
  }

  /** All that is wanted; of a dense array that is mostly empty the parts that were written. */
  private List<Subarray> pieces() {
    ReadRequest integer = requests.get();
    if (schema.isDense()) {
      List<Subarray> written = WrittenBoxes.of(array, integer.subarray());
      long cells = written.stream().mapToLong(this::cells).sum();
      if (cells < cells(integer.subarray()) / MOSTLY) {
        // Whether it fits the array has to be found out still.
        array.read(integer).batches().close();
        return written;
      }
    }
    return List.of(integer.subarray());
  }

  /** What cells of a dense array have that were never written; null for dimensions and others. */
  byte[] fill(PlotField field) {
    return schema.isDense() && !field.dimension()
        ? schema.attribute(field.name()).orElseThrow().fill()
        : null;
  }

  /** About how many cells there are; 0 if that is not known. */
  private long cells(Subarray part) {
    if (!schema.isDense()) {
      return part.isAll() ? array.fragments().stream().mapToLong(FragmentInfo::cells).sum() : 0;
    }
    double cells = 1;
    for (int d = 0; d < schema.dimensions().size(); d++) {
      int dimension = d;
      List<Range> ranges =
          part.ranges()
              .getOrDefault(
                  schema.dimensions().get(d).name(),
                  array.nonEmptyDomain().map(box -> List.of(box.get(dimension))).orElse(List.of()));
      double length = 0;
      for (Range range : ranges) {
        Range.Longs integer = (Range.Longs) range;
        length += (double) (integer.high() - integer.low()) + 1;
      }
      cells *= length;
    }
    return (long) cells;
  }

  /** The values of a field; NaN where there is none: null, or never written. */
  double[] values(Batch batch, RowField field) {
    Column column = batch.column(field.name());
    int rows = batch.rows();
    double[] values = new double[rows];
    boolean unsigned = field.type() == Datatype.UINT64;
    for (int row = 0; row < rows; row++) {
      double value = column.getDouble(row);
      values[row] = unsigned && value < 0 ? value + 0x1p64 : value;
    }
    if (field.type().isDatetime()) {
      for (int row = 0; row < rows; row++) {
        values[row] = column.getLong(row) == Long.MIN_VALUE ? Double.NaN : values[row];
      }
    }
    if (column.nullable()) {
      for (int row = 0; row < rows; row++) {
        values[row] = column.isNull(row) ? Double.NaN : values[row];
      }
    }
    Optional<Attribute> attribute = schema.attribute(field.name());
    if (schema.isDense() && attribute.isPresent() && !field.type().isFloatingPoint()) {
      long fill = fill(attribute.get()).getLong(0);
      for (int row = 0; row < rows; row++) {
        values[row] = column.getLong(row) == fill ? Double.NaN : values[row];
      }
    } else if (schema.isDense() && attribute.isPresent()) {
      double fill = fill(attribute.get()).getDouble(0);
      for (int row = 0; row < rows; row++) {
        values[row] = values[row] == fill ? Double.NaN : values[row];
      }
    }
    return values;
  }

  private static Column fill(Attribute attribute) {
    return new FixedColumn(attribute.name(), attribute.type(), 1, 1, attribute.fill(), null);
  }
}
