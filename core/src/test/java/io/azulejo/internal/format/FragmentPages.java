package io.azulejo.internal.format;

import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The pages on fragments, commits and deletions. */
final class FragmentPages {
  private static final int SAMPLES_PER_VERSION = 40;

  private final RandomFragments random = new RandomFragments(1);
  private final Map<String, List<FormatPage.Sample>> samples = new TreeMap<>();

  private FragmentPages() {}

  static List<FormatPage> all() {
    FragmentPages pages = new FragmentPages();
    for (int number = 1; number <= 23; number++) {
      FormatVersion version = FormatVersion.of(number);
      for (int i = 0; i < SAMPLES_PER_VERSION; i++) {
        if (version.hasFooter()) {
          pages.addSections(version);
        } else {
          pages.addLegacy(version, i % 2 == 0);
        }
      }
    }
    for (int i = 0; i < SAMPLES_PER_VERSION; i++) {
      pages.addCommits();
    }
    return pages.samples.entrySet().stream()
        .map(e -> new FormatPage(e.getKey(), e.getValue()))
        .toList();
  }

  private void addSections(FormatVersion version) {
    ArraySchema schema = random.schema(version);
    add(
        "fragment-footer",
        version,
        (w, f) -> FragmentFooterFormat.transfer(w, schema, f),
        random.footer(version, schema));
    add("r-tree", version, (w, t) -> RTreeFormat.transfer(w, schema, t), random.tree(schema));
    add("tile-table", version, TileTableFormat::transfer, random.longs(random.count()));
    if (version.hasTileStatistics()) {
      TileBounds bounds =
          new TileBounds(random.slice(random.count()), random.slice(random.count()));
      add("tile-bounds", version, TileBoundsFormat::transfer, bounds);
    }
    if (version.hasFragmentStatistics()) {
      add(
          "fragment-statistics",
          version,
          (w, s) -> FragmentStatisticsFormat.transfer(w, 3, s),
          random.statistics(3));
    }
    if (version.hasDeleteMetadata()) {
      add(
          "processed-conditions",
          version,
          ProcessedConditionsFormat::transfer,
          List.of("__commits/__1_1_a_23.del", "__commits/__10_10_b_23.del"));
    }
  }

  private void addLegacy(FormatVersion version, boolean dense) {
    ArraySchema schema = random.schema(version);
    add(
        "fragment-metadata-v1",
        version,
        (w, f) -> LegacyFragmentFormat.transfer(w, schema, dense, f),
        random.legacy(version, schema, dense));
  }

  private void addCommits() {
    FormatVersion version = FormatVersion.NEWEST;
    add("consolidated-commits", version, CommitsFileFormat::transfer, random.commits());
    add("name-list", version, NameListFormat::transfer, List.of("/__fragments/a", "/__meta/b"));
    add("consolidated-footers", version, ConsolidatedFooterFormat::transfer, random.footers());
    add("condition", version, ConditionFormat::transfer, random.condition(3));
    add("condition", version, ConditionFormat::transfer, random.condition(0));
    add("update", version, UpdateFormat::transfer, random.update());
  }

  private <T> void add(String page, FormatVersion version, Wire.Transfer<T> layout, T value) {
    samples
        .computeIfAbsent(page, p -> new ArrayList<>())
        .add(FormatPage.Sample.of(version.number(), version, layout, value));
  }
}
