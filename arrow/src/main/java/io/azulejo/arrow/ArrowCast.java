package io.azulejo.arrow;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Converts batches of an Arrow table to the columns of an array. Other programs often write wider
 * integers, other time units, or plain text where the array has narrower types or an enumeration.
 *
 * <p>A conversion that would change a value fails, and the error names the row. The only exception
 * is FLOAT64 to FLOAT32, which rounds.
 */
public final class ArrowCast {
  private static final int NONE = -1;
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private ArrowCast() {}

  /**
   * Converts a batch to the wanted columns. The result may share the arrays of the batch.
   *
   * @param batch a batch with the columns of {@code table}, in the same order
   * @param table the columns of the batch; may contain more than the wanted columns
   * @param wanted the columns of the result, in order; matched by name
   * @throws InvalidRequestException if a column is missing, a value cannot be converted, or the
   *     result does not fit in memory
   */
  public static Batch of(Batch batch, ArrowTable table, List<ArrowColumn> wanted) {
    return of(batch, table, wanted, Map.of());
  }

  /**
   * Converts like {@link #of(Batch, ArrowTable, List)}, but reports values that are missing from a
   * wanted enumeration instead of failing. Use it to find the values to add before the real
   * conversion.
   *
   * @param batch a batch with the columns of {@code table}, in the same order
   * @param table the columns of the batch; may contain more than the wanted columns
   * @param wanted the columns of the result, in order; matched by name
   * @param newValues for each column name, a consumer that receives the bytes of each missing
   *     value, once per cell. The cell gets index 0, so do not write the result. Columns without a
   *     consumer still fail.
   * @throws InvalidRequestException if a column is missing, a value cannot be converted, or the
   *     result does not fit in memory
   */
  public static Batch of(
      Batch batch,
      ArrowTable table,
      List<ArrowColumn> wanted,
      Map<String, Consumer<byte[]>> newValues) {
    List<Column> columns = new ArrayList<>();
    for (ArrowColumn column : wanted) {
      int index = index(table, column.name());
      columns.add(
          column(
              batch.column(index),
              table.columns().get(index),
              column,
              newValues.get(column.name())));
    }
    return Batch.of(batch.rows(), columns);
  }

  private static int index(ArrowTable table, String name) {
    List<String> names = table.columns().stream().map(ArrowColumn::name).toList();
    if (!names.contains(name)) {
      throw new InvalidRequestException(
          "column \"%s\" not found; valid: %s".formatted(name, names));
    }
    return names.indexOf(name);
  }

  private static Column column(
      Column cells, ArrowColumn from, ArrowColumn to, @Nullable Consumer<byte[]> newValues) {
    byte[] validity = validity(cells, to);
    if (to.enumeration().isPresent()) {
      return enumerated(cells, from, to, to.enumeration().get(), validity, newValues);
    }
    if (from.enumeration().isPresent()) {
      Column values = values(cells, from.enumeration().get(), validity);
      return shaped(cast(values, to), to, validity);
    }
    return shaped(cast(cells, to), to, validity);
  }

  /**
   * Returns the validity of the converted column (one byte per row, 0 for null), or null if the
   * column is not nullable. Throws if a column that is not nullable would get a null.
   */
  private static byte @Nullable [] validity(Column cells, ArrowColumn to) {
    if (to.nullable()) {
      byte[] validity = new byte[cells.rows()];
      cells.copyValidity(validity, 0);
      return validity;
    }
    for (int row = 0; cells.nullable() && row < cells.rows(); row++) {
      if (cells.isNull(row)) {
        throw wrong(cells, row, "the value is null, but the column is not nullable");
      }
    }
    return null;
  }

