package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FragmentStatisticsFormat;
import io.azulejo.internal.format.ProcessedConditionsFormat;
import io.azulejo.internal.format.RTreeFormat;

/**
 * The kinds of tables in a fragment's metadata file. Each table consists of one or more sections.
 */
public enum TableKind {
  /** The R-tree with the bounding boxes of tiles. */
  RTREE(RTreeFormat.STRUCTURE),
  /** The start positions of tiles that contain fixed-size cells or offsets. */
  OFFSETS("tile offsets"),
  /** The start positions of tiles that contain variable-size values. */
  VAR_OFFSETS("tile var offsets"),
  /** The unfiltered sizes of tiles that contain variable-size values, in bytes. */
  VAR_SIZES("tile var sizes"),
  /** The start positions of tiles that contain validity. */
  VALIDITY_OFFSETS("tile validity offsets"),
  /** The minimum value of each tile. */
  MINS("tile minima"),
  /** The maximum value of each tile. */
  MAXES("tile maxima"),
  /** The sum of the values of each tile; may be empty. */
  SUMS("tile sums"),
  /** The number of nulls in each tile; may be empty. */
  NULL_COUNTS("tile null counts"),
  /** The coordinates of the first cell of each tile; one section per dimension. */
  FIRST_CELLS("first coordinates"),
  /** The coordinates of the last cell of each tile; one section per dimension. */
  LAST_CELLS("last coordinates"),
  /** The statistics of the fragment as a whole. */
  WHOLE(FragmentStatisticsFormat.STRUCTURE),
  /** The names of the delete conditions that were already applied. */
  PROCESSED_CONDITIONS(ProcessedConditionsFormat.STRUCTURE);

  private final String structure;

  TableKind(String structure) {
    this.structure = structure;
  }

  /** Returns the name of the table in messages. */
  String structure() {
    return structure;
  }
}
