package io.azulejo.imports.grid;

import io.azulejo.imports.netcdf.NetcdfAttributes;
import io.azulejo.imports.netcdf.NetcdfVariable;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Interprets the numbers of a variable by its attributes, following the CF conventions and the
 * NetCDF User's Guide. {@code scale_factor} and {@code add_offset} unpack numbers to floating-point
 * values. Numbers equal to {@code _FillValue} or {@code missing_value} are missing. So are numbers
 * outside {@code valid_range}, {@code valid_min} and {@code valid_max}. {@code _Unsigned} marks
 * integers as unsigned.
 */
final class CfValues {
  /** Attributes that do not apply to converted values. */
  static final Set<String> DONE =
      Set.of("scale_factor", "add_offset", "_FillValue", "missing_value", "_Unsigned");

  /** Attributes that define the valid range of the numbers. */
  private static final Set<String> BOUNDS = Set.of("valid_range", "valid_min", "valid_max");

  /** NetCDF's default fill value for floating-point numbers. It does not occur as a measurement. */
  private static final double NEVER_WRITTEN = 9.969209968386869e36;

  /** Tolerance at the bounds of unpacked values, relative to the step between packed integers. */
  private static final double INEXACT = 0.01;

  private static final Pattern BETWEEN = Pattern.compile("[\\s,]+");

  private final NetcdfVariable variable;
  private final NetcdfAttributes attributes;
  private final Datatype stored; // type of the numbers, with declared signedness
  private final Optional<StoredNumbers.Packing> packing;

  private CfValues(NetcdfVariable variable) {
    this.variable = variable;
    attributes = variable.attributes();
    stored = stored();
    packing = packing();
  }

  /** Returns how the stored numbers of a variable are converted to values. */
  static StoredNumbers of(NetcdfVariable variable) {
    return new CfValues(variable).meaning();
  }

  /**
   * Returns the numbers of an attribute that bounds the values of a variable, converted to the
   * units of the values.
   *
   * @return empty if the attribute is not a bound, or if values are equal to the stored numbers
   */
  static Optional<double[]> bounds(NetcdfVariable variable, String name) {
    CfValues values = new CfValues(variable);
    boolean same = values.packing.isEmpty() && values.stored == variable.type().orElseThrow();
    return same || !BOUNDS.contains(name)
        ? Optional.empty()
        : Optional.of(values.declared(name).stream().mapToDouble(values::value).sorted().toArray());
  }

  /** Converts a bound to the units of values. */
  private double value(Number bound) {
    double number = MissingNumbers.real(stored, bound);
    return isUnpacked(bound) ? number : packing.map(how -> how.unpacked(number)).orElse(number);
  }

  private StoredNumbers meaning() {
    List<Number> none = new ArrayList<>(declared("_FillValue"));
    if (none.isEmpty() && MissingNumbers.isReal(stored)) {
      none.add(NEVER_WRITTEN);
    }
    none.addAll(declared("missing_value"));
    double[] valid = valid();
    MissingNumbers missing = new MissingNumbers(stored, none, valid[0], valid[1]);
    Datatype type = packing.map(StoredNumbers.Packing::type).orElse(stored);
    boolean nullable = MissingNumbers.isReal(type) || missing.any();
    return new StoredNumbers(variable.name(), stored, missing, nullable, packing);
  }

  /**
   * Returns the numbers of an attribute, each as a Long, Float or Double. Some files store numbers
   * as text.
   */
  private List<Number> declared(String name) {
    List<Number> numbers = attributes.numbers(name);
    String text = attributes.text(name).map(String::strip).orElse("");
    if (text.isEmpty()) {
      return numbers;
    }
    try {
      List<Number> parsed = new ArrayList<>();
      for (String word : BETWEEN.split(text)) {
        double number = Double.parseDouble(word);
        parsed.add(number == (long) number ? (Number) (long) number : (Number) number);
      }
      return parsed;
    } catch (NumberFormatException e) {
      return List.of();
    }
  }

