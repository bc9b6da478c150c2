package io.azulejo.schema;

import static io.azulejo.schema.Rule.broken;
import static io.azulejo.schema.Rule.require;

import java.math.BigInteger;
import java.util.Optional;

/** Validation rules for the dimensions of new arrays. */
final class DimensionRules {
  private static final BigInteger ALL_BITS = BigInteger.ONE.shiftLeft(Long.SIZE);

  private final Dimension dimension;
  private final Datatype type;
  private final String field;

  private DimensionRules(Dimension dimension) {
    this.dimension = dimension;
    this.type = dimension.type();
    this.field = "dimension \"%s\"".formatted(dimension.name());
  }

  /** Checks a dimension. Called before a missing extent is filled in. */
  static void check(Dimension dimension, boolean dense) {
    DimensionRules rules = new DimensionRules(dimension);
    rules.checkType();
    rules.checkTypeOfArray(dense);
    rules.checkValuesOfCoordinate();
    if (rules.type == Datatype.STRING_ASCII) {
      rules.checkNoDomain();
    } else if (rules.type.isFloatingPoint()) {
      rules.checkFloatingPoint(rules.domain(Range.Doubles.class, "floating-point numbers"));
    } else {
      rules.checkInteger(rules.domain(Range.Longs.class, "integers"));
    }
  }

  private void checkType() {
    require(
        type.isDimensionType(),
        "%s cannot have type %s; use an integer, a datetime, a time, FLOAT32, FLOAT64 or"
            + " STRING_ASCII",
        field,
        type);
  }

  private void checkTypeOfArray(boolean dense) {
    require(
        !dense || type.isIntegerValued(),
        "%s of a dense array cannot have type %s; use an integer, a datetime or a time,"
            + " or make the array sparse",
        field,
        type);
  }

  private void checkValuesOfCoordinate() {
    boolean text = type == Datatype.STRING_ASCII;
    require(
        dimension.cellValNum() == (text ? Attribute.VAR : 1),
        "%s: a coordinate of %s must have %s",
        field,
        type,
        text ? "a variable number of values" : "one value");
  }

  private void checkNoDomain() {
    require(dimension.domain().isEmpty(), "%s of strings cannot have a domain; omit it", field);
    require(dimension.extent().isEmpty(), "%s of strings cannot have an extent; omit it", field);
  }

  private <R extends Range> R domain(Class<R> kind, String numbers) {
    Range domain =
        dimension
            .domain()
            .orElseThrow(
                () -> broken("%s of %s has no domain; specify its range of values", field, type));
    if (!kind.isInstance(domain)) {
      throw broken(
          "%s of %s: the domain must be a range of %s, not %s", field, type, numbers, domain);
    }
    return kind.cast(domain);
  }

  private void checkFloatingPoint(Range.Doubles domain) {
    require(
        Double.isFinite(domain.low()) && Double.isFinite(domain.high()),
        "%s: the domain is from %s to %s; use finite bounds of %s",
        field,
        domain.low(),
        domain.high(),
        type);
    require(
        domain.low() <= domain.high(),
        "%s: the domain begins at %s, after its end %s; put the lower bound first",
        field,
        domain.low(),
        domain.high());
    if (dimension.extent().isPresent()) {
      double extent = dimension.extent().get().doubleValue();
      double max = domain.high() - domain.low() + 1;
      require(
          (extent > 0 && extent <= max) || isWholeDomain(extent),
          "%s: extent %s is out of range (more than 0, at most %s, the length of the"
              + " domain plus 1)",
          field,
          extent,
          max);
    }
  }

  /**
   * Returns whether an extent equals the default extent of the whole domain, which may be 0 or
   * infinite.
   */
  private boolean isWholeDomain(double extent) {
    Dimension without = dimension.with(dimension.domain(), Optional.empty());
    return DimensionNumbers.withExtent(without).extent().equals(Optional.of(extent));
  }

  private void checkInteger(Range.Longs domain) {
    checkBound(domain.low());
    checkBound(domain.high());
    require(
        compare(domain.low(), domain.high()) <= 0,
        "%s: the domain begins at %s, after its end %s; put the lower bound first",
        field,
        text(domain.low()),
        text(domain.high()));
    require(
        DimensionNumbers.narrow(type, domain.high() + 1) != domain.low(),
        "%s: the domain covers all of %s; leave out at least one value, as in %s..%s",
        field,
        type,
        text(domain.low()),
        text(domain.high() - 1));
    if (dimension.extent().isPresent()) {
      checkIntegerExtent(domain, dimension.extent().get());
      checkLastTile(domain);
    }
  }

  private void checkBound(long value) {
    require(
        DimensionNumbers.narrow(type, value) == value,
        "%s: the domain has %d, which is out of range for %s",
        field,
        value,
        type);
  }

  private void checkIntegerExtent(Range.Longs domain, Number number) {
    require(number instanceof Long, "%s of %s: extent %s must be an integer", field, type, number);
    long extent = number.longValue();
    require(
        DimensionNumbers.narrow(type, extent) == extent,
        "%s: extent %d is out of range for %s; omit it to make the whole domain one tile",
        field,
        extent,
        type);
    long length = DimensionNumbers.length(domain);
    // An extent may have its sign bit set only if it spans the whole domain.
    boolean positive = extent != 0 && (extent > 0 || type.isUnsigned());
    require(
        positive
            ? Long.compareUnsigned(extent, length) <= 0
            : extent != 0 && dimension.tileLength() == length,
        "%s: extent %s is out of range (1..%s, the length of the domain)",
        field,
        text(extent),
        Long.toUnsignedString(length));
  }

  /**
   * Checks that the end of the last tile is a value of the type. Like the reference engine, checks
   * only 64-bit types.
   */
  private void checkLastTile(Range.Longs domain) {
    if (type.size() < Long.BYTES) {
      return;
    }
    BigInteger length = unsigned(DimensionNumbers.length(domain));
    BigInteger extent = unsigned(dimension.tileLength());
    BigInteger tiles = length.subtract(BigInteger.ONE).divide(extent).add(BigInteger.ONE);
    BigInteger low = type.isUnsigned() ? unsigned(domain.low()) : BigInteger.valueOf(domain.low());
    BigInteger end = low.add(tiles.multiply(extent)).subtract(BigInteger.ONE);
    BigInteger max =
        type.isUnsigned() ? ALL_BITS.subtract(BigInteger.ONE) : BigInteger.valueOf(Long.MAX_VALUE);
    require(
        end.compareTo(max) <= 0,
        "%s: the last tile of length %s ends at %s, beyond %s; shorten the tiles, or end"
            + " the domain at or before %s",
        field,
        extent,
        end,
        max,
        end.subtract(extent));
  }

  private static BigInteger unsigned(long bits) {
    BigInteger value = BigInteger.valueOf(bits);
    return bits < 0 ? value.add(ALL_BITS) : value;
  }

  private int compare(long one, long other) {
    return type.isUnsigned() ? Long.compareUnsigned(one, other) : Long.compare(one, other);
  }

  private String text(long value) {
    return DimensionNumbers.text(type, value);
  }
}
