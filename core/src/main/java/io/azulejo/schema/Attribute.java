package io.azulejo.schema;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** A value that every cell has. */
public final class Attribute {
  /** The number of values a cell for cells of variable size. */
  public static final int VAR = -1;

  private final String name;
  private final Datatype type;
  private final int cellValNum;
  private final FilterPipeline filters;
  private final byte[] fill; // null: that of the type, made when asked for, as it can be large
  private final boolean nullable;
  private final boolean fillValid;
  private final DataOrder order;
  private final String enumeration;

  private Attribute(Builder builder) {
    name = builder.name;
    type = builder.type;
    cellValNum = builder.cellValNum;
    filters = builder.filters;
    fill = builder.fill;
    nullable = builder.nullable;
    fillValid = builder.fillValid;
    order = builder.order;
    enumeration = builder.enumeration;
  }

  /** An attribute to be described further: one value a cell, no filters, not nullable. */
  public static Builder builder(String name, Datatype type) {
    return new Builder(name, type);
  }

  /** The bytes of the fill value that a field has when none was chosen. */
  public static byte[] defaultFill(Datatype type, int cellValNum) {
    byte[] one = type.defaultFill();
    if (cellValNum == VAR || cellValNum == 1) {
      return one;
    }
    byte[] all = new byte[Math.multiplyExact(one.length, cellValNum)];
    for (int at = 0; at < all.length; at += one.length) {
      System.arraycopy(one, 0, all, at, one.length);
    }
    return all;
  }

  /** The name; may be empty. */
  public String name() {
    return name;
  }

  /** The type of a value. */
  public Datatype type() {
    return type;
  }

  /** Values a cell: 1 or more, or {@link #VAR}. */
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

  /** The filters of the values. */
  public FilterPipeline filters() {
    return filters;
  }

  /** What cells hold that were never written (a copy); one cell, little-endian. */
  public byte[] fill() {
    return fill == null ? defaultFill(type, cellValNum) : fill.clone();
  }

  /** Whether cells that were never written hold what the type says. */
  public boolean hasDefaultFill() {
    return fill == null || Arrays.equals(fill, defaultFill(type, cellValNum));
  }

  /** Whether cells can be null. */
  public boolean nullable() {
    return nullable;
  }

  /** Whether the fill value of a nullable attribute is a value, not null. */
  public boolean fillValid() {
    return fillValid;
  }

  /** What is promised of the order of the values. */
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

  @Override
  public String toString() {
    return "Attribute[" + name + " " + type + (isVar() ? "[var]" : "[" + cellValNum + "]") + "]";
  }

  /** Describes an attribute. */
  public static final class Builder {
    private final String name;
    private final Datatype type;
    private int cellValNum = 1;
    private FilterPipeline filters = FilterPipeline.EMPTY;
    private byte[] fill;
    private boolean nullable;
    private boolean fillValid;
    private DataOrder order = DataOrder.UNORDERED;
    private String enumeration;

    private Builder(String name, Datatype type) {
      this.name = Objects.requireNonNull(name, "name");
      this.type = Objects.requireNonNull(type, "type");
    }

    /** Values a cell: 1 or more, or {@link Attribute#VAR}. */
    public Builder cellValNum(int number) {
      this.cellValNum = number;
      return this;
    }

    /** The filters of the values. */
    public Builder filters(FilterPipeline pipeline) {
      this.filters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** What cells hold that were never written: one cell, little-endian. */
    public Builder fill(byte[] cell) {
      this.fill = cell.clone();
      return this;
    }

    /** Whether cells can be null. */
    public Builder nullable(boolean yes) {
      this.nullable = yes;
      return this;
    }

    /** Whether the fill value is a value, not null. */
    public Builder fillValid(boolean yes) {
      this.fillValid = yes;
      return this;
    }

    /** What is promised of the order of the values. */
    public Builder order(DataOrder promise) {
      this.order = Objects.requireNonNull(promise, "promise");
      return this;
    }

    /** The name of the enumeration whose indexes the values are; null for none. */
    public Builder enumeration(String enumerationName) {
      this.enumeration = enumerationName;
      return this;
    }

    /** The attribute. */
    public Attribute build() {
      return new Attribute(this);
    }
  }
}
