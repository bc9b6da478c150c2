package io.azulejo.internal.read.request;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.internal.runtime.Warnings;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks the ranges of a request against the dimensions of an array. */
public final class RequestedRanges {
  private final ArraySchema schema;
  private final Location place;
  private final boolean crops;

  /**
   * Creates a check.
   *
   * @param place the location of the array, for warnings
   * @param crops whether ranges are cropped to the domain
   */
  RequestedRanges(ArraySchema schema, Location place, boolean crops) {
    this.schema = schema;
    this.place = place;
    this.crops = crops;
  }

  /**
   * Returns the ranges of each dimension, converted to its type; null for a dimension without
   * ranges.
   *
   * @throws InvalidRequestException if a name is unknown or a range does not fit its dimension
   */
  List<List<Range>> check(Map<String, List<Range>> ranges) {
    List<Dimension> dimensions = schema.dimensions();
    List<List<Range>> checked = new ArrayList<>(Collections.nCopies(dimensions.size(), null));
    ranges.forEach(
        (name, given) -> {
          for (int d = 0; d < dimensions.size(); d++) {
            if (dimensions.get(d).name().equals(name)) {
              List<Range> own = new ArrayList<>();
              for (Range range : given) {
                own.add(check(dimensions.get(d), d, range));
              }
              checked.set(d, own);
              return;
            }
          }
          List<String> names =
              Stream.concat(
                      dimensions.stream().map(Dimension::name),
                      schema.labels().stream().map(DimensionLabel::name))
                  .toList();
          throw new InvalidRequestException(
              "unknown dimension%s \"%s\"; %s%s"
                  .formatted(
                      schema.labels().isEmpty() ? "" : " or label",
                      name,
                      Suggestion.valid(names),
                      Suggestion.hint(name, names)));
        });
    return checked;
  }

  private Range check(Dimension dimension, int index, Range given) {
    Range range = checked("dimension", dimension.name(), dimension.type(), given);
    Optional<Range> current = schema.currentDomain().map(box -> box.get(index));
    Optional<Range> domain = current.isPresent() ? current : dimension.domain();
    if (range instanceof Range.Open open && domain.isPresent()) {
      range = closed(dimension.type(), open, domain.get());
    }
    if (crops && domain.isPresent()) {
      range = cropped(dimension, range, domain.get());
    }
    if (dimension.isVar()) {
      if (current.isPresent() && !isWithin((Range.Strings) range, (Range.Strings) current.get())) {
        throw outside(dimension, range, current.get(), "current domain");
      }
      return range;
    }
    Datatype type = dimension.type();
    if (!isWithin(type, range, dimension.domain().orElseThrow())) {
      throw outside(dimension, range, dimension.domain().get(), "domain");
    }
    if (current.isPresent() && !isWithin(type, range, current.get())) {
      throw outside(dimension, range, current.get(), "current domain");
    }
    return range;
  }

  /**
   * Crops a range to the domain, and logs a warning if this changes it. A range outside the domain
   * stays outside.
   */
  private Range cropped(Dimension dimension, Range range, Range domain) {
    Range inside = range.intersection(domain, dimension.type()).orElse(range);
    if (!inside.equals(range)) {
      Warnings.log(
          Warnings.Kind.CROPPED_RANGE,
          place.toString(),
          "read of %s: the range %s of dimension \"%s\" was cropped to %s"
              .formatted(
                  place,
                  CoordinateText.of(dimension.type(), range),
                  dimension.name(),
                  CoordinateText.of(dimension.type(), inside)));
    }
    return inside;
  }

