package io.azulejo.internal.read.label;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The label array of a dimension. It is a dense array with a single dimension, of the same type and
 * domain as the labeled one. Finds the labels of coordinates.
 */
public final class LabelArray {
  /**
   * Maximum distance between coordinates that are read as one range, because one more range costs
   * more than reading some unneeded cells.
   */
  private static final long GAP = 32;

  /** Maximum number of ranges to read at once, which limits memory. */
  private static final int RANGES = 4096;

  private final DimensionLabel label;
  private final Snapshot snapshot;
  private final Function<ReadRequest, Batches> reading;
  private final OutputField field;

  /**
   * Creates a label array.
   *
   * @param snapshot the open snapshot of the label array
   * @param reading reads cells of the label array
   */
  public LabelArray(
      DimensionLabel label, Snapshot snapshot, Function<ReadRequest, Batches> reading) {
    this.label = label;
    this.snapshot = snapshot;
    this.reading = reading;
    OutputField stored = OutputField.of(schema().attribute(label.attribute()).orElseThrow());
    this.field =
        new OutputField(
            label.name(),
            label.type(),
            label.cellValNum(),
            false,
            -1,
            stored.fill(),
            stored.fillValid());
  }

  /**
   * Opens a label array in the same time range as the array that it belongs to.
   *
   * @param array the snapshot of the array that has the label
   * @param storage the storage to read from
   * @return the snapshot of the label array
   * @throws CorruptDataException if the label array does not fit the label
   * @throws UnsupportedFormatException if the label array is in another store
   */
  public static Snapshot open(Snapshot array, DimensionLabel label, Storage storage, Tasks tasks) {
    Location location = location(array.location(), label);
    Snapshot own = Snapshot.open(storage, location, array.times(), array.key(), tasks);
    ArraySchema schema = array.schema().schema();
    requireFits(own.schema().schema(), location, label, schema.dimensions().get(label.dimension()));
    return own;
  }

  /**
   * Checks that an array can contain the labels of a dimension.
   *
   * @param schema the schema of the label array
   * @param location the location of the label array
   * @param labeled the labeled dimension
   * @throws CorruptDataException if the schema does not fit the label
   */
  public static void requireFits(
      ArraySchema schema, Location location, DimensionLabel label, Dimension labeled) {
    require(
        schema.isDense() && schema.dimensions().size() == 1,
        label,
        location,
        "is not a dense array with one dimension");
    Dimension dimension = schema.dimensions().get(0);
    require(
        !dimension.isVar()
            && !dimension.type().isFloatingPoint()
            && dimension.type() == labeled.type()
            && dimension.domain().equals(labeled.domain()),
        label,
        location,
        "has a dimension that differs from \"%s\", which it labels".formatted(labeled.name()));
    Attribute attribute = schema.attribute(label.attribute()).orElse(null);
    require(
        attribute != null
            && attribute.type() == label.type()
            && attribute.cellValNum() == label.cellValNum()
            && !attribute.nullable(),
        label,
        location,
        "has no attribute \"%s\" of the label's type".formatted(label.attribute()));
  }

  /**
   * Returns the location of the array of a label.
   *
   * @param array the location of the labeled array
   * @throws CorruptDataException if the label's URI is not a location
   * @throws UnsupportedFormatException if the label array is in another store
   */
  public static Location location(Location array, DimensionLabel label) {
    if (label.relative()) {
      return array.resolve(label.uri());
    }
    Location location;
    try {
      location = Location.of(label.uri());
    } catch (InvalidRequestException e) {
      throw CorruptDataException.of(
              "dimension label", "uri", -1, "\"%s\" is not a location".formatted(label.uri()), e)
          .at(array.toString());
    }
    if (!location.scheme().equals(array.scheme())) {
      throw new UnsupportedFormatException(
          "the label \"%s\" is in another store, %s, which is not supported; read without it"
              .formatted(label.name(), location),
          array.toString());
    }
    return location;
  }

