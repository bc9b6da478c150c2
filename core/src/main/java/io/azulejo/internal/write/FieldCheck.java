package io.azulejo.internal.write;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.util.Arrays;

/**
 * Checks that a column fits the field that it is written to.
 *
 * @param kind "attribute" or "dimension"
 * @param name name of the field
 * @param type type of one value
 * @param cellValNum number of values per cell, or {@link Attribute#VAR}
 * @param nullable whether cells can be null
 */
record FieldCheck(String kind, String name, Datatype type, int cellValNum, boolean nullable) {
  static FieldCheck of(Attribute attribute) {
    return new FieldCheck(
        "attribute",
        attribute.name(),
        attribute.type(),
        attribute.cellValNum(),
        attribute.nullable());
  }

  static FieldCheck of(Dimension dimension) {
    return new FieldCheck(
        "dimension", dimension.name(), dimension.type(), dimension.cellValNum(), false);
  }

  /**
   * Returns the cells of a column. The result has validity, as bytes 0 and 1, exactly if the field
   * is nullable.
   *
   * @throws InvalidRequestException if the column does not fit the field
   */
  CellColumn check(Column column) {
    if (column.type() != type) {
      checkPlain(column);
    }
    byte[] validity = validity(column);
    if (column instanceof FixedColumn fixed) {
      if (fixed.valuesPerCell() != cellValNum) {
        throw invalid(
            "column \"%s\" has %d values per cell, but the %s has %s"
                .formatted(
                    name,
                    fixed.valuesPerCell(),
                    kind,
                    cellValNum == Attribute.VAR
                        ? "a variable number; pass a VarColumn"
                        : cellValNum));
      }
      return CellColumn.fixed(column.array(), validity);
    }
    VarColumn var = (VarColumn) column;
    if (cellValNum != Attribute.VAR) {
      throw invalid(
          ("column \"%s\" has a variable number of values per cell, but the %s has %d;"
                  + " declare it var(), or pass a column of fixed cells")
              .formatted(name, kind, cellValNum));
    }
    checkOffsets(var.offsetArray(), var.rows());
    if (type == Datatype.STRING_ASCII && column.type() != type) {
      checkAscii(var);
    }
    return new CellColumn(column.array(), 0, var.offsetArray(), validity);
  }

  /**
   * Accepts a column of a plain type, for programs that do not look up the schema: INT64 for
   * datetimes and times, STRING_UTF8 for other strings.
   */
  private void checkPlain(Column column) {
    boolean times =
        column.type() == Datatype.INT64 && type.size() == Long.BYTES && type.isIntegerValued();
    boolean texts =
        column instanceof VarColumn
            && column.type() == Datatype.STRING_UTF8
            && (type == Datatype.STRING_ASCII || type == Datatype.CHAR);
    if (!(times && !type.isUnsigned() || texts)) {
      throw invalid(
          "column \"%s\" has type %s, but the %s has type %s"
              .formatted(name, column.type(), kind, type));
    }
  }

  private void checkAscii(VarColumn column) {
    for (int i = column.offsetArray()[0]; i < column.offsetArray()[column.rows()]; i++) {
      if (column.array()[i] < 0) {
        throw invalid(
            "column \"%s\" has strings that are not ASCII, but the %s has type STRING_ASCII"
                .formatted(name, kind));
      }
    }
  }

  private byte[] validity(Column column) {
    byte[] given = column.validityArray().orElse(null);
    if (!nullable) {
      for (int row = 0; given != null && row < column.rows(); row++) {
        if (given[row] == 0) {
          throw invalid(
              "row %d of column \"%s\" is null, but the %s is not nullable"
                  .formatted(row, name, kind));
        }
      }
      return null;
    }
    if (given == null) {
      byte[] all = new byte[column.rows()];
      Arrays.fill(all, (byte) 1);
      return all;
    }
    for (int row = 0; row < column.rows(); row++) {
      if ((given[row] & ~1) != 0) {
        return ofZerosAndOnes(given, column.rows());
      }
    }
    return given;
  }

  private static byte[] ofZerosAndOnes(byte[] given, int rows) {
    byte[] validity = new byte[rows];
    for (int row = 0; row < rows; row++) {
      validity[row] = (byte) (given[row] == 0 ? 0 : 1);
    }
    return validity;
  }

  private void checkOffsets(int[] offsets, int rows) {
    int mask = type.size() - 1;
    int wrong = offsets[0] >>> Integer.SIZE - 1;
    for (int row = 0; row < rows; row++) {
      int length = offsets[row + 1] - offsets[row];
      wrong |= (length | offsets[row + 1]) >>> Integer.SIZE - 1 | length & mask;
    }
    if (wrong == 0) {
      return;
    }
    if (offsets[0] < 0) {
      throw invalid("offset 0 of column \"%s\" is %d, less than 0".formatted(name, offsets[0]));
    }
    for (int row = 0; row < rows; row++) {
      if (offsets[row + 1] < offsets[row]) {
        throw invalid(
            "offset %d of column \"%s\" is %d, less than the %d before it"
                .formatted(row + 1, name, offsets[row + 1], offsets[row]));
      }
      int length = offsets[row + 1] - offsets[row];
      if ((length & mask) != 0) {
        throw invalid(
            ("row %d of column \"%s\" has %d bytes, not a whole number of values of %s (%d"
                    + " bytes each)")
                .formatted(row, name, length, type, type.size()));
      }
    }
  }

  static InvalidRequestException invalid(String message) {
    return new InvalidRequestException(message);
  }
}
