package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Optional;
import java.util.Set;

/** Profile of a column of a file, whose cells are texts or have a type. */
public abstract sealed class ColumnProfile permits TextProfile, TypedProfile {
  /** Number of columns that share the memory for keys if the number of columns is unknown. */
  static final int TYPED_COLUMNS = 64;

  final RowKeys keys;
  final DistinctTexts values;
  final NumberEvidence numbers = new NumberEvidence();
  long count;
  long nulls;
  boolean ascii = true;
  private final String name;
  private boolean unnamed;

  ColumnProfile(String name, boolean keepValues, RowKeys keys) {
    this.name = name;
    this.values = new DistinctTexts(keepValues);
    this.keys = keys;
  }

  /**
   * Creates a profile of typed cells.
   *
   * @param name the column's name
   * @param type the type of a value
   * @param single whether a cell has one value, or is a text
   * @param keepValues whether to keep the distinct texts
   */
  public static TypedProfile typed(String name, Datatype type, boolean single, boolean keepValues) {
    return new TypedProfile(name, type, single, keepValues);
  }

  /** Adds rows without a cell. */
  void missingCell(long rows) {
    nulls += rows;
    // A column with nulls cannot be a coordinate.
    keys.discard();
  }

  /** Returns the column's name. */
  public String name() {
    return name;
  }

  /** Returns whether any cell is null. */
  public boolean hasNulls() {
    return nulls > 0;
  }

  /** Returns the number of non-null cells. */
  public long count() {
    return count;
  }

  /** Returns whether cells are lists of numbers. */
  public abstract boolean isList();

  /** Returns whether the kind of cells varies: lists among other cells, or lists of texts. */
  public boolean isMixed() {
    return false;
  }

  /**
   * Returns the first cell of a text column that is neither a number nor a date, such as {@code
   * line 501: "n/a?"}, if nearly all other cells are. Also returns it if it looks like a date and
   * half of the cells are dates.
   */
  public Optional<String> oddCell() {
    return Optional.empty();
  }

  /**
   * Returns the type of the values: text unless all cells have another type. Numbers have 32 or 64
   * bits, because dimensions need room beyond the present values.
   */
  public abstract Datatype type();

  /** Returns whether cells are numbers of seconds or fractions of seconds since 1970. */
  public boolean isEpoch() {
    return false;
  }

  /** Returns the type of the values in an attribute. Typed cells keep their type. */
  public Datatype attributeType() {
    return type();
  }

  /** Returns whether all characters are ASCII. */
  public boolean isAscii() {
    return ascii;
  }

  /** Returns the least integer or datetime. */
  public long min() {
    return numbers.facts().min();
  }

  /** Returns the greatest integer or datetime. */
  public long max() {
    return numbers.facts().max();
  }

  /** Returns the least floating-point number. */
  public double low() {
    return numbers.facts().low();
  }

  /** Returns the greatest floating-point number. */
  public double high() {
    return numbers.facts().high();
  }

  /** Returns whether numbers or dates never decrease. */
  public boolean isAscending() {
    return numbers.facts().isAscending();
  }

  /** Returns whether numbers or dates never increase. */
  public boolean isDescending() {
    return numbers.facts().isDescending();
  }

  /** Marks the column as unnamed in the file, such as row numbers or row names. */
  void markUnnamed() {
    unnamed = true;
  }

  /** Returns whether the column has no name in the file. */
  public boolean isUnnamed() {
    return unnamed;
  }

  /** Returns whether each integer is greater than all previous ones. */
  public boolean isIncreasing() {
    return numbers.facts().isIncreasing();
  }

  /** Returns the keys of its first cells. */
  public RowKeys keys() {
    return keys;
  }

  /** Returns whether all floating-point numbers are finite. */
  public boolean isFinite() {
    return numbers.facts().isFinite();
  }

  /** Returns the enumeration if cells are indexes. */
  public Optional<Enumeration> enumeration() {
    return Optional.empty();
  }

  /** Returns the distinct texts in order of first occurrence, if they were requested or are few. */
  public Optional<Set<String>> values() {
    return values.values();
  }

  /** Returns whether the column has repeated texts that should become an enumeration. */
  public boolean isCategorical() {
    return false;
  }
}