  private static void require(boolean right, DimensionLabel label, Location array, String wrong) {
    if (!right) {
      throw CorruptDataException.of(
              "array schema",
              null,
              -1,
              "the array of the label \"%s\" %s".formatted(label.name(), wrong))
          .at(array.toString());
    }
  }

  /** Returns the label. */
  DimensionLabel label() {
    return label;
  }

  /** Returns the snapshot of the label array. */
  Snapshot snapshot() {
    return snapshot;
  }

  /** Returns the output field of the labels. */
  OutputField field() {
    return field;
  }

  /**
   * Reads the coordinates of the label array in order.
   *
   * @param subarray the part of the label array to read; all labeled coordinates if it has no
   *     ranges
   * @param condition if present, only coordinates whose cells satisfy it are returned
   */
  Batches coordinates(Subarray subarray, Optional<Condition> condition) {
    ReadRequest request = request(subarray, dimension().name());
    return reading.apply(condition.map(request::where).orElse(request));
  }

  /** Returns the dimension of the label array. */
  Dimension dimension() {
    return schema().dimensions().get(0);
  }

  /**
   * Returns the labels of coordinates. A coordinate without a label gets the fill value.
   *
   * @param keys the coordinates as {@link CoordinateKeys}, in ascending order without duplicates
   * @param maxBytes the maximum size of variable-size labels in bytes; a single label may be larger
   * @return the labels in the order of the keys; empty if they exceed {@code maxBytes}
   */
  Optional<CellColumn> find(long[] keys, long maxBytes) {
    LabelValues found = new LabelValues(field, keys, maxBytes);
    NDRange written = NonEmptyDomain.of(schema(), snapshot.fragments()).orElse(null);
    if (written != null) {
      Datatype type = dimension().type();
      long first = CoordinateKeys.low(type, written.get(0));
      long last = CoordinateKeys.high(type, written.get(0));
      int at = 0;
      while (at < keys.length && keys[at] < first) {
        at++;
      }
      while (at < keys.length && keys[at] <= last) {
        List<Range> ranges = new ArrayList<>();
        while (ranges.size() < RANGES && at < keys.length && keys[at] <= last) {
          int end = at + 1;
          // compare unsigned, because the difference may exceed Long.MAX_VALUE
          while (end < keys.length
              && keys[end] <= last
              && Long.compareUnsigned(keys[end] - keys[end - 1], GAP) <= 0) {
            end++;
          }
          ranges.add(
              Range.of(
                  CoordinateKeys.toInteger(type, keys[at]),
                  CoordinateKeys.toInteger(type, keys[end - 1])));
          at = end;
        }
        if (!read(Subarray.ALL.and(dimension().name(), ranges), found)) {
          return Optional.empty();
        }
      }
    }
    return found.finish();
  }

  /** Collects the labels of a subarray. Returns false if they are too large. */
  private boolean read(Subarray part, LabelValues found) {
    ReadRequest request = request(part, dimension().name(), label.attribute());
    try (Batches reader = reading.apply(request)) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        long[] keys = keys(batch.column(0), 0, batch.rows());
        if (!found.add(keys, batch.column(1))) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Returns the keys of the coordinates in some rows of a column.
   *
   * @param from the first row
   * @param rows the number of rows
   */
  long[] keys(Column coordinates, int from, int rows) {
    byte[] bytes = new byte[rows * dimension().type().size()];
    long[] keys = new long[rows];
    if (rows > 0) {
      coordinates.data().get(coordinates.start(from), bytes);
      CoordinateKeys.decode(dimension().type(), bytes, 0, rows, keys);
    }
    return keys;
  }

  private ArraySchema schema() {
    return snapshot.schema().schema();
  }

  private static ReadRequest request(Subarray part, String... fields) {
    return ReadRequest.ALL.subarray(part).select(fields).layout(Layout.ROW_MAJOR);
  }
}
