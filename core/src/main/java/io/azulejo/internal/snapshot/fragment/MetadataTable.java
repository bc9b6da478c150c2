package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FragmentStatisticsFormat;
import io.azulejo.internal.format.ProcessedConditionsFormat;
import io.azulejo.internal.format.RTreeFormat;

/** The tables in a fragment's metadata file; each is a section or several. */
public enum MetadataTable {
  /** The boxes of tiles. */
  RTREE(RTreeFormat.STRUCTURE),
  /** Where tiles of fixed-size cells or of offsets begin. */
  OFFSETS("tile offsets"),
  /** Where tiles of values of variable size begin. */
  VAR_OFFSETS("tile var offsets"),
  /** The unfiltered bytes of tiles of values of variable size. */
  VAR_SIZES("tile var sizes"),
  /** Where tiles of validity begin. */
  VALIDITY_OFFSETS("tile validity offsets"),
  /** The minima of tiles. */
  MINS("tile minima"),
  /** The maxima of tiles. */
  MAXES("tile maxima"),
  /** The sums of tiles; may be empty. */
  SUMS("tile sums"),
  /** The null counts of tiles; may be empty. */
  NULL_COUNTS("tile null counts"),
  /** The coordinates of the first cells of tiles; a section a dimension. */
  FIRST_CELLS("first coordinates"),
  /** The coordinates of the last cells of tiles; a section a dimension. */
  LAST_CELLS("last coordinates"),
  /** The statistics of the fragment as a whole. */
  WHOLE(FragmentStatisticsFormat.STRUCTURE),
  /** The conditions that were applied already. */
  PROCESSED_CONDITIONS(ProcessedConditionsFormat.STRUCTURE);

  private final String structure;

  MetadataTable(String structure) {
    this.structure = structure;
  }

  /** The name in messages. */
  String structure() {
    return structure;
  }
}
