package io.azulejo.internal.read.request;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the fields of an array that requests name. */
public final class RequestedFields {
  private final ArraySchema schema;
  private final Location array;

  /**
   * Creates a finder for the fields of an array.
   *
   * @param array location of the array, for messages
   */
  public RequestedFields(ArraySchema schema, Location array) {
    this.schema = schema;
    this.array = array;
  }

  /**
   * Returns the names of the fields that a request selects, including labels. If it selects none,
   * returns all dimensions and attributes.
   *
   * @throws InvalidRequestException if the request selects an empty list of fields
   */
  public List<String> names(ReadRequest request) {
    List<String> names = request.fields().orElseGet(this::all);
    if (names.isEmpty()) {
      throw new InvalidRequestException("no field is selected; select at least one");
    }
    return names;
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    schema.dimensions().forEach(d -> all.add(d.name()));
    schema.attributes().forEach(a -> all.add(a.name()));
    return all;
  }

  /** Returns the labels among the given names, in schema order. */
  public List<DimensionLabel> labels(List<String> names) {
    if (schema.labels().isEmpty()) {
      return List.of();
    }
    return schema.labels().stream().filter(label -> names.contains(label.name())).toList();
  }

  /**
   * Returns the fields with the given names, without labels.
   *
   * @throws InvalidRequestException if a name is unknown
   */
  public List<OutputField> fields(List<String> names) {
    List<String> labels = labels(names).stream().map(DimensionLabel::name).toList();
    List<OutputField> fields = new ArrayList<>();
    for (String name : names) {
      if (!labels.contains(name)) {
        fields.add(field(name));
      }
    }
    return List.copyOf(fields);
  }

  /**
   * Returns a field for aggregating or grouping.
   *
   * @throws InvalidRequestException if the name is unknown or names a label
   */
  public OutputField aggregated(String name) {
    for (DimensionLabel label : schema.labels()) {
      if (label.name().equals(name)) {
        throw new InvalidRequestException(
            "\"%s\" is a label; aggregate or group by its dimension \"%s\" instead"
                .formatted(name, schema.dimensions().get(label.dimension()).name()));
      }
    }
    return field(name);
  }

  /**
   * Returns a function that finds a field by name among those that a request selects, including
   * labels. The function throws an {@link InvalidRequestException} for other names.
   */
  public Function<String, OutputField> selected(ReadRequest request) {
    List<String> selected = names(request);
    return name -> {
      if (!selected.contains(name)) {
        throw new InvalidRequestException(
            "\"%s\" is aggregated, but not selected; select it".formatted(name));
      }
      List<DimensionLabel> labels = labels(List.of(name));
      return labels.isEmpty() ? field(name) : OutputField.of(labels.get(0));
    };
  }

  /** Returns the dimension or attribute with the given name, or the field of cell timestamps. */
  private OutputField field(String name) {
    Optional<OutputField> found = OutputField.find(schema, name);
    if (found.isPresent()) {
      return found.get();
    }
    if (name.equals(ReadRequest.TIMESTAMPS)) {
      if (schema.isDense()) {
        throw new InvalidRequestException(
            "cells of a dense array have no timestamps; omit %s".formatted(name));
      }
      return OutputField.timestamps();
    }
    throw new InvalidRequestException(
        "unknown field \"%s\"; valid: %sdimensions %s, attributes %s%s"
            .formatted(
                name,
                schema.labels().isEmpty()
                    ? ""
                    : "labels %s, ".formatted(quoted(schema.labels(), DimensionLabel::name)),
                quoted(schema.dimensions(), Dimension::name),
                quoted(schema.attributes(), Attribute::name),
                Suggestion.hint(name, names())),
        array.toString());
  }

  /** Returns the names of all dimensions, attributes and labels. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    schema.dimensions().forEach(dimension -> names.add(dimension.name()));
    schema.attributes().forEach(attribute -> names.add(attribute.name()));
    schema.labels().forEach(label -> names.add(label.name()));
    return names;
  }

  private static <T> List<String> quoted(List<T> parts, Function<T, String> name) {
    return parts.stream().map(part -> '"' + name.apply(part) + '"').toList();
  }
}
