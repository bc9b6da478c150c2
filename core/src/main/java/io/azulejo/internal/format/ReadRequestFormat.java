package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.Condition;
import io.azulejo.query.Points;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TileRange;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Encodes and decodes {@link ReadRequest}s. Progress listeners are not encoded. */
public final class ReadRequestFormat {
  private static final String STRUCTURE = "read request";

  private static final PortableBytes<ReadRequest> BYTES =
      new PortableBytes<>(
          STRUCTURE,
          "AZRR",
          List.of(ReadRequestFormat::withoutCropping, ReadRequestFormat::transfer));

  /** The kinds of ranges and of coordinates. */
  private enum Kind {
    LONGS,
    DOUBLES,
    STRINGS,
    STRIDED,
    FROM,
    UNTIL
  }

  private static final Codes<Kind> KINDS = Codes.byOrdinal("kind of range", Kind.class);
  private static final Codes<ReadRequest.Cells> CELLS =
      Codes.byOrdinal("cell selection", ReadRequest.Cells.class);

  private ReadRequestFormat() {}

  /**
   * Encodes a request.
   *
   * @throws InvalidRequestException if the text of its condition exceeds a limit of the parser
   */
  public static byte[] encode(ReadRequest request) {
    checkCondition(request);
    return BYTES.encode(request);
  }

  /**
   * Checks that the text of a request's condition can be parsed again.
   *
   * @throws InvalidRequestException if it cannot be parsed
   */
  static void checkCondition(ReadRequest request) {
    request.condition().ifPresent(condition -> Condition.parse(condition.toString()));
  }

  /**
   * Decodes a request.
   *
   * @throws CorruptDataException if the bytes are not a request or are damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release wrote the bytes
   */
  public static ReadRequest decode(byte[] bytes) {
    return decoded(STRUCTURE, () -> BYTES.decode(bytes));
  }

  /**
   * Runs a decoder and converts exceptions about invalid arguments to {@link CorruptDataException}.
   */
  static <T> T decoded(String structure, Supplier<T> decoding) {
    try {
      return decoding.get();
    } catch (IllegalArgumentException | InvalidRequestException e) {
      throw CorruptDataException.of(structure, null, -1, e.getMessage(), e);
    }
  }

  static ReadRequest transfer(Wire wire, ReadRequest request) {
    ReadRequest read = withoutCropping(wire, request);
    return read.cropRanges(wire.bool("crop_ranges", request, ReadRequest::cropsRanges));
  }

  /** Transfers a request in the first layout. */
  static ReadRequest withoutCropping(Wire wire, ReadRequest request) {
    ReadRequest read = ReadRequest.ALL.subarray(subarray(wire, request));
    read =
        optional(wire, "points", ReadRequestFormat::points, request, ReadRequest::points)
            .map(read::points)
            .orElse(read);
    read =
        optional(wire, "tiles", ReadRequestFormat::tiles, request, ReadRequest::tiles)
            .map(read::tiles)
            .orElse(read);
    read =
        optional(wire, "fields", ReadRequestFormat::names, request, ReadRequest::fields)
            .map(read::select)
            .orElse(read);
    read =
        optional(wire, "layout", ReadRequestFormat::layout, request, ReadRequest::layout)
            .map(read::layout)
            .orElse(read);
    read =
        optional(wire, "condition", ReadRequestFormat::condition, request, ReadRequest::condition)
            .map(read::where)
            .orElse(read);
    read =
        optional(wire, "cells", ReadRequestFormat::cells, request, ReadRequest::cells)
            .map(read::cells)
            .orElse(read);
    read = read.limit(wire.count64("limit", request, ReadRequest::limit));
    read =
        optional(wire, "timeout", ReadRequestFormat::duration, request, ReadRequest::timeout)
            .map(read::timeout)
            .orElse(read);
    return read;
  }

  private static <S, T> Optional<T> optional(
      Wire wire, String field, Wire.Transfer<T> layout, S source, Function<S, Optional<T>> value) {
    boolean there = wire.bool("has_" + field, source, s -> value.apply(s).isPresent());
    return there
        ? Optional.of(wire.struct(field, layout, source, s -> value.apply(s).orElseThrow()))
        : Optional.empty();
  }

