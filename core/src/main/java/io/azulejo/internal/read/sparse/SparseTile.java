package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.condition.FragmentCondition;
import io.azulejo.internal.read.tile.Coverage;
import java.util.ArrayList;
import java.util.List;

/**
 * A tile of a sparse fragment that a read may need, and the conditions that its cells must still be
 * tested against. Immutable; nothing of the tile is decoded.
 */
public final class SparseTile {
  private final SparseFragment owner;
  private final int number;
  private final int cells;
  private final boolean covered;
  private final List<FragmentCondition> conditions;
  private final boolean allCellsFail;
  private final long bytes;

  public SparseTile(SparseFragment owner, int number, boolean covered) {
    this(owner, number, covered, owner.conditions(), false);
  }

  private SparseTile(
      SparseFragment owner,
      int number,
      boolean covered,
      List<FragmentCondition> conditions,
      boolean allCellsFail) {
    this.owner = owner;
    this.number = number;
    this.covered = covered;
    this.conditions = conditions;
    this.allCellsFail = allCellsFail;
    this.cells = owner.fragment().cells(number);
    this.bytes = owner.decodedBytes(number, cells);
  }

  /** Returns the fragment that contains the tile. */
  public SparseFragment owner() {
    return owner;
  }

  /** Returns the index of the tile in its fragment, starting at 0. */
  public int number() {
    return number;
  }

  /** Returns the number of stored cells. */
  public int cells() {
    return cells;
  }

  /** Returns whether all of its cells are within the requested ranges. */
  boolean covered() {
    return covered;
  }

  /** Returns the conditions that its cells must still be tested against. */
  public List<FragmentCondition> conditions() {
    return conditions;
  }

  /**
   * Returns whether none of its cells meets all conditions. Such a tile is needed only to hide
   * older cells.
   */
  boolean allCellsFail() {
    return allCellsFail;
  }

  /**
   * Returns whether conditions or deletions, rather than only coordinates and cell times, decide
   * about the cells.
   */
  boolean isTested() {
    return allCellsFail || !conditions.isEmpty() || owner.deletions() != null;
  }

  /**
   * Returns the estimated memory of the tile in bytes after everything that the read needs is
   * decoded.
   */
  public long bytes() {
    return bytes;
  }

  /** Returns the stored size in bytes of all fields that the read needs. */
  public long storedBytes() {
    return owner.storedBytes(number);
  }

  /** Returns a copy of the tile that keeps only the conditions that statistics cannot decide. */
  SparseTile testedByStatistics() {
    List<FragmentCondition> open = new ArrayList<>();
    boolean none = false;
    for (FragmentCondition condition : conditions) {
      Coverage outcome = condition.outcome(owner.fragment(), number);
      none |= outcome == Coverage.NONE;
      if (outcome == Coverage.SOME) {
        open.add(condition);
      }
    }
    return new SparseTile(owner, number, covered, List.copyOf(open), none);
  }
}
