package io.azulejo.text.request;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.Subarray;
import io.azulejo.query.TileRange;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.text.json.JsonMembers;
import io.azulejo.text.json.JsonValue;
import io.azulejo.text.value.ParsedValue;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Parses requests from JSON. */
final class RequestJsonReader {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

  /** The greatest UINT64. Integers above the range of a signed long are UINT64 coordinates. */
  private static final BigInteger GREATEST_UNSIGNED =
      BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

  /** Maximum number of dimensions and labels in a request. Arrays have fewer. */
  private static final int MAX_NAMES = 10_000;

  private static final BigInteger GREATEST_INT = BigInteger.valueOf(Integer.MAX_VALUE);

  private RequestJsonReader() {}

  static Split split(JsonValue value) {
    JsonMembers members = value.members();
    Split split =
        Split.of(
            request(members.required("request")),
            count(members.required("cells")),
            count(members.required("stored_bytes")),
            count(members.required("decoded_bytes")));
    members.end();
    return split;
  }

  private static long count(JsonValue value) {
    return value.integer(BigInteger.ZERO, GREATEST).longValue();
  }

  static ReadRequest request(JsonValue value) {
    JsonMembers members = value.members();
    ReadRequest request = ReadRequest.ALL;
    request = with(members, "subarray", v -> subarray(v), request::subarray, request);
    request = with(members, "crop_ranges", JsonValue::bool, request::cropRanges, request);
    request = with(members, "points", v -> points(v), request::points, request);
    request =
        with(
            members,
            "tiles",
            v -> v.elements().stream().map(RequestJsonReader::tiles).toList(),
            request::tiles,
            request);
    request =
        with(
            members,
            "fields",
            v -> v.elements().stream().map(JsonValue::text).toList(),
            request::select,
            request);
    request = with(members, "layout", v -> v.word(Layout.class), request::layout, request);
    request = with(members, "condition", RequestJsonReader::condition, request::where, request);
    request = with(members, "cells", v -> v.word(ReadRequest.Cells.class), request::cells, request);
    request = with(members, "limit", RequestJsonReader::count, request::limit, request);
    request = with(members, "timeout", RequestJsonReader::duration, request::timeout, request);
    members.end();
    return request;
  }

  /**
   * Applies an optional member to a request.
   *
   * @param unset the request to return if the member is absent
   */
  private static <T> ReadRequest with(
      JsonMembers members,
      String name,
      Function<JsonValue, T> read,
      Function<T, ReadRequest> set,
      ReadRequest unset) {
    return members
        .optional(name)
        .map(value -> checked(value, read.apply(value), set))
        .orElse(unset);
  }

  /**
   * Applies a function to a parsed value. If the function rejects it, the exception names the path
   * of the value.
   */
  private static <P, T> T checked(JsonValue value, P part, Function<P, T> made) {
    try {
      return made.apply(part);
    } catch (InvalidRequestException e) {
      throw value.error(e.getMessage());
    }
  }

  private static Condition condition(JsonValue value) {
    String text = value.text();
    try {
      return Condition.parse(text);
    } catch (InvalidRequestException e) {
      throw value.error(e.getMessage());
    }
  }

