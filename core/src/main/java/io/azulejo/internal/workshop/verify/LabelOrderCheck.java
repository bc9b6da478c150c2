package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Layout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Checks that the labels of a dimension are in their declared order, increasing or decreasing. */
final class LabelOrderCheck {
  private final InspectedObject array;
  private final DimensionLabel label;
  private boolean started;
  private long previous;
  private byte[] previousText;
  private long cell;

  LabelOrderCheck(InspectedObject array, DimensionLabel label) {
    this.array = array;
    this.label = label;
  }

  /** Reads all labels and compares each with its predecessor. */
  void run(Snapshot labels) {
    if (label.order() == DataOrder.UNORDERED) {
      return;
    }
    ReadScope scope = new ReadScope(array.storage(), array.resources());
    ReadRequest request = ReadRequest.ALL.select(label.attribute()).layout(Layout.ROW_MAJOR);
    try (BatchReader in = ReadPlanner.read(labels, request, scope)) {
      boolean right = true;
      for (Batch batch = in.next(); batch != null && right; batch = in.next()) {
        right = check(labels, batch.column(0), batch.rows());
      }
    } catch (AzulejoException e) {
      // The verification of the label array reports this failure.
      started = false;
    }
  }

  private boolean check(Snapshot labels, Column column, int rows) {
    boolean text = label.type().isString();
    long[] keys = text ? null : keys(column, rows);
    for (int row = 0; row < rows; row++, cell++) {
      byte[] value = text ? column.getBytes(row) : null;
      if (started) {
        int compared = text ? Arrays.compareUnsigned(value, previousText) : compare(keys[row]);
        if (label.order() == DataOrder.INCREASING ? compared < 0 : compared > 0) {
          report(
              labels,
              text ? quoted(previousText) : display(previous),
              text ? quoted(value) : display(keys[row]));
          return false;
        }
      }
      started = true;
      previousText = value;
      previous = text ? 0 : keys[row];
    }
    return true;
  }

  private int compare(long key) {
    Datatype type = label.type();
    return type.isFloatingPoint()
        ? Double.compare(
            CoordinateKeys.toFloatingPoint(type, key),
            CoordinateKeys.toFloatingPoint(type, previous))
        : Long.compare(key, previous);
  }

  private long[] keys(Column column, int rows) {
    long[] keys = new long[rows];
    byte[] bytes = new byte[rows * label.type().size()];
    if (rows > 0) {
      column.data().get(column.start(0), bytes);
    }
    CoordinateKeys.decode(label.type(), bytes, 0, rows, keys);
    return keys;
  }

  private String display(long key) {
    return CoordinateText.ofKey(label.type(), key);
  }

  private static String quoted(byte[] text) {
    return '"' + new String(text, StandardCharsets.UTF_8) + '"';
  }

  private void report(Snapshot labels, String previous, String value) {
    array
        .problems()
        .add(
            ProblemBuilder.error(Kind.ORDER, labels.location())
                .in("dimension label")
                .field(label.name())
                .problem(
                    "its values should be %s, but %s follows %s in cell %d"
                        .formatted(
                            label.order() == DataOrder.INCREASING ? "increasing" : "decreasing",
                            value,
                            previous,
                            cell),
                    "ranges of the label may select wrong coordinates",
                    "write the labels again"));
  }
}
