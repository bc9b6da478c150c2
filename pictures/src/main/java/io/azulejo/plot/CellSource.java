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

/** The cells that a plot draws: read as often as needed, kept by nobody. */
public final class CellSource {
  private final Array array;
  private final ArraySchema schema;
  private final ReadRequest request;
  private final Progress progress;
  private final Map<String, NumberField> numberFields = new HashMap<>();

  /**
   * The cells of an array.
   *
   * @param request a request for them, whose fields and order are chosen here; of a dense array
   *     without a condition, only cells that were written are read
   * @param progress called with the number of cells read, anew for each time that they are read
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
   * Reads some fields of all cells, of a dense array of those that were written, and shows how far
   * that has come.
   */
  void read(Collection<PlotField> wanted, Consumer<Batch> visitor) {
    readWhile(
        wanted,
        batch -> {
          visitor.accept(batch);
          return true;
        });
  }

  /** As {@link #read}, until nothing more is wanted. */
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

  /** Returns at least the number of cells that were written; -1 if it is unknown. */
  private long total() {
    Subarray part = request.subarray();
    if (!schema.isDense() && !part.isAll()) {
      return -1;
    }
    double cells = array.fragments().stream().mapToDouble(FragmentInfo::cells).sum();
    return (long) (schema.isDense() ? Math.min(cells, DenseParts.cells(array, part)) : cells);
  }

  /** What cells of a dense array have that were never written; null for dimensions and others. */
  byte[] fill(PlotField field) {
    return schema.isDense() && !field.dimension()
        ? schema.attribute(field.name()).orElseThrow().fill()
        : null;
  }

  /** The values of a field; NaN where there is none: null, or never written. */
  double[] values(Batch batch, RowField field) {
    NumberField numbers =
        numberFields.computeIfAbsent(
            field.name(), name -> NumberField.ofColumn(array, name, field.type()));
    return numbers.values(batch.column(field.name()));
  }
}
