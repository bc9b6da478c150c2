package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What holds for every structure of fragments and commits in every version. */
class FragmentFormatsTest extends FormatContract {
  @Override
  Stream<Sample> samples() {
    RandomFragments random = new RandomFragments(SEED);
    List<Sample> samples = new ArrayList<>();
    for (int number = 1; number <= 23; number++) {
      FormatVersion version = FormatVersion.of(number);
      for (int i = 0; i < 4; i++) {
        ArraySchema schema = random.schema(version);
        if (version.hasFooter()) {
          addFooter(samples, random, version, schema);
        } else {
          addLegacy(samples, random, version, schema, i % 2 == 0);
        }
      }
    }
    FormatVersion current = FormatVersion.NEWEST;
    addSections(samples, random, current);
    Slice condition = ConditionFormat.encode(random.condition(3), current);
    add(
        samples,
        "condition",
        condition,
        b -> ConditionFormat.encode(ConditionFormat.decode(b, current), current));
    add(
        samples,
        "update",
        UpdateFormat.encode(random.update(), current),
        b -> UpdateFormat.encode(UpdateFormat.decode(b, current), current));
    samples.add(
        new Sample(
            "commits",
            CommitsFileFormat.encode(random.commits()),
            b -> CommitsFileFormat.encode(CommitsFileFormat.decode(b)),
            true));
    samples.add(
        new Sample(
            "names",
            NameListFormat.encode(List.of("/__fragments/__1_1_a_23", "", "s3://x/__2_2_b_5")),
            b -> NameListFormat.encode(NameListFormat.decode(b)),
            true));
    samples.add(
        new Sample(
            "consolidated footers",
            ConsolidatedFooterFormat.encode(random.footers(), current),
            FragmentFormatsTest::recodeFooters,
            true));
    return samples.stream();
  }

  private static Slice recodeFooters(Slice bytes) {
    ConsolidatedFooters footers = ConsolidatedFooterFormat.decode(bytes, FormatVersion.NEWEST);
    assertThat(footers.byName()).hasSizeLessThanOrEqualTo(footers.entries().size());
    return ConsolidatedFooterFormat.encode(footers, FormatVersion.NEWEST);
  }

  private static void addFooter(
      List<Sample> samples, RandomFragments random, FormatVersion version, ArraySchema schema) {
    FragmentFooter footer = random.footer(version, schema);
    StoredSchema stored = new StoredSchema(version, schema);
    samples.add(
        new Sample(
            "footer of version " + version,
            FragmentFooterFormat.encode(footer, schema),
            b ->
                FragmentFooterFormat.encode(
                    FragmentFooterFormat.decode(b, n -> Optional.of(stored)), schema),
            footer.trailing().length() > 0));
    add(
        samples,
        "R-tree of version " + version,
        RTreeFormat.encode(random.tree(schema), version, schema),
        b -> RTreeFormat.encode(RTreeFormat.decode(b, version, schema), version, schema));
  }

  private static void addLegacy(
      List<Sample> samples,
      RandomFragments random,
      FormatVersion version,
      ArraySchema schema,
      boolean dense) {
    add(
        samples,
        "fragment of version " + version,
        LegacyFragmentFormat.encode(random.legacy(version, schema, dense), schema),
        b -> LegacyFragmentFormat.encode(LegacyFragmentFormat.decode(b, schema, dense), schema));
  }

  private static void addSections(
      List<Sample> samples, RandomFragments random, FormatVersion version) {
    add(
        samples,
        "tile offsets",
        TileTableFormat.encode("tile offsets", random.longs(7), version),
        b ->
            TileTableFormat.encode(
                "tile offsets", TileTableFormat.decode("tile offsets", b, version), version));
    add(
        samples,
        "tile bounds",
        TileBoundsFormat.encode(new TileBounds(random.slice(16), random.slice(5)), version),
        b -> TileBoundsFormat.encode(TileBoundsFormat.decode(b, version), version));
    add(
        samples,
        "fragment statistics",
        FragmentStatisticsFormat.encode(random.statistics(5), version),
        b ->
            FragmentStatisticsFormat.encode(
                FragmentStatisticsFormat.decode(b, version, 5), version));
    add(
        samples,
        "processed conditions",
        ProcessedConditionsFormat.encode(List.of("__commits/a.del", "b"), version),
        b ->
            ProcessedConditionsFormat.encode(
                ProcessedConditionsFormat.decode(b, version), version));
  }

  private static void add(
      List<Sample> samples, String name, Slice bytes, UnaryOperator<Slice> recode) {
    samples.add(new Sample(name, bytes, recode, false));
  }
}
