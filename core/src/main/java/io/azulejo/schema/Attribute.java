package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A field with a value in every cell. It has a name, a type, a number of values per cell, and
 * filters. Immutable.
 *
 * <pre>{@code
 * Attribute.of("temp", Datatype.FLOAT64)
 * Attribute.text("note")
 * Attribute.builder("codes", Datatype.INT32).var().nullable().filters(Filter.zstd(5)).build()
 * }</pre>
 */
public final class Attribute {
  /** The number of values per cell of an attribute with variable-size cells. */
  public static final int VAR = -1;

  private final String name;
  private final Datatype type;
  private final int cellValNum;
  private final FilterPipeline filters;
  private final byte @Nullable []
      fill; // null for the type's default, which can be large and is made on demand
  private final boolean nullable;
  private final boolean fillValid;
  private final DataOrder order;
  private final @Nullable String enumeration;

  private Attribute(Builder builder) {
    name = builder.name;
    type = builder.type;
    cellValNum = builder.cellValNum;
    filters = builder.filters;
    fill = builder.fillBytes();
    nullable = builder.nullable;
    fillValid = builder.fillValid;
    order = builder.order;
    enumeration = builder.enumeration;
  }

  /**
   * Returns an attribute that has no filters and is not nullable. Cells have one value, or a
   * variable size for strings and {@link Datatype#ANY}.
   */
  public static Attribute of(String name, Datatype type) {
    return builder(name, type).build();
  }

  /** Returns a STRING_UTF8 attribute of variable size that has no filters and is not nullable. */
  public static Attribute text(String name) {
    return builder(name, Datatype.STRING_UTF8).var().build();
  }

  /**
   * Returns a builder for an attribute that has no filters and is not nullable. Cells have one
   * value, or a variable size for strings and {@link Datatype#ANY}. For strings with a fixed number
   * of characters, call {@link Builder#cellValNum}.
   */
  public static Builder builder(String name, Datatype type) {
    return new Builder(name, type);
  }

  /**
   * Returns the default fill value of a cell as little-endian bytes.
   *
   * @param type type of the values
   * @param cellValNum number of values per cell; for {@link #VAR}, the result has one value
   */
  public static byte[] defaultFill(Datatype type, int cellValNum) {
    byte[] one = type.defaultFill();
    if (cellValNum == VAR || cellValNum == 1) {
      return one;
    }
    return repeated(one, cellValNum);
  }

  private static byte[] repeated(byte[] one, int times) {
    byte[] all = new byte[Math.multiplyExact(one.length, times)];
    for (int at = 0; at < all.length; at += one.length) {
      System.arraycopy(one, 0, all, at, one.length);
    }
    return all;
  }

  /** Returns a builder with all values of this attribute. */
  public Builder toBuilder() {
    Builder builder =
        new Builder(name, type)
            .cellValNum(cellValNum)
            .filters(filters)
            .nullable(nullable)
            .fillValid(fillValid)
            .order(order)
            .enumeration(enumeration);
    builder.fill = fill;
    return builder;
  }

  /** Returns the name, which may be empty. */
  public String name() {
    return name;
  }

  /** Returns the type of the values. */
  public Datatype type() {
    return type;
  }

  /**
   * Returns the number of values per cell: at least 1, or {@link #VAR} if cells have a variable
   * size.
   */
  public int cellValNum() {
    return cellValNum;
  }

  /** Returns whether cells have a variable size. */
  public boolean isVar() {
    return cellValNum == VAR;
  }

  /**
   * Returns the size of a fixed-size cell in bytes. For variable-size cells, returns the size of
   * one value.
   */
  public int cellSize() {
    return isVar() ? type.size() : type.size() * cellValNum;
  }

  /** Returns the filters for the values, in write order. */
  public FilterPipeline filters() {
    return filters;
  }

  /**
   * Returns a copy of the fill value, which is the content of unwritten cells in dense arrays. The
   * bytes are the little-endian values of one cell.
   */
  public byte[] fill() {
    return fill == null ? defaultFill(type, cellValNum) : fill.clone();
  }

  /** Returns whether the fill value is the type's default. */
  public boolean hasDefaultFill() {
    return fill == null || Arrays.equals(fill, defaultFill(type, cellValNum));
  }

  /** Returns whether cells can be null. */
  public boolean nullable() {
    return nullable;
  }

  /**
   * Returns whether unwritten cells of a nullable attribute hold the fill value rather than null.
   */
  public boolean fillValid() {
    return fillValid;
  }