  /**
   * Returns the type of the stored numbers. Attributes can declare integers as unsigned, because
   * classic NetCDF lacks unsigned types.
   */
  private Datatype stored() {
    Datatype type = variable.type().orElseThrow();
    boolean unsigned =
        attributes.text("_Unsigned").filter("true"::equalsIgnoreCase).isPresent()
            || type == Datatype.INT8 && impliesUnsignedBytes();
    if (!unsigned) {
      return type;
    }
    return switch (type) {
      case INT8 -> Datatype.UINT8;
      case INT16 -> Datatype.UINT16;
      case INT32 -> Datatype.UINT32;
      case INT64 -> Datatype.UINT64;
      default -> type;
    };
  }

  /** Returns whether the valid range, such as 0 to 255 or 0 to -1, implies unsigned bytes. */
  private boolean impliesUnsignedBytes() {
    long least = bound("valid_min", 0).map(Number::longValue).orElse(Long.MIN_VALUE);
    long greatest = bound("valid_max", 1).map(Number::longValue).orElse(0L);
    return least >= 0 && (greatest < 0 || greatest > Byte.MAX_VALUE);
  }

  private Optional<StoredNumbers.Packing> packing() {
    Optional<Number> scale = attributes.number("scale_factor");
    Optional<Number> offset = attributes.number("add_offset");
    if (scale.isEmpty() && offset.isEmpty()) {
      return Optional.empty();
    }
    // If scale and offset have 32 bits, 16-bit numbers unpack to 32-bit floats without loss.
    boolean small =
        stored.size() <= Short.BYTES
            && scale.map(n -> n instanceof Float).orElse(true)
            && offset.map(n -> n instanceof Float).orElse(true);
    return Optional.of(
        new StoredNumbers.Packing(
            scale.map(Number::doubleValue).orElse(1.0),
            offset.map(Number::doubleValue).orElse(0.0),
            small || stored == Datatype.FLOAT32 ? Datatype.FLOAT32 : Datatype.FLOAT64));
  }

  /**
   * Returns a bound of the valid range.
   *
   * @param name attribute that contains the bound if {@code valid_range} does not
   * @param part index of the bound in {@code valid_range}
   */
  private Optional<Number> bound(String name, int part) {
    List<Number> range = declared("valid_range");
    return range.size() == 2 ? Optional.of(range.get(part)) : declared(name).stream().findFirst();
  }

  /**
   * Returns whether a bound is in the units of the values instead of the packed numbers. This is
   * the case if its type is wider.
   */
  private boolean isUnpacked(Number bound) {
    return packing.isPresent()
        && (bound instanceof Double && stored != Datatype.FLOAT64
            || bound instanceof Float && !MissingNumbers.isReal(stored));
  }

  /** Returns the smallest and the greatest valid stored number, infinite if there is none. */
  private double[] valid() {
    double[] valid = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    bound("valid_min", 0).ifPresent(least -> narrow(valid, least, true));
    bound("valid_max", 1).ifPresent(greatest -> narrow(valid, greatest, false));
    // An empty range is an error in the file. It must not discard all values.
    return valid[0] <= valid[1]
        ? valid
        : new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
  }

  private void narrow(double[] valid, Number bound, boolean lower) {
    double number = MissingNumbers.real(stored, bound);
    boolean least = lower;
    if (isUnpacked(bound)) {
      StoredNumbers.Packing how = packing.orElseThrow();
      double slack = MissingNumbers.isReal(stored) ? 0 : INEXACT;
      least = lower == how.scale() > 0;
      number = (bound.doubleValue() - how.offset()) / how.scale() + (least ? -slack : slack);
    }
    if (Double.isNaN(number)) {
      return;
    }
    if (least) {
      valid[0] = Math.max(valid[0], number);
    } else {
      valid[1] = Math.min(valid[1], number);
    }
  }
}
