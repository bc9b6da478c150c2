package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FragmentStatisticsFormat;
import io.azulejo.internal.format.ProcessedConditionsFormat;
import io.azulejo.internal.format.RTreeFormat;

/** The tables in a fragment's metadata file; each consists of one or more sections. */
public enum TableKind {
  /** The boxes of tiles. */
  RTREE(RTreeFormat.STRUCTURE),
  /** The starts of tiles of fixed-size cells or of offsets. */
  OFFSETS("tile offsets"),
  /** The starts of tiles of variable-size values. */
  VAR_OFFSETS("tile var offsets"),
  /** The unfiltered sizes of tiles of variable-size values, in bytes. */
  VAR_SIZES("tile var sizes"),
  /** The starts of tiles of validity. */
  VALIDITY_OFFSETS("tile validity offsets"),
  /** The minima of tiles. */
  MINS("tile minima"),
  /** The maxima of tiles. */
  MAXES("tile maxima"),
  /** The sums of tiles; may be empty. */
  SUMS("tile sums"),
  /** The null counts of tiles; may be empty. */
  NULL_COUNTS("tile null counts"),
  /** The coordinates of the first cells of tiles; one section per dimension. */
  FIRST_CELLS("first coordinates"),
  /** The coordinates of the last cells of tiles; one section per dimension. */
  LAST_CELLS("last coordinates"),
  /** The statistics of the fragment as a whole. */
  WHOLE(FragmentStatisticsFormat.STRUCTURE),
  /** The conditions that were applied already. */
  PROCESSED_CONDITIONS(ProcessedConditionsFormat.STRUCTURE);

  private final String structure;

  TableKind(String structure) {
    this.structure = structure;
  }

  /** Returns the name in messages. */
  String structure() {
    return structure;
  }
}
