package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.List;

/**
 * The kinds of statistics that are reliable for a field of a fragment. These are the statistics
 * that the fragment's format version has, except those that earlier writers computed wrongly.
 * {@link TileStatistics} adds checks of single tiles.
 *
 * @param bounds whether no value lies outside the minimum and maximum, which may be wider than the
 *     values; also whether a null count of 0 is correct
 * @param exact whether minimum, maximum, sum and null count describe exactly the written cells
 * @param sums whether sums are stored and reliable
 */
record StatisticsTrust(boolean bounds, boolean exact, boolean sums) {
  private static final StatisticsTrust NOTHING = new StatisticsTrust(false, false, false);

  /** Returns which statistics of a field's tiles are reliable. */
  static StatisticsTrust of(FragmentFooter footer, FragmentName name, FieldStorage field) {
    boolean statistics = footer.version().hasTileStatistics();
    if (field.isLossy()) {
      return NOTHING;
    }
    if (field.dimension().isPresent()) {
      // The R-tree contains the bounds of dimensions in all versions.
      return new StatisticsTrust(true, true, statistics && hasSums(field));
    }
    if (!statistics || !hasBounds(field)) {
      return NOTHING;
    }
    if (!footer.dense()) {
      return new StatisticsTrust(true, true, hasSums(field));
    }
    // Writers mix up string values in dense tiles. They still do so for variable-size strings.
    boolean mixedUp =
        isCharacters(field.type())
            && (field.isVar()
                || (field.nullable() && !footer.version().hasExactNullableStringBounds()));
    if (mixedUp) {
      return NOTHING;
    }
    // Consolidated fragments have two different timestamps. Their statistics still include padding.
    boolean exact = footer.version().excludesPaddingFromStatistics() && name.t1() == name.t2();
    return new StatisticsTrust(true, exact, hasSums(field));
  }

  /**
   * Returns which statistics of a field in the whole fragment are reliable. The statistics of
   * doubles are not: a sum that stopped at a limit ignores later NaNs, and the sum of another tile
   * can bring it back from the limit.
   */
  static StatisticsTrust ofFragment(FragmentFooter footer, FragmentName name, FieldStorage field) {
    boolean there = footer.version().hasFragmentStatistics() && footer.fragmentStatistics() != 0;
    return there && field.dimension().isEmpty() && field.type() != Datatype.FLOAT64
        ? of(footer, name, field)
        : NOTHING;
  }

  /** Returns the sections of the fragment's metadata that contain reliable statistics. */
  List<MetadataSection> sections(FieldStorage field) {
    List<MetadataSection> sections = new ArrayList<>();
    if (bounds && field.dimension().isPresent()) {
      sections.add(new MetadataSection(TableKind.RTREE, FragmentTables.ONLY));
    } else if (bounds) {
      sections.add(new MetadataSection(TableKind.MINS, field.index()));
      sections.add(new MetadataSection(TableKind.MAXES, field.index()));
    }
    if (sums) {
      sections.add(new MetadataSection(TableKind.SUMS, field.index()));
    }
    if (bounds && field.nullable()) {
      sections.add(new MetadataSection(TableKind.NULL_COUNTS, field.index()));
    }
    return sections;
  }

  /** Returns whether writers compare the values of a type as character strings. */
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
