package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Optional;
import java.util.Set;

/**
 * The profile of a column: properties of its cells from which its type and its role in a schema are
 * inferred.
 */
public abstract sealed class ColumnProfile permits TextProfile, TypedProfile {
  /** Assumed number of columns that share the memory for keys, if their number is not known yet. */
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
   * @param name name of the column
   * @param type type of a value
   * @param single whether each cell is a single value or a text, not a list
   * @param keepValues whether to keep the distinct texts
   */
  public static TypedProfile typed(String name, Datatype type, boolean single, boolean keepValues) {
    return new TypedProfile(name, type, single, keepValues);
  }

  /**
   * Adds rows in which this column has no cell.
   *
   * @param rows number of rows
   */
  void missingCell(long rows) {
    nulls += rows;
    // A column with nulls cannot be a dimension.
    keys.discard();
  }

  /** Returns the name of the column. */
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

  /** Returns whether the column has both lists and other cells, or lists of texts. */
  public boolean isMixed() {
    return false;
  }

  /**
   * Returns the first cell that makes this a text column, with its place, such as {@code line 501:
   * "n/a?"}. The result is empty unless nearly all other cells are numbers or dates, or the cell
   * looks like an invalid date and half of the cells are dates.
   */
  public Optional<String> oddCell() {
    return Optional.empty();
  }

  /**
   * Returns the inferred type of the values in a dimension. It is text unless all cells have
   * another type. Numbers have 32 or 64 bits, because a dimension needs room beyond the existing
   * values.
   */
  public abstract Datatype type();

  /**
   * Returns whether cells are integers that count seconds, or fractions of a second, since 1970.
   */
  public boolean isEpoch() {
    return false;
  }

  /** Returns the inferred type of the values in an attribute. Typed cells keep their type. */
  public Datatype attributeType() {
    return type();
  }

  /** Returns whether the cells contain only ASCII characters. */
  public boolean isAscii() {
    return ascii;
  }

  /** Returns the smallest integer, or the earliest datetime as a number. */
  public long min() {
    return numbers.facts().min();
  }

  /** Returns the largest integer, or the latest datetime as a number. */
  public long max() {
    return numbers.facts().max();
  }

  /** Returns the smallest finite floating-point number. */
  public double low() {
    return numbers.facts().low();
  }

  /** Returns the largest finite floating-point number. */
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

  /**
   * Marks the column as unnamed in the file. Unnamed columns often contain row numbers or row
   * names.
   */
  void markUnnamed() {
    unnamed = true;
  }

  /** Returns whether the column has no name in the file. */
  public boolean isUnnamed() {
    return unnamed;
  }

  /** Returns whether each integer is greater than the one before it. */
  public boolean isIncreasing() {
    return numbers.facts().isIncreasing();
  }

  /** Returns the keys of the first cells. */
  public RowKeys keys() {
    return keys;
  }

  /** Returns whether all floating-point numbers are finite. */
  public boolean isFinite() {
    return numbers.facts().isFinite();
  }

  /** Returns the enumeration, if cells are indexes into one. */
  public Optional<Enumeration> enumeration() {
    return Optional.empty();
  }

  /**
   * Returns the distinct texts in order of first occurrence. The result is empty if there are too
   * many, unless they were requested.
   */
  public Optional<Set<String>> values() {
    return values.values();
  }

  /** Returns whether the column has so many repeated texts that it should become an enumeration. */
  public boolean isCategorical() {
    return false;
  }
}
