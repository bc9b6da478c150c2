package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A set of changes to the schema of an existing array. An evolution can change attributes,
 * enumerations and the current domain. It never changes dimensions, orders, capacity or filters,
 * and it does not rewrite cells. Immutable.
 */
public final class SchemaEvolution {
  /**
   * An evolution without changes. It stores the same schema again, for example in a newer format
   * version.
   */
  public static final SchemaEvolution NONE = builder().build();

  private final List<Attribute> addedAttributes;
  private final List<String> droppedAttributes;
  private final List<Enumeration> addedEnumerations;
  private final List<Enumeration> extendedEnumerations;
  private final List<String> droppedEnumerations;
  private final @Nullable NDRange currentDomain;

  private SchemaEvolution(Builder builder) {
    addedAttributes = List.copyOf(builder.addedAttributes);
    droppedAttributes = List.copyOf(builder.droppedAttributes);
    addedEnumerations = List.copyOf(builder.addedEnumerations);
    extendedEnumerations = List.copyOf(builder.extendedEnumerations);
    droppedEnumerations = List.copyOf(builder.droppedEnumerations);
    currentDomain = builder.currentDomain;
  }

  /** Returns a builder without changes. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the attributes to add after the existing ones, in order. */
  public List<Attribute> addedAttributes() {
    return addedAttributes;
  }

  /** Returns the names of the attributes to drop. */
  public List<String> droppedAttributes() {
    return droppedAttributes;
  }

  /** Returns the enumerations to add. */
  public List<Enumeration> addedEnumerations() {
    return addedEnumerations;
  }

  /** Returns the enumerations to extend, each with all of its old and new values. */
  public List<Enumeration> extendedEnumerations() {
    return extendedEnumerations;
  }

  /** Returns the names of the enumerations to drop. */
  public List<String> droppedEnumerations() {
    return droppedEnumerations;
  }

  /** Returns the new current domain, or empty if it does not change. */
  public Optional<NDRange> currentDomain() {
    return Optional.ofNullable(currentDomain);
  }

  /** Returns whether the evolution changes nothing. */
  public boolean isEmpty() {
    return addedAttributes.isEmpty()
        && droppedAttributes.isEmpty()
        && addedEnumerations.isEmpty()
        && extendedEnumerations.isEmpty()
        && droppedEnumerations.isEmpty()
        && currentDomain == null;
  }

  /** Returns whether the evolution only extends enumerations. */
  public boolean onlyExtendsEnumerations() {
    return !extendedEnumerations.isEmpty()
        && addedAttributes.isEmpty()
        && droppedAttributes.isEmpty()
        && addedEnumerations.isEmpty()
        && droppedEnumerations.isEmpty()
        && currentDomain == null;
  }

  /**
   * Returns the schema that results from applying these changes. It is meant to be stored in the
   * current format version. Dimensions without filters get explicit copies of the coordinate
   * filters. New and extended enumerations are held by value, the remaining ones by file name.
   *
   * @param latest the latest schema of the array, in any format version
   * @param stored loads an enumeration of the latest schema by name; called only if its values are
   *     needed
   * @throws io.azulejo.error.InvalidRequestException if a change is not allowed; the message gives
   *     the reason and a remedy
   */
  public ArraySchema apply(ArraySchema latest, Function<String, Enumeration> stored) {
    return new EvolvedSchema(latest, stored).apply(this);
  }

  /** Builds a schema evolution. Not thread-safe. */
  public static final class Builder {
    private final List<Attribute> addedAttributes = new ArrayList<>();
    private final List<String> droppedAttributes = new ArrayList<>();
    private final List<Enumeration> addedEnumerations = new ArrayList<>();
    private final List<Enumeration> extendedEnumerations = new ArrayList<>();
    private final List<String> droppedEnumerations = new ArrayList<>();
    private @Nullable NDRange currentDomain;

    private Builder() {}

    /** Adds an attribute. In existing cells, it has its fill value. */
    public Builder addAttribute(Attribute attribute) {
      addedAttributes.add(Objects.requireNonNull(attribute, "attribute"));
      return this;
    }

    /** Drops an attribute. Its values stay on disk and reappear if the attribute is added again. */
    public Builder dropAttribute(String name) {
      droppedAttributes.add(Objects.requireNonNull(name, "name"));
      return this;
    }

    /** Adds an enumeration. */
    public Builder addEnumeration(Enumeration enumeration) {
      addedEnumerations.add(Objects.requireNonNull(enumeration, "enumeration"));
      return this;
    }

    /**
     * Extends the existing enumeration of the same name.
     *
     * @param enumeration all existing values with unchanged indexes, followed by the new values;
     *     see {@link Enumeration#extendedBy}
     */
    public Builder extendEnumeration(Enumeration enumeration) {
      extendedEnumerations.add(Objects.requireNonNull(enumeration, "enumeration"));
      return this;
    }

    /** Drops an enumeration. No remaining attribute may use it. */
    public Builder dropEnumeration(String name) {
      droppedEnumerations.add(Objects.requireNonNull(name, "name"));
      return this;
    }

    /** Sets the new current domain, which must contain the old one. */
    public Builder currentDomain(NDRange box) {
      this.currentDomain = Objects.requireNonNull(box, "box");
      return this;
    }

    /**
     * Returns the evolution. {@link SchemaEvolution#apply} validates the changes.
     *
     * @throws io.azulejo.error.InvalidRequestException if an attribute or enumeration is changed
     *     more than once
     */
    public SchemaEvolution build() {
      Set<String> attributes = new HashSet<>();
      addedAttributes.forEach(a -> checkOnce(attributes, "attribute", a.name()));
      droppedAttributes.forEach(name -> checkOnce(attributes, "attribute", name));
      Set<String> enumerations = new HashSet<>();
      addedEnumerations.forEach(e -> checkOnce(enumerations, "enumeration", e.name()));
      extendedEnumerations.forEach(e -> checkOnce(enumerations, "enumeration", e.name()));
      droppedEnumerations.forEach(name -> checkOnce(enumerations, "enumeration", name));
      return new SchemaEvolution(this);
    }

    private static void checkOnce(Set<String> names, String kind, String name) {
      require(
          names.add(name),
          "%s \"%s\" has two changes in one evolution; apply them one after the other",
          kind,
          name);
    }
  }
}