  /** Returns the declared order of the values. Writes reject values that violate it. */
  public DataOrder order() {
    return order;
  }

  /** Returns the name of the enumeration that the values index, or empty if there is none. */
  public Optional<String> enumeration() {
    return Optional.ofNullable(enumeration);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Attribute that
        && name.equals(that.name)
        && type == that.type
        && cellValNum == that.cellValNum
        && filters.equals(that.filters)
        && (fill == null && that.fill == null || Arrays.equals(fill(), that.fill()))
        && nullable == that.nullable
        && fillValid == that.fillValid
        && order == that.order
        && Objects.equals(enumeration, that.enumeration);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, type, cellValNum, filters, nullable, fillValid, order, enumeration);
  }

  /** Returns a one-line summary, such as {@code note STRING_UTF8[] nullable, ZSTD 5}. */
  @Override
  public String toString() {
    String cell = isVar() ? "[]" : cellValNum == 1 ? "" : "[" + cellValNum + "]";
    return name + " " + type + cell + (nullable ? " nullable" : "") + filters.suffix();
  }

  /** Builds an attribute. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final Datatype type;
    private int cellValNum;
    private FilterPipeline filters = FilterPipeline.EMPTY;
    private byte @Nullable [] fill;
    private byte @Nullable [] fillOfValue;
    private boolean nullable;
    private boolean fillValid;
    private DataOrder order = DataOrder.UNORDERED;
    private @Nullable String enumeration;

    private Builder(String name, Datatype type) {
      this.name = Objects.requireNonNull(name, "name");
      this.type = Objects.requireNonNull(type, "type");
      this.cellValNum = type == Datatype.ANY || type.isString() ? VAR : 1;
    }

    /** Sets the number of values per cell: at least 1, or {@link Attribute#VAR}. */
    public Builder cellValNum(int number) {
      this.cellValNum = number;
      return this;
    }

    /** Gives cells a variable size: each can have any number of values. */
    public Builder var() {
      return cellValNum(VAR);
    }

    /** Sets the filters for the values, in write order. */
    public Builder filters(FilterPipeline pipeline) {
      this.filters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** Sets the filters for the values, in write order. */
    public Builder filters(Filter... list) {
      return filters(FilterPipeline.of(list));
    }

    /** Sets the fill value to the little-endian bytes of one cell, which are copied. */
    public Builder fill(byte[] cell) {
      this.fill = cell.clone();
      this.fillOfValue = null;
      return this;
    }

    /**
     * Sets an integer, datetime or time as the fill value. In cells with several values, it fills
     * each value.
     *
     * @throws InvalidRequestException if the number is not a value of the type
     */
    public Builder fill(long value) {
      this.fillOfValue = ValueBytes.of(type, value);
      return this;
    }

    /**
     * Sets a floating-point number as the fill value. In cells with several values, it fills each
     * value.
     *
     * @throws InvalidRequestException if the type is not a floating-point type
     */
    public Builder fill(double value) {
      this.fillOfValue = ValueBytes.of(type, value);
      return this;
    }

    /**
     * Sets a string as the fill value. For fixed-size cells, its bytes must fill the whole cell.
     *
     * @throws InvalidRequestException if the type does not hold text
     */
    public Builder fill(String cell) {
      return fill(ValueBytes.of(type, cell));
    }

    /** Allows null cells. */
    public Builder nullable() {
      return nullable(true);
    }

    /** Sets whether cells can be null. */
    public Builder nullable(boolean allowed) {
      this.nullable = allowed;
      return this;
    }

    /**
     * Sets whether unwritten cells of a nullable attribute hold the fill value rather than null.
     */
    public Builder fillValid(boolean valid) {
      this.fillValid = valid;
      return this;
    }

    /** Sets the declared order of the values. Writes reject values that violate it. */
    public Builder order(DataOrder promise) {
      this.order = Objects.requireNonNull(promise, "promise");
      return this;
    }

    /** Sets the name of the enumeration that the values index; null if there is none. */
    public Builder enumeration(@Nullable String enumerationName) {
      this.enumeration = enumerationName;
      return this;
    }

    /** Returns the attribute. {@link ArraySchema.Builder#build} validates it. */
    public Attribute build() {
      return new Attribute(this);
    }

    private byte @Nullable [] fillBytes() {
      if (fillOfValue == null || cellValNum <= 1) {
        return fillOfValue == null ? fill : fillOfValue;
      }
      return repeated(fillOfValue, cellValNum);
    }
  }
}