  /** Replaces the indexes of an enumeration with its values. Null cells become empty or zero. */
  private static Column values(
      Column indexes, Enumeration enumeration, byte @Nullable [] validity) {
    int rows = indexes.rows();
    boolean fixed = enumeration.cellValNum() > 0;
    int none = fixed ? enumeration.cellValNum() * enumeration.type().size() : 0;
    byte[][] known = new byte[enumeration.size()][];
    for (int i = 0; i < known.length; i++) {
      known[i] = enumeration.value(i);
    }
    int[] offsets = new int[rows + 1];
    long size = 0;
    for (int row = 0; row < rows; row++) {
      boolean isNull = validity != null && validity[row] == 0;
      long index = isNull ? NONE : indexes.getLong(row);
      if (!isNull && Long.compareUnsigned(index, known.length) >= 0) {
        throw wrong(indexes, row, "index %d is not in the enumeration".formatted(index));
      }
      size += isNull ? none : known[(int) index].length;
      offsets[row + 1] = (int) size;
    }
    byte[] data = bytes(indexes, size);
    for (int row = 0; row < rows; row++) {
      if (validity == null || validity[row] != 0) {
        byte[] value = known[(int) indexes.getLong(row)];
        System.arraycopy(value, 0, data, offsets[row], value.length);
      }
    }
    return fixed
        ? new FixedColumn(
            indexes.name(), enumeration.type(), enumeration.cellValNum(), rows, data, validity)
        : new VarColumn(indexes.name(), enumeration.type(), rows, offsets, data, validity);
  }

