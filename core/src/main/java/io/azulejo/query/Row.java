package io.azulejo.query;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Enumeration;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One row of a batch, for code that prefers convenience to speed. Fields are identified by name or
 * by index, starting at 0. If a field has an enumeration, {@link #get} and {@link #getString}
 * return the enumeration's value, and {@link #getLong} returns the index in the enumeration.
 *
 * <p>All methods with a field parameter throw {@link io.azulejo.error.InvalidRequestException} if
 * the batch does not have that field.
 */
public final class Row {
  private final Batch batch;
  private final Column[] values;
  private final int row;

  private Row(Batch batch, Column[] values, int row) {
    this.batch = batch;
    this.values = values;
    this.row = row;
  }

  /**
   * Returns the rows of a batch as a stream.
   *
   * @param enumerations the enumerations of fields, by field name; fields that are not in the map
   *     return their stored values
   */
  public static Stream<Row> of(Batch batch, Map<String, Enumeration> enumerations) {
    Column[] values = new Column[batch.columns().size()];
    for (int i = 0; i < values.length; i++) {
      Enumeration enumeration = enumerations.get(batch.column(i).name());
      values[i] = enumeration == null ? null : values(enumeration);
    }
    return IntStream.range(0, batch.rows()).mapToObj(row -> new Row(batch, values, row));
  }

  private static Column values(Enumeration enumeration) {
    byte[] data = enumeration.data();
    int rows = enumeration.size();
    if (enumeration.cellValNum() != Attribute.VAR) {
      return new FixedColumn(
          enumeration.name(), enumeration.type(), enumeration.cellValNum(), rows, data, null);
    }
    int[] offsets = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      offsets[i] = (int) enumeration.offsets()[i];
    }
    offsets[rows] = data.length;
    return new VarColumn(enumeration.name(), enumeration.type(), rows, offsets, data, null);
  }

  /** Returns the names of the fields, in the order of the batch's columns. */
  public List<String> names() {
    return batch.columns().stream().map(Column::name).toList();
  }

  /** Returns whether a field is null. */
  public boolean isNull(String field) {
    return batch.column(field).isNull(row);
  }

  /** Returns whether a field is null. */
  public boolean isNull(int field) {
    return batch.column(field).isNull(row);
  }

  /** Returns the first value of a field as an integer; see {@link Column#getLong}. */
  public long getLong(String field) {
    return batch.column(field).getLong(row);
  }

  /** Returns the first value of a field as an integer; see {@link Column#getLong}. */
  public long getLong(int field) {
    return batch.column(field).getLong(row);
  }

  /**
   * Returns the first value of a field as a floating-point number; see {@link Column#getDouble}.
   */
  public double getDouble(String field) {
    return batch.column(field).getDouble(row);
  }

  /**
   * Returns the first value of a field as a floating-point number; see {@link Column#getDouble}.
   */
  public double getDouble(int field) {
    return batch.column(field).getDouble(row);
  }

  /** Returns the value of a field as text, or null if it is null; see {@link #getString(int)}. */
  public @Nullable String getString(String field) {
    return getString(index(field));
  }

  /**
   * Returns the value of a field as text. Datetimes are formatted by {@link Datetimes#format}, and
   * bytes are decoded as UTF-8. For other types, this is the text of {@link #get(int)}.
   *
   * @return the text; null if {@link #get(int)} returns null
   */
  public @Nullable String getString(int field) {
    Object value = get(field);
    Datatype type = values[field] == null ? batch.column(field).type() : values[field].type();
    if (value instanceof Long units && type.isDatetime()) {
      return Datetimes.format(type, units);
    }
    if (value instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    return value == null ? null : value.toString();
  }

  /**
   * Returns a copy of the little-endian bytes of a field's cell. For a field with an enumeration,
   * these are the bytes of the index.
   */
  public byte[] getBytes(String field) {
    return batch.column(field).getBytes(row);
  }

  /** Returns the value of a field, or null if it is null; see {@link #get(int)}. */
  public @Nullable Object get(String field) {
    return get(index(field));
  }

  /**
   * Returns the value of a field as an object:
   *
   * <ul>
   *   <li>{@link String} for strings
   *   <li>{@link Long} for integers, datetimes and times; {@link BigInteger} for UINT64 values
   *       above {@link Long#MAX_VALUE}
   *   <li>{@link Float}, {@link Double} or {@link Boolean}
   *   <li>{@code byte[]} for blobs and geometries
   *   <li>an unmodifiable {@link List} of such objects for cells with several numbers or a variable
   *       number of numbers
   *   <li>null for a null cell, and for an index that is not in the enumeration
   * </ul>
   */
  public @Nullable Object get(int field) {
    Column column = batch.column(field);
    if (column.isNull(row)) {
      return null;
    }
    if (values[field] == null) {
      return value(column, row);
    }
    long index = column.getLong(row);
    return index < 0 || index >= values[field].rows() ? null : value(values[field], (int) index);
  }

  private int index(String field) {
    return batch.columns().indexOf(batch.column(field));
  }

  private static Object value(Column column, int row) {
    Datatype type = column.type();
    if (type.isBytes()) {
      return column.getBytes(row);
    }
    if (type.isString() || type == Datatype.CHAR) {
      return new String(column.getBytes(row), type.charset());
    }
    if (column instanceof FixedColumn fixed && fixed.valuesPerCell() == 1) {
      return number(column, row);
    }
    byte[] cell = column.getBytes(row);
    int count = cell.length / type.size();
    FixedColumn numbers = new FixedColumn(column.name(), type, 1, count, cell, null);
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(number(numbers, i));
    }
    return Collections.unmodifiableList(all);
  }

  private static Object number(Column column, int row) {
    return switch (column.type()) {
      case FLOAT32 -> column.getFloat(row);
      case FLOAT64 -> column.getDouble(row);
      case BOOL -> column.getBoolean(row);
      case UINT64 -> {
        long value = column.getLong(row);
        yield value >= 0 ? (Object) value : new BigInteger(Long.toUnsignedString(value));
      }
      default -> column.getLong(row);
    };
  }

  @Override
  public String toString() {
    String[] fields = new String[values.length];
    Arrays.setAll(fields, field -> batch.column(field).name() + "=" + getString(field));
    return String.join(", ", fields);
  }
}
