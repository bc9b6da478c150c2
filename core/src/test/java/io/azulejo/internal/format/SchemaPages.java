package io.azulejo.internal.format;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The pages on schemas, on what lies beside them, and on the tiles that hold them. */
final class SchemaPages {
  private static final int SAMPLES_PER_VERSION = 40;

  private static final int PIPELINES_PER_SAMPLE = 5;

  private final RandomStructures random = new RandomStructures(1);
  private final Map<String, List<FormatPage.Sample>> samples = new TreeMap<>();

  private SchemaPages() {}

  static List<FormatPage> all() {
    SchemaPages pages = new SchemaPages();
    for (int number = 1; number <= 23; number++) {
      for (int i = 0; i < SAMPLES_PER_VERSION; i++) {
        pages.addVersion(FormatVersion.of(number));
      }
    }
    for (int i = 0; i < SAMPLES_PER_VERSION; i++) {
      pages.addUnversioned();
    }
    return pages.samples.entrySet().stream()
        .map(e -> new FormatPage(e.getKey(), e.getValue()))
        .toList();
  }

  private void addVersion(FormatVersion version) {
    StoredSchema stored = random.schema(version);
    ArraySchema schema = stored.schema();
    List<Dimension> dimensions = schema.dimensions();
    Datatype shared = version.hasDimensionFiles() ? null : dimensions.get(0).type();
    add("generic-tile", version, GenericTile::transfer, random.genericTile(version));
    add("array-schema", version, ArraySchemaFormat::transfer, stored);
    for (int i = 0; i < PIPELINES_PER_SAMPLE; i++) {
      add("filter-pipeline", version, FilterPipelineFormat::transfer, random.filters(version));
    }
    add("domain", version, DomainFormat::transfer, dimensions);
    for (Dimension dimension : dimensions) {
      add("dimension", version, (w, d) -> DimensionFormat.transfer(w, shared, d), dimension);
      addRange(dimension);
    }
    for (Attribute attribute : schema.attributes()) {
      add("attribute", version, AttributeFormat::transfer, attribute);
    }
    for (DimensionLabel label : schema.labels()) {
      add("dimension-label", version, DimensionLabelFormat::transfer, label);
    }
    if (version.hasCurrentDomain()) {
      add(
          "current-domain",
          version,
          (w, current) -> CurrentDomainFormat.transfer(w, dimensions, current),
          schema.currentDomain());
    }
  }

  private void addRange(Dimension dimension) {
    Range range = dimension.domain().orElseGet(random::texts);
    add("range", 0, FormatVersion.NEWEST, (w, r) -> RangeFormat.transfer(w, dimension, r), range);
  }

  private void addUnversioned() {
    FormatVersion version = FormatVersion.NEWEST;
    add("enumeration", 0, version, EnumerationFormat::transfer, random.enumeration());
    add("array-metadata", 0, version, ArrayMetadataFormat::transfer, random.metadata());
    for (int own = 1; own <= GroupDetails.VERSION; own++) {
      add("group-details", own, version, GroupFormat::transfer, random.group(own));
    }
  }

  private <T> void add(String page, FormatVersion version, Wire.Transfer<T> layout, T value) {
    add(page, version.number(), version, layout, value);
  }

  private <T> void add(
      String page, int own, FormatVersion version, Wire.Transfer<T> layout, T value) {
    samples
        .computeIfAbsent(page, p -> new ArrayList<>())
        .add(FormatPage.Sample.of(own, version, layout, value));
  }
}