  /**
   * Allocates an array for the values of a converted column.
   *
   * @param cells the column to convert, for the error
   * @param size the size of the array (bytes)
   * @throws InvalidRequestException if the size exceeds half of the heap or the maximum array size
   */
  static byte[] bytes(Column cells, long size) {
    if (size > Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / 2)) {
      throw new InvalidRequestException(
          ("%,d rows of column \"%s\" take %,d bytes, more than fits in memory; write smaller "
                  + "record batches")
              .formatted(cells.rows(), cells.name(), size));
    }
    return new byte[(int) size];
  }

  /**
   * Converts a column of values, or of indexes of another enumeration, to indexes of {@code
   * enumeration}. Cells that are already indexes of it are kept. A column without an enumeration
   * counts as indexes if it has the index type and the values are not integers.
   */
  private static Column enumerated(
      Column cells,
      ArrowColumn from,
      ArrowColumn to,
      Enumeration enumeration,
      byte @Nullable [] validity,
      @Nullable Consumer<byte[]> newValues) {
    Optional<Enumeration> before = from.enumeration();
    boolean indexes = before.isEmpty() && from.type() == to.type() && !sameKind(from, enumeration);
    boolean same =
        before.isPresent()
            && Arrays.equals(before.get().data(), enumeration.data())
            && Arrays.equals(before.get().offsets(), enumeration.offsets());
    if (from.type() == to.type() && (indexes || same)) {
      return shaped(cells, to, validity);
    }
    ArrowColumn value =
        new ArrowColumn(
            to.name(),
            enumeration.type(),
            enumeration.cellValNum(),
            to.nullable(),
            Optional.empty(),
            Map.of());
    Column values = before.isPresent() ? values(cells, before.get(), validity) : cells;
    Column wanted = shaped(cast(values, value), value, validity);
    Map<ByteBuffer, Integer> known = new HashMap<>();
    for (int i = 0; i < enumeration.size(); i++) {
      known.put(ByteBuffer.wrap(enumeration.value(i)), i);
    }
    int rows = cells.rows();
    long[] found = new long[rows];
    byte[] all = wanted.array();
    for (int row = 0; row < rows; row++) {
      if (validity != null && validity[row] == 0) {
        continue;
      }
      int start = wanted.start(row);
      Integer index = known.get(ByteBuffer.wrap(all, start, wanted.end(row) - start));
      if (index == null && newValues != null) {
        newValues.accept(Arrays.copyOfRange(all, start, wanted.end(row)));
        continue;
      }
      if (index == null) {
        throw wrong(
            cells,
            row,
            "\"%s\" is not a value of enumeration \"%s\"; extend the enumeration first"
                .formatted(wanted.getString(row), enumeration.name()));
      }
      found[row] = index;
    }
    return shaped(Column.of(to.name(), to.type(), found), to, validity);
  }

  private static boolean sameKind(ArrowColumn from, Enumeration enumeration) {
    return from.type().isInteger() && enumeration.type().isInteger();
  }

  /** Converts values to another type and keeps the number of values per cell. */
  private static Column cast(Column cells, ArrowColumn to) {
    Datatype from = cells.type();
    Datatype type = to.type();
    if (from == type) {
      return cells;
    }
    if (isBytes(from) && isBytes(type)) {
      if (from.size() == 1 && type.size() == 1) {
        return retyped(cells, type, cells.array(), cells.rows());
      }
      if (from.size() == 1 && cells instanceof VarColumn texts) {
        return widened(texts, type);
      }
    } else if (!isBytes(from) && !isBytes(type)) {
      int count = cells.valueCount();
      byte[] values = ValueCast.values(cells, type, count);
      return retyped(cells, type, values, cells.rows());
    }
    throw new InvalidRequestException(
        "cannot convert column \"%s\" from %s to %s".formatted(to.name(), from, type));
  }

  private static boolean isBytes(Datatype type) {
    return type.isString() || type == Datatype.CHAR || type.isBytes();
  }

  private static Column retyped(Column cells, Datatype type, byte[] data, int rows) {
    if (cells instanceof FixedColumn fixed) {
      return new FixedColumn(
          cells.name(),
          type,
          fixed.valuesPerCell(),
          rows,
          data,
          cells.validityArray().orElse(null));
    }
    int[] offsets = new int[rows + 1];
    ((VarColumn) cells).copyOffsets(offsets, 0);
    for (int i = 0; i <= rows; i++) {
      offsets[i] = offsets[i] / cells.type().size() * type.size();
    }
    return new VarColumn(
        cells.name(), type, rows, offsets, data, cells.validityArray().orElse(null));
  }

  /**
   * Converts UTF-8 text to the wider encoding of {@code type}. Null cells with invalid text become
   * empty.
   */
  private static Column widened(VarColumn texts, Datatype type) {
    int rows = texts.rows();
    long size = 0;
    for (int row = 0; row < rows; row++) {
      size += WideText.size(texts.array(), texts.start(row), texts.end(row), type);
    }
    byte[] data = bytes(texts, size);
    int[] offsets = new int[rows + 1];
    int end = 0;
    for (int row = 0; row < rows; row++) {
      int start = texts.start(row);
      try {
        ByteBuffer cell = ByteBuffer.wrap(texts.array(), start, texts.end(row) - start);
        String text = StandardCharsets.UTF_8.newDecoder().decode(cell).toString();
        byte[] wide = text.getBytes(type.charset());
        System.arraycopy(wide, 0, data, end, wide.length);
        end += wide.length;
      } catch (CharacterCodingException e) {
        if (!texts.isNull(row)) {
          throw wrong(texts, row, "the text is not valid UTF-8");
        }
      }
      offsets[row + 1] = end;
    }
    return new VarColumn(
        texts.name(),
        type,
        rows,
        offsets,
        end == size ? data : Arrays.copyOf(data, end),
        texts.validityArray().orElse(null));
  }

  /**
   * Applies the wanted name, validity and number of values per cell. Throws if a cell that is not
   * null has another number of values.
   */
  private static Column shaped(Column cells, ArrowColumn to, byte @Nullable [] validity) {
    int rows = cells.rows();
    int number = cells instanceof FixedColumn fixed ? fixed.valuesPerCell() : NONE;
    Datatype type = cells.type();
    byte[] data = cells.array();
    if (to.isVar()) {
      int[] offsets = new int[rows + 1];
      for (int row = 0; row < rows; row++) {
        offsets[row + 1] = cells.end(row);
      }
      return new VarColumn(to.name(), type, rows, offsets, data, validity);
    }
    int size = to.cellValNum() * type.size();
    if (number != to.cellValNum()) {
      data = bytes(cells, (long) rows * size);
      for (int row = 0; row < rows; row++) {
        int length = cells.end(row) - cells.start(row);
        boolean isNull = validity != null && validity[row] == 0;
        if (length != size && !isNull) {
          throw wrong(
              cells,
              row,
              "the cell has %d values (expected %d)"
                  .formatted(length / type.size(), to.cellValNum()));
        }
        System.arraycopy(cells.array(), cells.start(row), data, row * size, isNull ? 0 : size);
      }
    }
    return new FixedColumn(to.name(), type, to.cellValNum(), rows, data, validity);
  }

  /** Creates an error for one cell. The row index is relative to the batch and starts at 0. */
  static InvalidRequestException wrong(Column cells, int row, String reason) {
    return new InvalidRequestException(
        "column \"%s\", row %d of the batch: %s".formatted(cells.name(), row, reason));
  }
}
