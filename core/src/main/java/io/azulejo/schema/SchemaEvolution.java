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
 * A change of the schema of an array that exists. Dimensions, orders, capacity and filters never
 * change; cells that were written stay as they are. Immutable.
 */
public final class SchemaEvolution {
  /** Changes nothing: the same schema is stored again, such as for a newer format version. */
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

  /** A builder that begins with {@link #NONE}. */
  public static Builder builder() {
    return new Builder();
  }

  /** The attributes that are added, in order, after those that are there. */
  public List<Attribute> addedAttributes() {
    return addedAttributes;
  }

  /** The names of the attributes that are dropped. */
  public List<String> droppedAttributes() {
    return droppedAttributes;
  }

  /** The enumerations that are added. */
  public List<Enumeration> addedEnumerations() {
    return addedEnumerations;
  }

  /** The enumerations that are extended, with all the values that they are to have. */
  public List<Enumeration> extendedEnumerations() {
    return extendedEnumerations;
  }

  /** The names of the enumerations that are dropped. */
  public List<String> droppedEnumerations() {
    return droppedEnumerations;
  }

  /** The part of the domain that is to be in use, if that changes. */
  public Optional<NDRange> currentDomain() {
    return Optional.ofNullable(currentDomain);
  }

  /** Whether nothing changes. */
  public boolean isEmpty() {
    return addedAttributes.isEmpty()
        && droppedAttributes.isEmpty()
        && addedEnumerations.isEmpty()
        && extendedEnumerations.isEmpty()
        && droppedEnumerations.isEmpty()
        && currentDomain == null;
  }

  /** Whether it extends enumerations and changes nothing else. */
  public boolean onlyExtendsEnumerations() {
    return !extendedEnumerations.isEmpty()
        && addedAttributes.isEmpty()
        && droppedAttributes.isEmpty()
        && addedEnumerations.isEmpty()
        && droppedEnumerations.isEmpty()
        && currentDomain == null;
  }

  /**
   * The schema with this change applied to another one, to be stored as its successor at the
   * current version: dimensions without filters of their own have those of all coordinates written
   * out. Enumerations that are new or extended are known by value, all others by their files.
   *
   * @param latest the latest schema of the array, of whatever version
   * @param stored finds an enumeration of the latest schema by its name; asked for those alone
   *     whose values matter
   * @throws io.azulejo.error.InvalidRequestException if the change cannot be made; the message says
   *     why, and what would be right
   */
  public ArraySchema apply(ArraySchema latest, Function<String, Enumeration> stored) {
    return new EvolvedSchema(latest, stored).apply(this);
  }

  /** Builds an evolution, step by step. Not for use by several threads. */
  public static final class Builder {
    private final List<Attribute> addedAttributes = new ArrayList<>();
    private final List<String> droppedAttributes = new ArrayList<>();
    private final List<Enumeration> addedEnumerations = new ArrayList<>();
    private final List<Enumeration> extendedEnumerations = new ArrayList<>();
    private final List<String> droppedEnumerations = new ArrayList<>();
    private @Nullable NDRange currentDomain;

    private Builder() {}

    /** Adds an attribute. Cells that were written before have its fill value. */
    public Builder addAttribute(Attribute attribute) {
      addedAttributes.add(Objects.requireNonNull(attribute, "attribute"));
      return this;
    }

    /** Drops an attribute. Its values stay on disk; they show again if it is added again. */
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
     * Extends the enumeration of that name.
     *
     * @param enumeration all its values: those that were there in their places, then new ones; see
     *     {@link Enumeration#extendedBy}
     */
    public Builder extendEnumeration(Enumeration enumeration) {
      extendedEnumerations.add(Objects.requireNonNull(enumeration, "enumeration"));
      return this;
    }

    /** Drops an enumeration that no attribute uses any more. */
    public Builder dropEnumeration(String name) {
      droppedEnumerations.add(Objects.requireNonNull(name, "name"));
      return this;
    }

    /** The part of the domain that is to be in use; it contains the part that is so now. */
    public Builder currentDomain(NDRange box) {
      this.currentDomain = Objects.requireNonNull(box, "box");
      return this;
    }

    /**
     * The evolution.
     *
     * @throws io.azulejo.error.InvalidRequestException if it says two things of one attribute or
     *     enumeration
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
          "two changes of %s \"%s\" in one evolution: make them one after the other",
          kind,
          name);
    }
  }
}
