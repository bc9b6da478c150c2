package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Optional;
import java.util.Set;

/** What the cells of a column of a file have in common: texts, or cells that have a type. */
public abstract sealed class ColumnProfile permits TextProfile, TypedProfile {
  /** So many columns share the memory for keys where it is not known how many there are. */
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
   * A profile of cells that have a type.
   *
   * @param name the column's name
   * @param type the type of a value
   * @param single whether a cell has one value, or is a text
   * @param keepValues whether the distinct texts are to be kept
   */
  public static TypedProfile typed(String name, Datatype type, boolean single, boolean keepValues) {
    return new TypedProfile(name, type, single, keepValues);
  }

  /** Takes so many rows without a cell. */
  void nothing(long rows) {
    nulls += rows;
    // What is null somewhere can be no coordinate.
    keys.forget();
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Whether there are cells that are null. */
  public boolean hasNulls() {
    return nulls > 0;
  }

  /** Cells that are not null. */
  public long count() {
    return count;
  }

  /** Whether cells are lists of numbers. */
  public abstract boolean isList();

  /** Whether cells are of no one kind: lists among others, or lists of texts. */
  public boolean isMixed() {
    return false;
  }

  /**
   * Where a column of texts has the first cell that is neither a number nor a date, such as {@code
   * line 501: "n/a?"}, if nearly all others are; or if it looks like a date, and half of them are
   * dates.
   */
  public Optional<String> oddCell() {
    return Optional.empty();
  }

  /**
   * The type of the values of the cells: text where they are nothing else. Numbers are of 32 or 64
   * bits, as dimensions have room for more than what is there.
   */
  public abstract Datatype type();

  /** Whether cells are numbers of seconds, or of parts of them, since 1970. */
  public boolean isEpoch() {
    return false;
  }

  /** The type of the values in an attribute, to which typed cells bring theirs. */
  public Datatype attributeType() {
    return type();
  }

  /** Whether all characters are of ASCII. */
  public boolean isAscii() {
    return ascii;
  }

  /** The least integer or datetime. */
  public long min() {
    return numbers.facts().min();
  }

  /** The greatest integer or datetime. */
  public long max() {
    return numbers.facts().max();
  }

  /** The least floating-point number. */
  public double low() {
    return numbers.facts().low();
  }

  /** The greatest floating-point number. */
  public double high() {
    return numbers.facts().high();
  }

  /** Whether no number or date is less than the one before it. */
  public boolean isAscending() {
    return numbers.facts().isAscending();
  }

  /** Whether no number or date is greater than the one before it. */
  public boolean isDescending() {
    return numbers.facts().isDescending();
  }

  /** Says that it has no name in the file, as the numbers or names of rows have none. */
  void standWithoutName() {
    unnamed = true;
  }

  /** Whether it has no name in the file. */
  public boolean isUnnamed() {
    return unnamed;
  }

  /** Whether each integer is greater than those before. */
  public boolean isGrowing() {
    return numbers.facts().isGrowing();
  }

  /** What tells its first cells apart. */
  public RowKeys keys() {
    return keys;
  }

  /** Whether all floating-point numbers are numbers, and finite. */
  public boolean isFinite() {
    return numbers.facts().isFinite();
  }

  /** What the values stand for, where the cells come as indexes. */
  public Optional<Enumeration> enumeration() {
    return Optional.empty();
  }

  /**
   * The different texts of the cells in the order in which they came, where they were asked for or
   * are few.
   */
  public Optional<Set<String>> values() {
    return values.values();
  }

  /** Whether it is of texts that come again and again, of which an enumeration is made. */
  public boolean isCategorical() {
    return false;
  }
}
