package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.plot.bins.DenseParts;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import io.azulejo.text.output.RowField;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The cells of a plot. Each pass reads them from the array again; nothing is kept in memory. */
public final class CellSource {
  private final Array array;
  private final ArraySchema schema;
  private final ReadRequest request;
  private final Progress progress;
  private final Map<String, NumberField> numberFields = new HashMap<>();

  /**
   * Creates the source of an array's cells.
   *
   * @param request selects the cells; its fields and order are replaced. For a dense array, only
   *     written cells are read, unless the request has a condition
   * @param progress receives the number of cells read; restarts with each pass
   */
  public CellSource(Array array, ReadRequest request, Progress progress) {
    this.array = array;
    this.schema = array.schema();
    ReadRequest unordered = request.layout(Layout.UNORDERED);
    this.request =
        schema.isDense() && request.cells().isEmpty()
            ? unordered.cells(ReadRequest.Cells.WRITTEN)
            : unordered;
    this.progress = progress;
  }

  /**
   * Reads some fields of all cells, or of all written cells of a dense array, and reports progress.
   */
  void read(Collection<PlotField> wanted, Consumer<Batch> visitor) {
    readWhile(
        wanted,
        batch -> {
          visitor.accept(batch);
          return true;
        });
  }

  /** Reads cells like {@link #read}, but stops when the visitor returns false. */
  void readWhile(Collection<PlotField> wanted, Predicate<Batch> visitor) {
    Set<String> names = new LinkedHashSet<>();
    wanted.forEach(f -> names.add(f.name()));
    long total = total();
    long done = 0;
    try (BatchReader in = array.read(request.select(List.copyOf(names))).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        boolean more = visitor.test(batch);
        done += batch.rows();
        progress.advanced(done, total);
        if (!more) {
          return;
        }
      }
    }
  }

  /** Returns the estimated number of cells to read, or -1 if unknown. */
  private long total() {
    Subarray part = request.subarray();
    if (!schema.isDense() && !part.isAll()) {
      return -1;
    }
    double cells = array.fragments().stream().mapToDouble(FragmentInfo::cells).sum();
    return (long) (schema.isDense() ? Math.min(cells, DenseParts.cells(array, part)) : cells);
  }

  /** Returns the fill value of a dense array's attribute; null for dimensions and sparse arrays. */
  byte[] fill(PlotField field) {
    return schema.isDense() && !field.dimension()
        ? schema.attribute(field.name()).orElseThrow().fill()
        : null;
  }

  /** Returns the values of a field in a batch, with NaN for null and unwritten cells. */
  double[] values(Batch batch, RowField field) {
    NumberField numbers =
        numberFields.computeIfAbsent(
            field.name(), name -> NumberField.ofColumn(array, name, field.type()));
    return numbers.values(batch.column(field.name()));
  }
}