  private static Layout layout(Wire wire, Layout order) {
    Layout layout = wire.code("order", Codes.LAYOUTS, order, o -> o);
    wire.check(layout != Layout.HILBERT, "order", "cells cannot be read in HILBERT order");
    return layout;
  }

  /** The ranges of a dimension or a label. */
  private record Ranges(String name, List<Range> ranges) {}

  private static Subarray subarray(Wire wire, ReadRequest request) {
    List<Ranges> all =
        wire.list32(
            "subarray",
            ReadRequestFormat::ranges,
            request,
            r ->
                r.subarray().ranges().entrySet().stream()
                    .map(entry -> new Ranges(entry.getKey(), entry.getValue()))
                    .toList());
    Subarray part = Subarray.ALL;
    for (Ranges of : all) {
      part = part.and(of.name(), of.ranges());
    }
    return part;
  }

  private static Ranges ranges(Wire wire, Ranges ranges) {
    return new Ranges(
        wire.string32("name", ranges, Ranges::name),
        wire.list32("ranges", ReadRequestFormat::range, ranges, Ranges::ranges));
  }

  /** Transfers a range of a request or a split. */
  static Range range(Wire wire, Range range) {
    Kind kind = wire.code("kind", KINDS, range, ReadRequestFormat::kind);
    return switch (kind) {
      case LONGS ->
          Range.of(
              wire.i64("low", (Range.Longs) range, Range.Longs::low),
              wire.i64("high", (Range.Longs) range, Range.Longs::high));
      case DOUBLES ->
          Range.of(
              wire.f64("low", (Range.Doubles) range, Range.Doubles::low),
              wire.f64("high", (Range.Doubles) range, Range.Doubles::high));
      case STRINGS ->
          Range.of(
              wire.bytes32("low", (Range.Strings) range, r -> Slice.of(r.low())).toBytes(),
              wire.bytes32("high", (Range.Strings) range, r -> Slice.of(r.high())).toBytes());
      case STRIDED -> {
        Range.Strided strided = (Range.Strided) range;
        long low = wire.i64("low", strided, Range.Strided::low);
        long high = wire.i64("high", strided, Range.Strided::high);
        long step = wire.i64("step", strided, Range.Strided::step);
        wire.check(step >= 1, "step", "%d is not positive", step);
        yield new Range.Strided(low, high, step);
      }
      case FROM, UNTIL -> {
        Range bound = wire.struct("bound", ReadRequestFormat::bound, range, r -> bound(r));
        yield new Range.Open(bound, kind == Kind.FROM);
      }
    };
  }

  private static Range bound(Range open) {
    return ((Range.Open) open).bound();
  }

  private static Range bound(Wire wire, Range bound) {
    Kind kind = wire.code("kind", KINDS, bound, ReadRequestFormat::kind);
    return switch (kind) {
      case LONGS -> {
        long value = wire.i64("value", (Range.Longs) bound, Range.Longs::low);
        yield Range.of(value, value);
      }
      case DOUBLES -> {
        double value = wire.f64("value", (Range.Doubles) bound, Range.Doubles::low);
        yield Range.of(value, value);
      }
      case STRINGS -> {
        byte[] value =
            wire.bytes32("value", (Range.Strings) bound, r -> Slice.of(r.low())).toBytes();
        yield Range.of(value, value);
      }
      default -> {
        wire.check(false, "kind", "%s is not a kind of value", kind);
        yield bound;
      }
    };
  }

  private static Kind kind(Range range) {
    if (range instanceof Range.Open open) {
      return open.upwards() ? Kind.FROM : Kind.UNTIL;
    }
    if (range instanceof Range.Strided) {
      return Kind.STRIDED;
    }
    return range instanceof Range.Longs
        ? Kind.LONGS
        : range instanceof Range.Doubles ? Kind.DOUBLES : Kind.STRINGS;
  }

  /**
   * The coordinates of points in a dimension: a {@code long[]}, {@code double[]} or {@code
   * String[]}.
   */
  private record Coordinates(String name, Object values) {}