  /** Closes an open range at the end of the domain. A range outside the domain stays outside. */
  private static Range closed(Datatype type, Range.Open open, Range domain) {
    if (open.bound() instanceof Range.Strings text) {
      Range.Strings all = (Range.Strings) domain;
      return open.upwards()
          ? Range.of(text.low(), max(text.low(), all.high()))
          : Range.of(min(text.low(), all.low()), text.high());
    }
    boolean outside =
        open.upwards()
            ? CoordinateKeys.low(type, open.bound()) > CoordinateKeys.high(type, domain)
            : CoordinateKeys.high(type, open.bound()) < CoordinateKeys.low(type, domain);
    if (outside) {
      return open.bound();
    }
    if (open.bound() instanceof Range.Doubles number) {
      Range.Doubles all = (Range.Doubles) domain;
      return open.upwards()
          ? Range.of(number.low(), all.high())
          : Range.of(all.low(), number.high());
    }
    Range.Longs integers = (Range.Longs) open.bound();
    Range.Longs all = (Range.Longs) domain;
    return open.upwards()
        ? Range.of(integers.low(), all.high())
        : Range.of(all.low(), integers.high());
  }

  private static byte[] max(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
  }

  private static byte[] min(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
  }

  /**
   * Converts a range to the kind that a type requires: strings, floating-point numbers or integers.
   *
   * @param what noun for the owner of the range, for messages (for example "dimension")
   * @param name name of the owner, for messages
   * @throws InvalidRequestException if the range does not fit the type, has a NaN bound or ends
   *     before it begins
   */
  public static Range checked(String what, String name, Datatype type, Range given) {
    if (given instanceof Range.Open open) {
      return new Range.Open(checked(what, name, type, open.bound()), open.upwards());
    }
    Range range = ofKind(what, name, type, given);
    if (range instanceof Range.Strings) {
      return range;
    }
    if (range instanceof Range.Doubles number
        && (Double.isNaN(number.low()) || Double.isNaN(number.high()))) {
      throw new InvalidRequestException(
          "%s \"%s\": a range cannot begin or end at NaN".formatted(what, name));
    }
    if (CoordinateKeys.low(type, range) > CoordinateKeys.high(type, range)) {
      throw new InvalidRequestException(
          "%s \"%s\": the range %s ends before it begins"
              .formatted(what, name, CoordinateText.of(type, range)));
    }
    return range;
  }

  private static Range ofKind(String what, String name, Datatype type, Range given) {
    Range range = timed(what, name, type, given);
    boolean fits =
        type.isString()
            ? range instanceof Range.Strings
            : type.isFloatingPoint()
                ? range instanceof Range.Doubles || range instanceof Range.Longs
                : range instanceof Range.Longs || range instanceof Range.Strided;
    if (!fits) {
      throw new InvalidRequestException(
          "%s \"%s\" has type %s; pass ranges of %s, not %s"
              .formatted(
                  what,
                  name,
                  type,
                  type.isString()
                      ? "strings"
                      : type.isFloatingPoint() ? "floating-point numbers" : "integers",
                  range));
    }
    return type.isFloatingPoint() && range instanceof Range.Longs integers
        ? Range.of((double) integers.low(), (double) integers.high())
        : range;
  }

  private static Range timed(String what, String name, Datatype type, Range range) {
    try {
      return CoordinateText.parsed(type, range);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException("%s \"%s\": %s".formatted(what, name, e.getMessage()));
    }
  }

  private static boolean isWithin(Datatype type, Range range, Range domain) {
    return CoordinateKeys.low(type, range) >= CoordinateKeys.low(type, domain)
        && CoordinateKeys.high(type, range) <= CoordinateKeys.high(type, domain);
  }

  private static boolean isWithin(Range.Strings range, Range.Strings domain) {
    return Arrays.compareUnsigned(range.low(), domain.low()) >= 0
        && Arrays.compareUnsigned(range.high(), domain.high()) <= 0;
  }

  private static InvalidRequestException outside(
      Dimension dimension, Range range, Range domain, String what) {
    return new InvalidRequestException(
        "dimension \"%s\": the range %s is not within the %s %s"
            .formatted(
                dimension.name(),
                CoordinateText.of(dimension.type(), range),
                what,
                CoordinateText.of(dimension.type(), domain)));
  }
}
