package io.azulejo.imports.rows;

import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Arrays;
import java.util.Optional;

/** The profile of a column whose type is known. */
public final class TypedProfile extends ColumnProfile {
  private final Datatype given;
  private final boolean single;
  private byte[] lastText = {};
  private Enumeration enumeration; // values that the indexes refer to

  TypedProfile(String name, Datatype type, boolean single, boolean keepValues) {
    super(name, keepValues, new RowKeys(TYPED_COLUMNS));
    this.given = type;
    this.single = single;
  }

  /** Sets the enumeration into which the cells are indexes. */
  public void setEnumeration(Enumeration values) {
    this.enumeration = values;
  }

  /**
   * Adds the first cells of a column.
   *
   * @param column cells of the type given at creation
   * @param rows number of cells to add
   */
  public void add(Column column, int rows) {
    for (int row = 0; row < rows; row++) {
      if (column.isNull(row)) {
        missingCell(1);
        continue;
      }
      count++;
      if (single) {
        if (given.isString()) {
          text(column, row);
        } else if (given.isFloatingPoint()) {
          numbers.facts().add(column.getDouble(row));
        } else if (given.isIntegerValued()) {
          numbers.facts().add(column.getLong(row));
        }
      }
      key(column, row);
    }
  }

  private void key(Column column, int row) {
    int start = column.start(row);
    int end = column.end(row);
    long key = end - start;
    byte[] bytes = column.array();
    for (int i = start; i < end; i++) {
      key = (key ^ bytes[i] & 0xff) * 0x100000001b3L;
    }
    int step = numbers.facts().step();
    if (given.isString()) {
      step = Arrays.compareUnsigned(bytes, start, end, lastText, 0, lastText.length);
      lastText = step == 0 ? lastText : Arrays.copyOfRange(bytes, start, end);
    }
    keys.add(key, step);
  }

  private void text(Column column, int row) {
    if (values.isRequested()) {
      values.add(column, row);
    }
    byte[] bytes = column.array();
    for (int i = column.start(row); ascii && i < column.end(row); i++) {
      ascii = bytes[i] >= 0;
    }
  }

  @Override
  public boolean isList() {
    return !single;
  }

  @Override
  public Datatype type() {
    return switch (given) {
      case INT8, INT16, UINT8, UINT16 -> Datatype.INT32;
      case UINT32 -> Datatype.INT64;
      case FLOAT32 -> Datatype.FLOAT64;
      default -> given;
    };
  }

  @Override
  public Datatype attributeType() {
    return given;
  }

  @Override
  public Optional<Enumeration> enumeration() {
    return Optional.ofNullable(enumeration);
  }
}
