package io.azulejo.internal.read.merge;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.condition.PendingDeletion;
import io.azulejo.internal.read.sparse.FragmentCondition;
import io.azulejo.internal.read.sparse.SparseTile;
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
   * Sets the deletion times and condition numbers of a tile's cells. All columns of the tile must
   * be loaded.
   */
  void mark(SparseTile tile) {
    if (tile.deletions() != null) {
      translate(tile);
    } else if (!tile.conditions().isEmpty()) {
      long[] times = new long[tile.size()];
      long[] conditions = new long[tile.size()];
      Arrays.fill(times, NEVER);
      Arrays.fill(conditions, NEVER);
      tile.deleted(times, conditions);
    }
    byte[] left = new byte[tile.conditions().isEmpty() ? 0 : tile.size()];
    for (FragmentCondition condition : tile.conditions()) {
      Arrays.fill(left, (byte) 1);
      tile.narrow(condition, left);
      long time = condition.time();
      for (int row = 0; row < left.length; row++) {
        if (left[row] == 0 && Long.compareUnsigned(time, tile.deletions()[row]) < 0) {
          tile.deletions()[row] = time;
          tile.deletionConditions()[row] = condition.number();
        }
      }
    }
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

  /** Converts the condition numbers of a tile from its fragment's numbering to this one. */
  private void translate(SparseTile tile) {
    translated(tile.owner().fragment(), tile.number(), tile.deletionConditions());
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

  /** Returns the deletion time of each cell of a marked tile. */
  static CellColumn times(SparseTile tile) {
    return tile.deletions() == null ? ALL_NEVER : CellColumn.of(tile.deletions());
  }

  /** Returns the condition number of each cell of a marked tile. */
  static CellColumn conditions(SparseTile tile) {
    return tile.deletionConditions() == null ? ALL_NEVER : CellColumn.of(tile.deletionConditions());
  }
}
