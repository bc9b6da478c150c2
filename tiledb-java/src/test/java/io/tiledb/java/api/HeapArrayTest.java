package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

/** The Java arrays of {@link JavaArray}. */
class HeapArrayTest {
  @Test
  void theTypeDeterminesTheElements() throws TileDBError {
    assertThat(new JavaArray(Datatype.TILEDB_INT32, 3).get()).isEqualTo(new int[3]);
    assertThat(new JavaArray(Datatype.TILEDB_UINT32, 3).get()).isEqualTo(new long[3]);
    assertThat(new JavaArray(Datatype.TILEDB_UINT8, 1).get()).isEqualTo(new short[1]);
    assertThat(new JavaArray(Datatype.TILEDB_STRING_ASCII, 2).get()).isEqualTo(new byte[2]);
    assertThat(new JavaArray(Datatype.TILEDB_DATETIME_DAY, 2).get()).isEqualTo(new long[2]);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new JavaArray(Datatype.TILEDB_ANY, 1));
  }

  @Test
  void elementsOfEveryTypeAreSet() throws TileDBError {
    JavaArray ints = new JavaArray(Datatype.TILEDB_INT32, 2);
    ints.set(1, 5);
    assertThat((int[]) ints.get()).containsExactly(0, 5);
    JavaArray longs = new JavaArray(Datatype.TILEDB_INT64, 2);
    longs.set(0, 5L);
    assertThat((long[]) longs.get()).containsExactly(5, 0);
    JavaArray floats = new JavaArray(Datatype.TILEDB_FLOAT32, 1);
    floats.set(0, 1.5f);
    assertThat((float[]) floats.get()).containsExactly(1.5f);
    JavaArray doubles = new JavaArray(Datatype.TILEDB_FLOAT64, 1);
    doubles.set(0, 2.5);
    assertThat((double[]) doubles.get()).containsExactly(2.5);
    JavaArray shorts = new JavaArray(Datatype.TILEDB_INT16, 1);
    shorts.set(0, (short) 3);
    assertThat((short[]) shorts.get()).containsExactly(3);
    JavaArray bytes = new JavaArray(Datatype.TILEDB_INT8, 4);
    bytes.set(0, (byte) 1);
    bytes.set(1, new byte[] {2, 3});
    assertThat((byte[]) bytes.get()).containsExactly(1, 2, 3, 0);
    assertThat(bytes.getNumElements()).isEqualTo(4);
    assertThat(bytes.getDataType()).isEqualTo(Datatype.TILEDB_INT8);
  }

  @Test
  void elementsOutsideTheArrayAreRefused() throws TileDBError {
    JavaArray bytes = new JavaArray(Datatype.TILEDB_INT8, 2);
    assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
        .isThrownBy(() -> bytes.set(2, (byte) 1));
    assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
        .isThrownBy(() -> bytes.set(1, new byte[2]));
    assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> bytes.set(0, 1));
  }
}
