package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.List;

/**
 * Which statistics of a field in a fragment can be believed: which of them fragments of that kind
 * have, and in which of those earlier writers made mistakes. What the statistics of single tiles
 * show comes on top, in {@link TileStatistics}.
 *
 * @param bounds whether no value is outside of the minimum and the maximum, which may be too far
 *     apart; and no null count of 0 is wrong
 * @param exact whether minimum, maximum, sum and null count are those of the cells written
 * @param sums whether there are sums
 */
record StatisticsTrust(boolean bounds, boolean exact, boolean sums) {
  private static final StatisticsTrust NOTHING = new StatisticsTrust(false, false, false);

  /** What there is to believe of a field. */
  static StatisticsTrust of(Fragment fragment, FieldStorage field) {
    boolean statistics = fragment.version().hasTileStatistics();
    if (field.lossy()) {
      return NOTHING;
    }
    if (field.dimension().isPresent()) {
      // The R-tree bounds dimensions, in all versions.
      return new StatisticsTrust(true, true, statistics && hasSums(field));
    }
    if (!statistics || !hasBounds(field)) {
      return NOTHING;
    }
    if (!fragment.dense()) {
      return new StatisticsTrust(true, true, hasSums(field));
    }
    // Dense tiles of strings mixed up their values: those of variable size to this day.
    boolean mixedUp =
        isCharacters(field.type())
            && (field.isVar()
                || (field.nullable() && !fragment.version().hasRightNullableStringBounds()));
    if (mixedUp) {
      return NOTHING;
    }
    // Consolidation, which makes fragments of more than one time, counts padding to this day.
    boolean exact =
        fragment.version().leavesPaddingOutOfStatistics()
            && fragment.name().t1() == fragment.name().t2();
    return new StatisticsTrust(true, exact, hasSums(field));
  }

  /**
   * What there is to believe of a field in the fragment as a whole. Nothing of doubles: sums that
   * stopped at a limit, where NaN is not seen any more, can come back from it in another tile.
   */
  static StatisticsTrust ofFragment(Fragment fragment, FieldStorage field) {
    boolean there =
        fragment.version().hasFragmentStatistics() && fragment.footer().fragmentStatistics() != 0;
    return there && field.dimension().isEmpty() && field.type() != Datatype.FLOAT64
        ? of(fragment, field)
        : NOTHING;
  }

  /** The sections of the fragment's metadata that hold what can be believed. */
  List<MetadataSection> sections(FieldStorage field) {
    List<MetadataSection> sections = new ArrayList<>();
    if (bounds && field.dimension().isPresent()) {
      sections.add(new MetadataSection(MetadataTable.RTREE, FragmentTables.ONLY));
    } else if (bounds) {
      sections.add(new MetadataSection(MetadataTable.MINS, field.index()));
      sections.add(new MetadataSection(MetadataTable.MAXES, field.index()));
    }
    if (sums) {
      sections.add(new MetadataSection(MetadataTable.SUMS, field.index()));
    }
    if (bounds && field.nullable()) {
      sections.add(new MetadataSection(MetadataTable.NULL_COUNTS, field.index()));
    }
    return sections;
  }

  /** Whether writers compare the values of a type as characters, many at a time. */
  static boolean isCharacters(Datatype type) {
    return type == Datatype.CHAR || type == Datatype.STRING_ASCII;
  }

  private static boolean hasBounds(FieldStorage field) {
    Datatype type = field.type();
    return isCharacters(type) || (field.cellValNum() == 1 && !type.isBytes() && !type.isString());
  }

  private static boolean hasSums(FieldStorage field) {
    return field.cellValNum() == 1
        && (field.type().isIntegerValued() || field.type().isFloatingPoint());
  }
}
