package io.azulejo.internal.read.merge;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.condition.PendingDeletion;
import io.azulejo.internal.read.sparse.FragmentCondition;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out when the cells of tiles were deleted first, and by which condition, as fragments that
 * others were merged to say it. That is all that reads need to know, whatever their times: a
 * deletion hits no cell that is newer than itself.
 */
final class DeletionMarks {
  /** The time, and the condition, of a cell that was not deleted. */
  static final long NEVER = -1;

  private static final CellColumn ALL_NEVER = CellColumn.same(NEVER);

  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Map<Fragment, int[]> known = new LinkedHashMap<>();

  /**
   * The deletions of an array, and those that some fragments name besides.
   *
   * @param pending a deletion after those of the array
   * @param inputs the fragments that cells come from
   */
  DeletionMarks(Snapshot snapshot, Optional<PendingDeletion> pending, List<Fragment> inputs) {
    for (Snapshot.Delete delete : snapshot.deletes()) {
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

  /** The conditions by which cells were deleted, as {@link #conditions} counts them. */
  List<String> markers() {
    return new ArrayList<>(numbers.keySet());
  }

  /** Finds what is known of the cells of a tile of which all columns are loaded. */
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

  /** Whether a fragment counts conditions as this does. */
  boolean keepsNumbers(Fragment fragment) {
    int[] places = known.get(fragment);
    for (int i = 0; i < places.length; i++) {
      if (places[i] != i) {
        return false;
      }
    }
    return true;
  }

  /** Gives conditions their numbers here in the place of those in the tile's fragment. */
  private void translate(SparseTile tile) {
    translated(tile.owner().fragment(), tile.number(), tile.deletionConditions());
  }

  /** Gives conditions of a tile of a fragment their numbers here, in the same array. */
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

  /** The times of the cells' deletions. */
  static CellColumn times(SparseTile tile) {
    return tile.deletions() == null ? ALL_NEVER : CellColumn.of(tile.deletions());
  }

  /** The conditions of the cells' deletions. */
  static CellColumn conditions(SparseTile tile) {
    return tile.deletionConditions() == null ? ALL_NEVER : CellColumn.of(tile.deletionConditions());
  }
}
