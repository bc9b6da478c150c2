package io.azulejo.internal.format;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Determines the minimum format version and the minimum TileDB release that each part of a schema
 * needs. If a release introduced a part without a new version, the part needs the version of that
 * release. Only that release and later ones can read the part.
 */
public final class SchemaNeeds {
  /**
   * A requirement of a part of a schema.
   *
   * @param part a description of the part, such as {@code enumeration "colors"}
   * @param version the first version that can store the part
   * @param release the first TileDB release that reads the part
   */
  private record Need(String part, FormatVersion version, Release release) {}

  private final List<Need> needs = new ArrayList<>();

  private SchemaNeeds(ArraySchema schema) {
    if (schema.cellOrder() == Layout.HILBERT) {
      add("Hilbert order", 7);
    }
    schema
        .labels()
        .forEach(
            label ->
                add(
                    "dimension label \"%s\"".formatted(label.name()),
                    FormatVersion::hasDimensionLabels));
    schema.enumerationFiles().keySet().forEach(this::addEnumeration);
    schema.enumerations().forEach(enumeration -> addEnumeration(enumeration.name()));
    if (schema.currentDomain().isPresent()) {
      add("a current domain", FormatVersion::hasCurrentDomain);
    }
    for (Dimension dimension : schema.dimensions()) {
      String field = "dimension \"%s\"".formatted(dimension.name());
      addField(field, dimension.type(), dimension.filters());
      if (dimension.isVar()) {
        addFileName(schema, dimension.name(), "_var");
      }
      addFileName(dimension.name());
    }
    schema.attributes().forEach(attribute -> addAttribute(schema, attribute));
    addFilters("coordinates", Datatype.UINT64, schema.coordsFilters());
    addFilters("offsets", Datatype.UINT64, schema.offsetsFilters());
    addFilters("validity", Datatype.UINT8, schema.validityFilters());
  }

  /**
   * Checks that a version can store a schema.
   *
   * @throws UnsupportedFormatException if it cannot; the message contains the reasons and the first
   *     version that can
   */
  public static void require(FormatVersion version, ArraySchema schema) {
    List<Need> missing =
        new SchemaNeeds(schema)
            .needs.stream().filter(need -> need.version.compareTo(version) > 0).toList();
    if (missing.isEmpty()) {
      return;
    }
    FormatVersion min =
        missing.stream().map(Need::version).max(Comparator.naturalOrder()).orElseThrow();
    List<String> reasons =
        missing.stream()
            .limit(3)
            .map(need -> "%s needs version %s".formatted(need.part, need.version))
            .toList();
    throw new UnsupportedFormatException(
        "this schema cannot be stored in format version %s: %s%s; choose version %s or later"
            .formatted(
                version,
                String.join(", ", reasons),
                missing.size() > 3 ? " (and %d more)".formatted(missing.size() - 3) : "",
                min),
        null);
  }

  /**
   * Returns the first TileDB release that reads a schema in this version, or empty if no release
   * reads the version.
   */
  public static Optional<Release> oldestReader(FormatVersion version, ArraySchema schema) {
    return version
        .release()
        .map(
            release ->
                new SchemaNeeds(schema)
                    .needs.stream()
                        .map(Need::release)
                        .filter(needed -> needed.compareTo(release) > 0)
                        .max(Comparator.naturalOrder())
                        .orElse(release));
  }

  private void addAttribute(ArraySchema schema, Attribute attribute) {
    String field = "attribute \"%s\"".formatted(attribute.name());
    addField(field, attribute.type(), attribute.filters());
    addFileName(attribute.name());
    if (attribute.isVar()) {
      addFileName(schema, attribute.name(), "_var");
    }
    if (attribute.nullable()) {
      add("nullable " + field, FormatVersion::hasValidity);
      addFileName(schema, attribute.name(), "_validity");
    }
    if (attribute.order() != DataOrder.UNORDERED) {
      add("the data order of " + field, FormatVersion::hasDataOrder);
    }
  }

  private void addEnumeration(String name) {
    add("enumeration \"%s\"".formatted(name), FormatVersion::hasEnumerations);
  }

  private void addField(String field, Datatype type, FilterPipeline filters) {
    String part = "%s of type %s".formatted(field, type);
    switch (type) {
      case TIME_HR, TIME_MIN, TIME_SEC, TIME_MS, TIME_US, TIME_NS, TIME_PS, TIME_FS, TIME_AS ->
          add(part, 9);
      case BLOB -> add(part, 11);
      case BOOL -> add(part, 14);
      case GEOM_WKB, GEOM_WKT -> add(part, 21, new Release(2, 21, 0));
      default -> {
        // All other types are older than the oldest writable version.
      }
    }
    addFilters(field, type, filters);
  }

  private void addFilters(String field, Datatype type, FilterPipeline pipeline) {
    for (Filter filter : pipeline.filters()) {
      switch (filter.type()) {
        case DICTIONARY ->
            add(
                "DICTIONARY on " + field,
                type == Datatype.STRING_UTF8
                    ? FormatVersion::keepsOffsetsInUtf8
                    : FormatVersion::keepsOffsetsInAsciiDictionary);
        case SCALE_FLOAT -> add("SCALE_FLOAT on " + field, 15);
        case XOR -> add("XOR on " + field, 16);
        case WEBP -> add("WEBP on " + field, 16, new Release(2, 13, 0));
        case DELTA -> add("DELTA on " + field, FormatVersion::reinterpretsInDelta);
        case DOUBLE_DELTA -> {
          if (filter.reinterpret() != Datatype.ANY) {
            add(
                "DOUBLE_DELTA with another type on " + field,
                FormatVersion::reinterpretsInDoubleDelta);
          }
        }
        default -> {
          // All other filters are older than the oldest writable version.
        }
      }
    }
  }

  /**
   * Adds the requirement of a field name that contains a slash. Version 7 cannot store it, because
   * it uses field names as file names.
   */
  private void addFileName(String name) {
    if (name.indexOf('/') >= 0) {
      add("the name \"%s\"".formatted(name), version -> !version.namesFilesByRawField());
    }
  }

  /**
   * Adds the requirement of two fields whose files would have the same name. It needs version 9, in
   * which files are named by position.
   *
   * @param suffix the suffix of another file of the named field, such as {@code _var}
   */
  private void addFileName(ArraySchema schema, String name, String suffix) {
    String other = name + suffix;
    if (schema.attribute(other).isPresent()
        || schema.dimensions().stream().anyMatch(d -> d.name().equals(other))) {
      add("\"%s\" together with \"%s\"".formatted(other, name), FormatVersion::namesFilesByIndex);
    }
  }

  /** Adds a part that needs a feature. The feature determines the first version. */
  private void add(String part, Predicate<FormatVersion> word) {
    add(part, FormatVersion.first(word).number());
  }

  /**
   * Adds a part that needs a version. No predicate exists for such a part, because it did not
   * change the layout.
   */
  private void add(String part, int version) {
    FormatVersion needed = FormatVersion.of(version);
    add(part, version, needed.release().orElseThrow());
  }

  private void add(String part, int version, Release release) {
    needs.add(new Need(part, FormatVersion.of(version), release));
  }
}
