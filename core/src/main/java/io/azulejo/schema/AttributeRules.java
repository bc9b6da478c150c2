package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import java.util.Optional;

/** Validation rules for the attributes of new arrays and for attributes added to an array. */
final class AttributeRules {
  /** Advice for the case that a type has too few values to index an enumeration. */
  static final String WIDER_TYPE = "use a wider type";

  private static final int MAX_CELL_BYTES = Integer.MAX_VALUE - 8;

  private final ArraySchema schema;
  private final Attribute attribute;
  private final String field;

  private AttributeRules(ArraySchema schema, Attribute attribute) {
    this.schema = schema;
    this.attribute = attribute;
    this.field = "attribute \"%s\"".formatted(attribute.name());
  }

  /**
   * Checks everything about an attribute except its enumeration.
   *
   * @param schema schema of the array; it need not contain the attribute yet
   */
  static void check(ArraySchema schema, Attribute attribute) {
    AttributeRules rules = new AttributeRules(schema, attribute);
    rules.checkName();
    rules.checkValuesOfCell();
    rules.checkFill();
    rules.checkFillValidity();
    rules.checkOrder();
    FilterRules.check(rules.field, attribute.type(), attribute.cellValNum(), attribute.filters());
    ImageRules.checkAttribute(schema, attribute);
  }

  private void checkName() {
    require(
        !attribute.name().startsWith("__"),
        "%s: names that begin with \"__\" are reserved; choose another name",
        field);
  }

  private void checkValuesOfCell() {
    int number = attribute.cellValNum();
    require(number != 0, "%s: a cell has 0 values; use 1 or more, or a variable number", field);
    require(
        attribute.type() != Datatype.ANY || attribute.isVar(),
        "%s: cells of type ANY have variable size; do not set a fixed number of values",
        field);
    require(
        attribute.isVar()
            || Integer.toUnsignedLong(number) * attribute.type().size() <= MAX_CELL_BYTES,
        "%s: cells of %s values of %s are too large (maximum: 2^31-9 bytes)",
        field,
        Integer.toUnsignedString(number),
        attribute.type());
  }

  private void checkFill() {
    if (attribute.hasDefaultFill()) {
      return;
    }
    int length = attribute.fill().length;
    int size = attribute.type().size();
    if (attribute.isVar()) {
      require(
          length > 0 && length % size == 0,
          "%s: the fill value has %d bytes (expected one or more values of %s)",
          field,
          length,
          attribute.type());
    } else {
      require(
          length == attribute.cellSize(),
          "%s: the fill value has %d bytes, but a cell has %d; fill the whole cell",
          field,
          length,
          attribute.cellSize());
    }
  }

  private void checkFillValidity() {
    require(
        attribute.nullable() || !attribute.fillValid(),
        "%s: the validity of the fill value applies only to nullable attributes; omit it",
        field);
  }

  private void checkOrder() {
    if (attribute.order() == DataOrder.UNORDERED) {
      return;
    }
    require(
        schema.isDense() && schema.dimensions().size() == 1,
        "%s: ordered values need a dense array with one dimension; omit the order",
        field);
    checkOrderedCells(field, attribute.type(), attribute.cellValNum());
    require(
        !attribute.nullable(), "%s: ordered values cannot be null; make it not nullable", field);
  }

  /**
   * Checks that cells with this type and number of values can be ordered.
   *
   * @param field description of the field for error messages
   * @param cellValNum number of values per cell, or {@link Attribute#VAR}
   */
  static void checkOrderedCells(String field, Datatype type, int cellValNum) {
    require(
        type.isDimensionType() && cellValNum == (type == Datatype.STRING_ASCII ? Attribute.VAR : 1),
        "%s: ordered values must be single numbers, datetimes or times, or STRING_ASCII"
            + " of variable size, not %s of %s",
        field,
        cellValNum == Attribute.VAR ? "a variable number" : Integer.toUnsignedString(cellValNum),
        type);
  }

  /**
   * Checks that the values of an attribute can index its enumeration, if it has one.
   *
   * @param exists whether the array has the enumeration
   * @param enumeration the enumeration, or empty if its values are not loaded; its size is then not
   *     checked
   * @param advice how to fix a type that has too few values for the enumeration
   */
  static void checkEnumeration(
      Attribute attribute, boolean exists, Optional<Enumeration> enumeration, String advice) {
    if (attribute.enumeration().isEmpty()) {
      return;
    }
    String field = "attribute \"%s\"".formatted(attribute.name());
    String name = attribute.enumeration().get();
    require(exists, "%s: enumeration \"%s\" not found; add it to the schema", field, name);
    require(
        attribute.type().isInteger() && attribute.cellValNum() == 1,
        "%s: indexes of enumeration \"%s\" must be single integers, not %s; use INT32",
        field,
        name,
        attribute.isVar()
            ? attribute.type() + " of variable size"
            : attribute.cellValNum() + " x " + attribute.type());
    if (enumeration.isPresent()) {
      long max = maxValue(attribute.type());
      require(
          Long.compareUnsigned(max, enumeration.get().size()) > 0,
          "%s: enumeration \"%s\" has %d values, but %s can index at most %s; %s",
          field,
          name,
          enumeration.get().size(),
          attribute.type(),
          Long.toUnsignedString(max - 1),
          advice);
    }
  }

  /** Returns the greatest value of an integer type, as an unsigned number. */
  private static long maxValue(Datatype type) {
    int bits = Byte.SIZE * type.size() - (type.isUnsigned() ? 0 : 1);
    return -1L >>> Long.SIZE - bits;
  }
}