  private static Duration duration(JsonValue value) {
    String text = value.text();
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw value.error("\"%s\" is not an ISO 8601 duration such as PT1M30S".formatted(text));
    }
  }

  private static TileRange tiles(JsonValue value) {
    JsonMembers members = value.members();
    String fragment = members.required("fragment").text();
    int first = tile(members.required("first"));
    int last = tile(members.required("last"));
    members.end();
    return checked(value, fragment, of -> new TileRange(of, first, last));
  }

  private static int tile(JsonValue value) {
    return value.integer(BigInteger.ZERO, GREATEST_INT).intValue();
  }

  static Subarray subarray(JsonValue value) {
    Map<String, List<Range>> all = new LinkedHashMap<>();
    for (JsonValue element : value.elements()) {
      JsonMembers members = element.members();
      String dimension = members.required(CoordinateKind.DIMENSION).text();
      all.computeIfAbsent(dimension, key -> new ArrayList<>()).add(range(element, members));
    }
    requireNameLimit(value, all.size());
    Subarray subarray = Subarray.ALL;
    for (Map.Entry<String, List<Range>> of : all.entrySet()) {
      subarray = subarray.and(of.getKey(), of.getValue());
    }
    return subarray;
  }

  private static void requireNameLimit(JsonValue value, int dimensions) {
    if (dimensions > MAX_NAMES) {
      throw value.error(
          "%,d dimensions and labels; supported: at most %,d".formatted(dimensions, MAX_NAMES));
    }
  }

  /** The coordinates of a JSON object. Their key determines their kind. */
  private record Coordinates(CoordinateKind kind, JsonValue values) {
    static Coordinates of(JsonValue object, JsonMembers members) {
      List<Coordinates> found = new ArrayList<>();
      for (CoordinateKind kind : CoordinateKind.values()) {
        members.optional(kind.key()).ifPresent(values -> found.add(new Coordinates(kind, values)));
      }
      if (found.size() != 1) {
        throw object.error(
            "expected one of the keys integers, numbers, strings and bytes, got %d"
                .formatted(found.size()));
      }
      return found.get(0);
    }
  }

  private static Range range(JsonValue value, JsonMembers members) {
    Coordinates coordinates = Coordinates.of(value, members);
    Optional<JsonValue> step = members.optional("step");
    members.end();
    List<JsonValue> ends = coordinates.values().elements();
    if (ends.size() != 2 || ends.get(0).isNull() && ends.get(1).isNull()) {
      throw coordinates
          .values()
          .error("expected two values, the lowest and the highest; one may be null");
    }
    boolean open = ends.get(0).isNull() || ends.get(1).isNull();
    JsonValue low = ends.get(ends.get(0).isNull() ? 1 : 0);
    JsonValue high = ends.get(ends.get(1).isNull() ? 0 : 1);
    Range range =
        switch (coordinates.kind()) {
          case INTEGERS -> Range.of(integer(low), integer(high));
          case NUMBERS -> Range.of(number(low), number(high));
          case STRINGS -> Range.of(low.text(), high.text());
          case BYTES -> Range.of(bytes(low), bytes(high));
        };
    if (step.isPresent()) {
      if (open || coordinates.kind() != CoordinateKind.INTEGERS) {
        throw step.get().error("a step requires a range of integers with two ends");
      }
      long every = step.get().integer(BigInteger.ONE, GREATEST).longValue();
      return Range.every(every, integer(low), integer(high));
    }
    return open ? new Range.Open(range, ends.get(1).isNull()) : range;
  }

  private static Points points(JsonValue value) {
    List<JsonValue> dimensions = value.elements();
    requireNameLimit(value, dimensions.size());
    Points points = Points.NONE;
    for (JsonValue of : dimensions) {
      JsonMembers members = of.members();
      String dimension = members.required(CoordinateKind.DIMENSION).text();
      Coordinates coordinates = Coordinates.of(of, members);
      members.end();
      points = checked(of, points, and(dimension, coordinates));
    }
    return points;
  }

  private static UnaryOperator<Points> and(String dimension, Coordinates coordinates) {
    List<JsonValue> values = coordinates.values().elements();
    return switch (coordinates.kind()) {
      case INTEGERS -> {
        long[] numbers = values.stream().mapToLong(RequestJsonReader::integer).toArray();
        yield points -> points.and(dimension, numbers);
      }
      case NUMBERS -> {
        double[] numbers = values.stream().mapToDouble(RequestJsonReader::number).toArray();
        yield points -> points.and(dimension, numbers);
      }
      case STRINGS -> {
        String[] texts = values.stream().map(JsonValue::text).toArray(String[]::new);
        yield points -> points.and(dimension, texts);
      }
      case BYTES -> throw coordinates.values().error("points do not support bytes; use strings");
    };
  }

  private static long integer(JsonValue value) {
    return value.integer(LEAST, GREATEST_UNSIGNED).longValue();
  }

  /** Returns a number from JSON. The strings NaN, Infinity and -Infinity are numbers too. */
  private static double number(JsonValue value) {
    if (!value.isText()) {
      return value.number();
    }
    byte[] bytes = value.parsed(text -> ParsedValue.cell(Datatype.FLOAT64, 1, text));
    double number = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getDouble();
    if (Double.isFinite(number)) {
      throw value.error("write numbers without quotes, except NaN, Infinity and -Infinity");
    }
    return number;
  }

  private static byte[] bytes(JsonValue value) {
    String text = value.text();
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      throw value.error(
          "\"%s\" is not valid hexadecimal; write two digits per byte".formatted(text));
    }
  }
}