  private static Points points(Wire wire, Points points) {
    List<Coordinates> all =
        wire.list32(
            "dimensions",
            ReadRequestFormat::coordinates,
            points,
            p -> p.dimensions().stream().map(name -> coordinates(p, name)).toList());
    Points read = Points.NONE;
    for (Coordinates of : all) {
      read =
          of.values() instanceof long[] integers
              ? read.and(of.name(), integers)
              : of.values() instanceof double[] reals
                  ? read.and(of.name(), reals)
                  : read.and(of.name(), (String[]) of.values());
    }
    return read;
  }

  private static Coordinates coordinates(Points points, String name) {
    Optional<long[]> integers = points.integers(name);
    if (integers.isPresent()) {
      return new Coordinates(name, integers.get());
    }
    Optional<double[]> reals = points.floatingPoints(name);
    return new Coordinates(
        name, reals.isPresent() ? reals.get() : points.strings(name).orElseThrow());
  }

  private static Coordinates coordinates(Wire wire, Coordinates of) {
    String name = wire.string32("name", of, Coordinates::name);
    Kind kind = wire.code("kind", KINDS, of, ReadRequestFormat::kind);
    if (kind == Kind.STRINGS) {
      List<String> texts =
          wire.list32("values", ReadRequestFormat::name, of, c -> List.of((String[]) c.values()));
      return new Coordinates(name, texts.toArray(String[]::new));
    }
    wire.check(
        kind == Kind.LONGS || kind == Kind.DOUBLES, "kind", "%s is not a kind of point", kind);
    long[] bits = wire.longs64("values", of, ReadRequestFormat::bits);
    if (kind == Kind.LONGS) {
      return new Coordinates(name, bits);
    }
    double[] reals = new double[bits.length];
    for (int i = 0; i < reals.length; i++) {
      reals[i] = Double.longBitsToDouble(bits[i]);
    }
    return new Coordinates(name, reals);
  }

  private static Kind kind(Coordinates of) {
    return of.values() instanceof long[]
        ? Kind.LONGS
        : of.values() instanceof double[] ? Kind.DOUBLES : Kind.STRINGS;
  }

  private static long[] bits(Coordinates of) {
    if (of.values() instanceof long[] integers) {
      return integers;
    }
    double[] reals = (double[]) of.values();
    long[] bits = new long[reals.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Double.doubleToRawLongBits(reals[i]);
    }
    return bits;
  }

  private static List<TileRange> tiles(Wire wire, List<TileRange> tiles) {
    return wire.list32("ranges", ReadRequestFormat::tileRange, tiles, t -> t);
  }

  private static TileRange tileRange(Wire wire, TileRange range) {
    String fragment = wire.string32("fragment", range, TileRange::fragment);
    int first = wire.i32("first", range, TileRange::first);
    int last = wire.i32("last", range, TileRange::last);
    wire.check(
        first >= 0 && first <= last, "last", "%d to %d is not a range of tiles", first, last);
    return new TileRange(fragment, first, last);
  }

  private static List<String> names(Wire wire, List<String> names) {
    return wire.list32("names", ReadRequestFormat::name, names, n -> n);
  }

  private static String name(Wire wire, String name) {
    return wire.string32("name", name, n -> n);
  }

  private static Condition condition(Wire wire, Condition condition) {
    return Condition.parse(wire.string32("text", condition, Condition::toString));
  }

  private static ReadRequest.Cells cells(Wire wire, ReadRequest.Cells cells) {
    return wire.code("rows", CELLS, cells, c -> c);
  }

  private static Duration duration(Wire wire, Duration duration) {
    long seconds = wire.i64("seconds", duration, Duration::getSeconds);
    int nanos = wire.i32("nanos", duration, Duration::getNano);
    wire.check(
        seconds >= 0 && nanos >= 0 && nanos < 1_000_000_000 && seconds + (long) nanos > 0,
        "seconds",
        "%d seconds and %d nanoseconds is not a positive duration",
        seconds,
        nanos);
    return Duration.ofSeconds(seconds, nanos);
  }
}
