package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TileReading;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.Problem.Kind;
import java.util.List;
import java.util.Optional;

/**
 * Checks the deletion timestamps in a consolidated fragment. Each deleted cell must refer to one of
 * the conditions that the fragment lists, and must have the timestamp of that condition.
 */
final class DeleteTimeChecks {
  private static final long NOT_DELETED = -1;

  private final InspectedFragment checks;
  private final Fragment fragment;
  private final List<String> conditions;

  DeleteTimeChecks(InspectedFragment checks) {
    this.checks = checks;
    this.fragment = checks.fragment();
    this.conditions = fragment.processedConditions();
  }

  void run(ReadScope reading, VerificationProgress progress) {
    FieldStorage times = fragment.field(FieldStorage.DELETE_TIMESTAMPS).orElseThrow();
    FieldStorage indexes = fragment.field(FieldStorage.DELETE_CONDITION_INDEX).orElseThrow();
    TileReading tiles =
        new TileReading(fragment, List.of(), List.of(times, indexes), checks.array().key());
    int[] at = {0};
    tiles.<Boolean>read(
        reading,
        fragment.tiles(),
        fragment::cells,
        new TileReading.Visitor<>() {
          @Override
          public Boolean tile(int tile, CellColumn[] columns) {
            int cells = fragment.cells(tile);
            check(tile, TileCells.longs(columns[0], cells), TileCells.longs(columns[1], cells));
            return true;
          }

          @Override
          public Boolean failed(int tile, AzulejoException failure) {
            checks.failed("deletions", tile, failure);
            return false;
          }
        },
        step -> {
          for (boolean read : step) {
            progress.tiles(read ? 2 : 0);
            progress.advanced(tiles.storedBytes(at[0]++));
          }
        });
  }

  private void check(int tile, long[] times, long[] indexes) {
    for (int row = 0; row < times.length; row++) {
      Optional<String> mismatch = mismatch(times[row], indexes[row]);
      if (mismatch.isPresent()) {
        checks.report(
            checks.severity(),
            Kind.VALUE,
            FieldStorage.DELETE_TIMESTAMPS,
            tile,
            "cell %d %s".formatted(row, mismatch.get()),
            "reads may return deleted cells, or miss cells that were not deleted");
        return;
      }
    }
  }

  private Optional<String> mismatch(long time, long index) {
    if (time == NOT_DELETED) {
      return index == NOT_DELETED
          ? Optional.empty()
          : Optional.of(
              "has no deletion time, but was deleted by condition %s"
                  .formatted(Long.toUnsignedString(index)));
    }
    if (Long.compareUnsigned(index, conditions.size()) >= 0) {
      return Optional.of(
          "was deleted by condition %s, but the fragment has %d conditions"
              .formatted(Long.toUnsignedString(index), conditions.size()));
    }
    String condition = ArrayPaths.lastComponent(conditions.get((int) index));
    boolean other = FragmentName.parse(condition).filter(name -> name.t1() != time).isPresent();
    return other
        ? Optional.of(
            "was deleted at %s, but by %s, which has another time"
                .formatted(Long.toUnsignedString(time), condition))
        : Optional.empty();
  }
}
