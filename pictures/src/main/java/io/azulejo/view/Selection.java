package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Range;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The cells that the page shows: a subarray and an optional condition. */
record Selection(Subarray part, Optional<Condition> condition) {
  /**
   * Returns the selection of a request: its parameters {@code fix} (any number) and {@code where}.
   */
  static Selection of(OpenedArray opened, Parameters parameters) {
    Subarray part = Subarray.ALL;
    for (String fix : parameters.all("fix")) {
      part = fixed(opened, part, fix);
    }
    return new Selection(part, parameters.optional("where").map(Condition::parse));
  }

  /**
   * Restricts a subarray to one coordinate of a dimension.
   *
   * @param text the restriction, such as {@code band=3}
   */
  private static Subarray fixed(OpenedArray opened, Subarray part, String text) {
    int equals = text.lastIndexOf('=');
    NumberField field = opened.field(text.substring(0, Math.max(0, equals)));
    try {
      double place = Double.parseDouble(text.substring(equals + 1));
      if (field.isDimension() && Double.isFinite(place)) {
        Range range =
            field
                .range(place, field.type().isFloatingPoint() ? Math.nextUp(place) : place + 1)
                .orElseThrow();
        return part.and(field.name(), range);
      }
    } catch (NumberFormatException | NoSuchElementException e) {
      // Invalid restrictions fail below.
    }
    throw new InvalidRequestException(
        "fix \"%s\": expected a dimension and a number, such as x=3".formatted(text));
  }

  /**
   * Returns the written range of a dimension, or empty for attributes and for arrays without cells.
   */
  static Optional<Range> written(Array array, NumberField field) {
    return array
        .nonEmptyDomain()
        .filter(box -> field.isDimension())
        .map(box -> box.get(field.index(array.schema())));
  }

  /**
   * Returns the selected cells whose field lies within a range, or empty if there cannot be any.
   *
   * @param low the lower bound, inclusive
   * @param high the upper bound, exclusive
   */
  Optional<Selection> within(Array array, NumberField field, double low, double high) {
    Optional<Range> range = field.range(low, high);
    if (!field.isDimension()) {
      return range.map(field::within).map(this::and);
    }
    return range
        .flatMap(r -> written(array, field).flatMap(written -> field.common(r, written)))
        .map(inside -> new Selection(part.and(field.name(), inside), condition));
  }

  /** Returns the selected cells that also meet another condition. */
  Selection and(Condition more) {
    return new Selection(part, Optional.of(condition.map(c -> c.and(more)).orElse(more)));
  }

  /**
   * Returns a request for the selected cells. With a condition, it returns only matching cells,
   * even of a dense array.
   */
  ReadRequest request() {
    ReadRequest request = ReadRequest.ALL.subarray(part);
    return condition.map(request::where).orElse(request);
  }
}
