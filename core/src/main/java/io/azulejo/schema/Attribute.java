package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A field of which every cell has a value: its name, the type of its values, how many a cell has,
 * the filters that they are stored with. Immutable.
 *
 * <pre>{@code
 * Attribute.of("temp", Datatype.FLOAT64)
 * Attribute.text("note")
 * Attribute.builder("codes", Datatype.INT32).var().nullable().filters(Filter.zstd(5)).build()
 * }</pre>
 */
public final class Attribute {
  /** The number of values a cell for cells of variable size. */
  public static final int VAR = -1;

  private final String name;
  private final Datatype type;
  private final int cellValNum;
  private final FilterPipeline filters;
  private final byte @Nullable []
      fill; // null: that of the type, made when asked for, as it can be large
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
   * An attribute of one value a cell, or of variable size for texts and {@link Datatype#ANY};
   * without filters, not nullable.
   */
  public static Attribute of(String name, Datatype type) {
    return builder(name, type).build();
  }

  /** An attribute of texts of any length: STRING_UTF8, without filters, not nullable. */
  public static Attribute text(String name) {
    return builder(name, Datatype.STRING_UTF8).var().build();
  }

  /**
   * A builder of an attribute that begins with one value a cell, or of variable size for texts and
   * {@link Datatype#ANY}; with no filters, not nullable. For texts of a fixed number of characters
   * call {@link Builder#cellValNum}.
   */
  public static Builder builder(String name, Datatype type) {
    return new Builder(name, type);
  }

  /** The bytes of the fill value that a field has when none was chosen. */
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

  /** A builder that begins with this attribute. */
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

  /** The name; may be empty. */
  public String name() {
    return name;
  }

  /** The type of each value of the cells. */
  public Datatype type() {
    return type;
  }

  /** The number of values of a cell: 1 or more, or {@link #VAR} for any number. */
  public int cellValNum() {
    return cellValNum;
  }

  /** Whether cells are of variable size. */
  public boolean isVar() {
    return cellValNum == VAR;
  }

  /** Bytes of a cell of fixed size; of one value where cells are of variable size. */
  public int cellSize() {
    return isVar() ? type.size() : type.size() * cellValNum;
  }

  /** The filters that values are stored with, in the order of writing. */
  public FilterPipeline filters() {
    return filters;
  }

  /**
   * The fill value: what cells of dense arrays hold that were never written; the bytes of one cell,
   * little-endian (a copy).
   */
  public byte[] fill() {
    return fill == null ? defaultFill(type, cellValNum) : fill.clone();
  }

  /** Whether the fill value is the default one of the type. */
  public boolean hasDefaultFill() {
    return fill == null || Arrays.equals(fill, defaultFill(type, cellValNum));
  }

  /** Whether cells can be null. */
  public boolean nullable() {
    return nullable;
  }

  /**
   * Whether cells that were never written hold the fill value; else null. Of nullable ones only.
   */
  public boolean fillValid() {
    return fillValid;
  }

  /** The order that the values are promised to have; it is checked when they are written. */
  public DataOrder order() {
    return order;
  }

  /** The name of the enumeration whose indexes the values are. */
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

  /** The attribute in a line, such as {@code note STRING_UTF8[] nullable, ZSTD 5}. */
  @Override
  public String toString() {
    String cell = isVar() ? "[]" : cellValNum == 1 ? "" : "[" + cellValNum + "]";
    return name + " " + type + cell + (nullable ? " nullable" : "") + filters.suffix();
  }

  /** Builds an attribute, step by step. Not for use by several threads. */
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

    /** Values a cell: 1 or more, or {@link Attribute#VAR}. */
    public Builder cellValNum(int number) {
      this.cellValNum = number;
      return this;
    }

    /** Makes cells of variable size: of any number of values. */
    public Builder var() {
      return cellValNum(VAR);
    }

    /** The filters that values are stored with, in the order of writing. */
    public Builder filters(FilterPipeline pipeline) {
      this.filters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** As {@link #filters(FilterPipeline)}. */
    public Builder filters(Filter... list) {
      return filters(FilterPipeline.of(list));
    }

    /** The fill value: the bytes of one cell (copied), little-endian. */
    public Builder fill(byte[] cell) {
      this.fill = cell.clone();
      this.fillOfValue = null;
      return this;
    }

    /**
     * The fill value of each value of a cell, of integers, datetimes and times.
     *
     * @throws InvalidRequestException if it is not a value of the type
     */
    public Builder fill(long value) {
      this.fillOfValue = ValueBytes.of(type, value);
      return this;
    }

    /**
     * The fill value of each value of a cell, of floating-point numbers.
     *
     * @throws InvalidRequestException if the type is another one
     */
    public Builder fill(double value) {
      this.fillOfValue = ValueBytes.of(type, value);
      return this;
    }

    /**
     * The fill value of text: as many bytes as a cell has.
     *
     * @throws InvalidRequestException if the type is another one
     */
    public Builder fill(String cell) {
      return fill(ValueBytes.of(type, cell));
    }

    /** Makes the attribute nullable. */
    public Builder nullable() {
      return nullable(true);
    }

    /** Whether cells can be null. */
    public Builder nullable(boolean yes) {
      this.nullable = yes;
      return this;
    }

    /**
     * Whether cells of a nullable attribute that were never written hold the fill value, not null.
     */
    public Builder fillValid(boolean yes) {
      this.fillValid = yes;
      return this;
    }

    /** The order that the values are promised to have; it is checked when they are written. */
    public Builder order(DataOrder promise) {
      this.order = Objects.requireNonNull(promise, "promise");
      return this;
    }

    /** The name of the enumeration whose indexes the values are; null for none. */
    public Builder enumeration(@Nullable String enumerationName) {
      this.enumeration = enumerationName;
      return this;
    }

    /** The attribute. Whether it is valid is checked when the schema is built. */
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
