package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import io.azulejo.error.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mutable copy of a schema to which a {@link SchemaEvolution} is applied. Each step validates
 * only its own change.
 */
final class EvolvedSchema {
  private final ArraySchema latest;

  /** Loads an enumeration of the latest schema by name. */
  private final Function<String, Enumeration> stored;

  private final List<Attribute> attributes;

  /** File names of the enumerations whose stored values are still valid, by enumeration name. */
  private final Map<String, String> files;

  /** Enumerations that are held by value, by name. */
  private final Map<String, Enumeration> values = new LinkedHashMap<>();

  EvolvedSchema(ArraySchema latest, Function<String, Enumeration> stored) {
    this.latest = latest;
    this.stored = stored;
    this.attributes = new ArrayList<>(latest.attributes());
    this.files = new LinkedHashMap<>(latest.enumerationFiles());
    latest.enumerations().forEach(e -> values.put(e.name(), e));
  }

  ArraySchema apply(SchemaEvolution evolution) {
    evolution.addedEnumerations().forEach(this::addEnumeration);
    evolution.extendedEnumerations().forEach(this::extendEnumeration);
    checkEnumerationsTogether();
    evolution.addedAttributes().forEach(this::addAttribute);
    evolution.droppedAttributes().forEach(this::dropAttribute);
    checkAttributesLeft();
    evolution.droppedEnumerations().forEach(this::dropEnumeration);
    attributes.forEach(this::checkEnumeration);
    @Nullable NDRange box =
        evolution.currentDomain().map(this::expanded).orElse(latest.currentDomain().orElse(null));
    return latest.toBuilder()
        .replaced(dimensions(), attributes, files, values.values())
        .currentDomain(box)
        .buildAsStored();
  }

  private void addEnumeration(Enumeration enumeration) {
    EnumerationRules.check(enumeration);
    require(
        !exists(enumeration.name()),
        "enumeration \"%s\" already exists; extend it, or choose another name",
        enumeration.name());
    values.put(enumeration.name(), enumeration);
  }

  private void extendEnumeration(Enumeration enumeration) {
    String name = enumeration.name();
    EnumerationRules.check(enumeration);
    checkExists(name, "extend");
    EnumerationRules.checkExtension(value(name), enumeration);
    files.remove(name);
    values.put(name, enumeration);
  }

  private void dropEnumeration(String name) {
    checkExists(name, "drop");
    for (Attribute attribute : attributes) {
      require(
          !attribute.enumeration().equals(Optional.of(name)),
          "cannot drop enumeration \"%s\": attribute \"%s\" uses it; drop the attribute too",
          name,
          attribute.name());
    }
    files.remove(name);
    values.remove(name);
  }

  private void checkEnumerationsTogether() {
    if (values.isEmpty()) {
      return;
    }
    List<Enumeration> all = new ArrayList<>(values.values());
    files.keySet().forEach(name -> all.add(stored.apply(name)));
    EnumerationRules.checkTogether(all);
  }

  private void checkExists(String name, String change) {
    require(
        exists(name),
        "cannot %s enumeration \"%s\": not found; %s",
        change,
        name,
        Suggestion.valid(files.keySet()));
  }

  private boolean exists(String name) {
    return files.containsKey(name) || values.containsKey(name);
  }

  private Enumeration value(String name) {
    Enumeration value = values.get(name);
    return value == null ? stored.apply(name) : value;
  }

  private void addAttribute(Attribute declared) {
    Attribute attribute =
        SchemaCompletion.attributes(List.of(declared), latest.dimensions()).get(0);
    SchemaRules.checkName(names(), attribute.name());
    AttributeRules.check(latest, attribute);
    attribute
        .enumeration()
        .ifPresent(name -> checkFits(attribute, name, AttributeRules.WIDER_TYPE));
    attributes.add(attribute);
  }

  private Set<String> names() {
    Set<String> names = new HashSet<>();
    latest.dimensions().forEach(d -> names.add(d.name()));
    attributes.forEach(a -> names.add(a.name()));
    latest.labels().forEach(l -> names.add(l.name()));
    return names;
  }

  private void dropAttribute(String name) {
    require(
        attributes.removeIf(a -> a.name().equals(name)),
        "cannot drop attribute \"%s\": not found; %s",
        name,
        Suggestion.valid(attributes.stream().map(Attribute::name).toList()));
  }

  private void checkAttributesLeft() {
    require(
        !latest.isDense() || !attributes.isEmpty() || latest.attributes().isEmpty(),
        "a dense array needs an attribute; keep one of %s, or add another one",
        latest.attributes().stream().map(Attribute::name).toList());
  }

  /** Checks that an existing attribute can index every value of a new or extended enumeration. */
  private void checkEnumeration(Attribute attribute) {
    attribute
        .enumeration()
        .filter(values::containsKey)
        .ifPresent(
            name ->
                checkFits(
                    attribute,
                    name,
                    "the type of an attribute cannot change; add an attribute of a wider"
                        + " type, or write the cells to a new array with a wider type"));
  }

  private void checkFits(Attribute attribute, String name, String advice) {
    boolean exists = exists(name);
    AttributeRules.checkEnumeration(
        attribute, exists, exists ? Optional.of(value(name)) : Optional.empty(), advice);
  }

  private NDRange expanded(NDRange declared) {
    NDRange box = DimensionNumbers.fitted(latest.dimensions(), declared);
    CurrentDomainRules.check(latest.dimensions(), box);
    latest
        .currentDomain()
        .ifPresent(now -> CurrentDomainRules.checkGrows(latest.dimensions(), now, box));
    return box;
  }

  /**
   * Returns the dimensions with explicit filters: one without filters gets the coordinate filters.
   */
  private List<Dimension> dimensions() {
    return latest.dimensions().stream()
        .map(d -> d.filters().isEmpty() ? d.withFilters(latest.coordsFilters()) : d)
        .toList();
  }
}
