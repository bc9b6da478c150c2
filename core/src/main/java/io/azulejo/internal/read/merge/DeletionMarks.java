package io.azulejo.internal.read.merge;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.condition.FragmentCondition;
import io.azulejo.internal.read.condition.PendingDeletion;
import io.azulejo.internal.read.sparse.LoadedTile;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.StoredDelete;
import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Determines when each cell of a tile was first deleted, and by which deletion condition.
 * Consolidated fragments already record this for their cells. The earliest deletion is enough for
 * reads at any time, because a deletion never affects cells that are newer than itself.
 */
final class DeletionMarks {
  /** The deletion time and the condition number of a cell that was not deleted. */
  static final long NEVER = -1;

  private static final CellColumn ALL_NEVER = CellColumn.same(NEVER);

  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Map<Fragment, int[]> known = new LinkedHashMap<>();

  /**
   * Numbers the deletion conditions: first the array's deletions, then the pending one, then other
   * conditions that the inputs name.
   *
   * @param pending a deletion that is not yet committed and follows the array's deletions
   * @param inputs the fragments that are merged
   */
  DeletionMarks(Snapshot snapshot, Optional<PendingDeletion> pending, List<Fragment> inputs) {
    for (StoredDelete delete : snapshot.deletes()) {
      numbers.putIfAbsent(delete.marker(), numbers.size());
    }
    pending.ifPresent(next -> numbers.put(next.marker(), numbers.size()));
    for (Fragment input : inputs) {
      if (input.footer().deleteMetadata()) {
        List<String> markers = input.processedConditions();
        int[] places = new int[markers.size()];
        for (int i = 0; i < places.length; i++) {
          numbers.putIfAbsent(markers.get(i), numbers.size());
          places[i] = numbers.get(markers.get(i));
        }
        known.put(input, places);
      }
    }
  }

  /** Returns the markers of all deletion conditions, in the order of their numbers. */
  List<String> markers() {
    return new ArrayList<>(numbers.keySet());
  }

  /**
   * The first deletion of each cell of a tile.
   *
   * @param times the deletion time of each row, or null if no cell was deleted
   * @param conditions the condition number of each row's deletion, or null if no cell was deleted
   */
  record OfTile(long[] times, long[] conditions) {
    /** No cell was deleted. */
    static final OfTile NONE = new OfTile(null, null);

    /** Returns whether a cell was deleted. */
    boolean isDeleted(int row) {
      return times != null && times[row] != NEVER;
    }

    CellColumn timesColumn() {
      return times == null ? ALL_NEVER : CellColumn.of(times);
    }

    CellColumn conditionsColumn() {
      return conditions == null ? ALL_NEVER : CellColumn.of(conditions);
    }
  }

  /** Returns the deletions of a tile's cells. All fields of the tile must be loaded. */
  OfTile of(LoadedTile tile) {
    List<FragmentCondition> open = tile.tile().conditions();
    long[] times = tile.deletions();
    long[] conditions;
    if (times != null) {
      times = open.isEmpty() ? times : times.clone();
      Fragment fragment = tile.tile().owner().fragment();
      conditions = translated(fragment, tile.tile().number(), tile.deletionConditions().clone());
    } else if (!open.isEmpty()) {
      times = never(tile.cells().size());
      conditions = never(tile.cells().size());
    } else {
      return OfTile.NONE;
    }
    byte[] left = new byte[open.isEmpty() ? 0 : times.length];
    for (FragmentCondition condition : open) {
      Arrays.fill(left, (byte) 1);
      tile.narrow(condition, left);
      long time = condition.time();
      for (int row = 0; row < left.length; row++) {
        if (left[row] == 0 && Long.compareUnsigned(time, times[row]) < 0) {
          times[row] = time;
          conditions[row] = condition.number();
        }
      }
    }
    return new OfTile(times, conditions);
  }

  private static long[] never(int rows) {
    long[] values = new long[rows];
    Arrays.fill(values, NEVER);
    return values;
  }

  /**
   * Returns whether a fragment numbers deletion conditions as this object does. The fragment must
   * have delete metadata.
   */
  boolean keepsNumbers(Fragment fragment) {
    int[] places = known.get(fragment);
    for (int i = 0; i < places.length; i++) {
      if (places[i] != i) {
        return false;
      }
    }
    return true;
  }

  /**
   * Converts condition numbers from a fragment's numbering to this one, in place.
   *
   * @param conditions the condition number of each cell, or {@link #NEVER}
   * @return the same array
   * @throws CorruptDataException if the fragment does not name a condition with one of the numbers
   */
  long[] translated(Fragment fragment, int tile, long[] conditions) {
    int[] places = known.get(fragment);
    for (int row = 0; row < conditions.length; row++) {
      long number = conditions[row];
      if (number == NEVER) {
        continue;
      }
      if (number < 0 || number >= places.length) {
        throw CorruptDataException.of(
                FieldStorage.DELETE_CONDITION_INDEX,
                null,
                -1,
                "a cell of tile %d was deleted by condition %s, but the fragment names %d"
                    .formatted(tile, Long.toUnsignedString(number), places.length))
            .at(fragment.folder().toString());
      }
      conditions[row] = places[(int) number];
    }
    return conditions;
  }
}
