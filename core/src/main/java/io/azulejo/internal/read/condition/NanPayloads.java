package io.azulejo.internal.read.condition;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Finds the distinct NaN bit patterns in a floating-point field of an array, as {@link
 * CoordinateKeys}. CPUs generate only two patterns, but millions exist. If statistics show that no
 * fragment contains NaN, nothing is read.
 */
public final class NanPayloads {
  /** Maximum number of patterns that a condition lists. */
  static final int MAX_PAYLOADS = 1000;

  private static final long[] USUAL_64 = {0x7ff8000000000000L, 0xfff8000000000000L};
  private static final int[] USUAL_32 = {0x7fc00000, 0xffc00000};

  private final Snapshot snapshot;
  private final Function<ReadRequest, BatchReader> reads;

  /**
   * Creates a finder for an array.
   *
   * @param reads begins a read of the snapshot; called only if statistics do not suffice
   */
  public NanPayloads(Snapshot snapshot, Function<ReadRequest, BatchReader> reads) {
    this.snapshot = snapshot;
    this.reads = reads;
  }

  /**
   * Returns the patterns of a field, including the two usual ones; empty if there are too many to
   * list.
   */
  Optional<SortedSet<Long>> of(OutputField field) {
    SortedSet<Long> kinds = new TreeSet<>();
    Datatype type = field.type();
    for (int i = 0; i < USUAL_64.length; i++) {
      double usual =
          type == Datatype.FLOAT32
              ? Float.intBitsToFloat(USUAL_32[i])
              : Double.longBitsToDouble(USUAL_64[i]);
      kinds.add(CoordinateKeys.ofFloatingPoint(type, usual));
    }
    boolean few =
        snapshot.fragments().stream().noneMatch(fragment -> mayHave(fragment, field))
            || addTo(kinds, field);
    return few ? Optional.of(kinds) : Optional.empty();
  }

  private static boolean mayHave(Fragment fragment, OutputField field) {
    Optional<FieldStorage> storage = fragment.field(field.name());
    if (storage.isEmpty()) {
      return false;
    }
    for (int tile = 0; tile < fragment.tiles(); tile++) {
      FieldBounds known = FieldBounds.of(fragment.statistics(storage.get()), tile, field);
      if (!known.onlyNulls() && known.lowKey() == null) {
        return true;
      }
    }
    return false;
  }

  /** Adds the patterns found in cells. Returns false if there are too many. */
  private boolean addTo(SortedSet<Long> kinds, OutputField field) {
    ReadRequest request = ReadRequest.ALL.select(field.name()).layout(Layout.UNORDERED);
    try (BatchReader in = reads.apply(request)) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        Column column = batch.columns().get(0);
        for (int row = 0; row < batch.rows(); row++) {
          if (!column.isNull(row) && Double.isNaN(column.getDouble(row))) {
            kinds.add(key(column, row));
          }
        }
        if (kinds.size() > MAX_PAYLOADS) {
          return false;
        }
      }
      return true;
    }
  }

  private static long key(Column column, int row) {
    long[] key = new long[1];
    CoordinateKeys.decode(column.type(), column.array(), column.start(row), 1, key);
    return key[0];
  }
}
