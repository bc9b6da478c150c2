package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tiledb.libtiledb.PointerUtils;
import io.tiledb.libtiledb.int64_tArray;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The arrays of {@link NativeArray}. */
class OffHeapArrayTest {
  private static final Set<Datatype> WITHOUT_CLASS =
      EnumSet.of(
          Datatype.TILEDB_ANY,
          Datatype.TILEDB_STRING_UTF16,
          Datatype.TILEDB_STRING_UTF32,
          Datatype.TILEDB_STRING_UCS2,
          Datatype.TILEDB_STRING_UCS4);

  private static Context ctx;

  @BeforeAll
  static void open() throws TileDBError {
    ctx = new Context();
  }

  @AfterAll
  static void close() {
    ctx.close();
  }

  @ParameterizedTest
  @EnumSource(Datatype.class)
  void everyTypeKeepsWhatIsStored(Datatype type) throws TileDBError {
    if (WITHOUT_CLASS.contains(type)) {
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> new NativeArray(ctx, 1, type))
          .withMessageContaining(type.toString());
      return;
    }
    Random random = new Random(7);
    NativeArray array = new NativeArray(ctx, 5, type);
    Object[] stored = new Object[5];
    for (int i = 0; i < 5; i++) {
      stored[i] = element(ValueForm.of(type), random);
      array.setItem(i, stored[i]);
    }
    Object copy = array.toJavaArray();
    for (int i = 0; i < 5; i++) {
      assertThat(array.getItem(i)).isEqualTo(stored[i]);
      assertThat(java.lang.reflect.Array.get(copy, i)).isEqualTo(stored[i]);
    }
    NativeArray again = new NativeArray(ctx, copy, type);
    assertThat(again.getSize()).isEqualTo(5);
    assertThat(again.toJavaArray()).isEqualTo(copy);
    assertThat(again.getNBytes()).isEqualTo(5L * type.getNativeSize());
    assertThat(again.getNativeTypeSize()).isEqualTo(type.getNativeSize());
    assertThat(again.getNativeType()).isEqualTo(type);
    assertThat(again.getJavaType()).isEqualTo(Types.getJavaType(type));
  }

  private static Object element(ValueForm form, Random random) {
    int number = random.nextInt();
    return switch (form) {
      case BYTE -> (byte) number;
      case UNSIGNED_BYTE -> (short) (number & 0xff);
      case SHORT -> (short) number;
      case UNSIGNED_SHORT -> number & 0xffff;
      case INT -> number;
      case UNSIGNED_INT -> number & 0xffff_ffffL;
      case LONG -> random.nextLong();
      case FLOAT -> random.nextFloat();
      case DOUBLE -> random.nextDouble();
    };
  }

  @Test
  void unsignedIntegersAreWidened() throws TileDBError {
    NativeArray bytes = new NativeArray(ctx, new short[] {255, 128, 0}, Datatype.TILEDB_UINT8);
    assertThat(bytes.getItem(0)).isEqualTo((short) 255);
    assertThat((short[]) bytes.toJavaArray(2)).containsExactly(255, 128);
    NativeArray shorts = new NativeArray(ctx, new int[] {65535, 1}, Datatype.TILEDB_UINT16);
    assertThat((int[]) shorts.toJavaArray()).containsExactly(65535, 1);
    NativeArray ints = new NativeArray(ctx, new long[] {4294967295L}, Datatype.TILEDB_UINT32);
    assertThat(ints.getItem(0)).isEqualTo(4294967295L);
    NativeArray longs = new NativeArray(ctx, new long[] {-1}, Datatype.TILEDB_UINT64);
    assertThat(longs.getItem(0)).isEqualTo(-1L);
  }

  @Test
  void classesDetermineTypes() throws TileDBError {
    assertThat(new NativeArray(ctx, 1, Integer.class).getNativeType())
        .isEqualTo(Datatype.TILEDB_INT32);
    assertThat(new NativeArray(ctx, new double[] {1.5}, Double.class).getItem(0)).isEqualTo(1.5);
    NativeArray flags = new NativeArray(ctx, new short[] {1, 0}, Boolean.class);
    assertThat(flags.getNativeType()).isEqualTo(Datatype.TILEDB_BOOL);
    assertThat((short[]) flags.toJavaArray()).containsExactly(1, 0);
    assertThat(new NativeArray(ctx, new boolean[] {true, false}, Boolean.class).toJavaArray())
        .isEqualTo(flags.toJavaArray());
    assertThat(flags.getJavaType()).isEqualTo(Boolean.class);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new NativeArray(ctx, 1, Object.class))
        .withMessage("java.lang.Object has no data type");
  }

  @Test
  void stringsAreEncodedByType() throws TileDBError {
    NativeArray latin = new NativeArray(ctx, "naïve €", String.class);
    assertThat((byte[]) latin.toJavaArray())
        .isEqualTo("naïve €".getBytes(StandardCharsets.ISO_8859_1));
    NativeArray utf8 = new NativeArray(ctx, "naïve €", Datatype.TILEDB_STRING_UTF8);
    assertThat(utf8.getSize()).isEqualTo(10);
    NativeArray letters = new NativeArray(ctx, 5, Datatype.TILEDB_CHAR);
    letters.setItem(1, "abc");
    assertThat((byte[]) letters.toJavaArray()).containsExactly(0, 'a', 'b', 'c', 0);
    assertThat(letters.getItem(1)).isEqualTo((byte) 'a');
    assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
        .isThrownBy(() -> letters.setItem(3, "abc"));
  }

  @Test
  void aSizeCutsOrPadsValues() throws TileDBError {
    NativeArray cut = new NativeArray(ctx, new int[] {1, 2, 3}, Datatype.TILEDB_INT32, 2);
    assertThat((int[]) cut.toJavaArray()).containsExactly(1, 2);
    NativeArray padded = new NativeArray(ctx, new int[] {1, 2, 3}, Datatype.TILEDB_INT32, 4);
    assertThat((int[]) padded.toJavaArray()).containsExactly(1, 2, 3, 0);
  }

  @Test
  void accessesOutsideTheArrayFail() throws TileDBError {
    NativeArray array = new NativeArray(ctx, new long[] {1, 2, 3}, Long.class);
    for (int index : new int[] {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
          .isThrownBy(() -> array.getItem(index));
      assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
          .isThrownBy(() -> array.setItem(index, 1L));
    }
    assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
        .isThrownBy(() -> array.toJavaArray(4));
    assertThatExceptionOfType(ArrayIndexOutOfBoundsException.class)
        .isThrownBy(() -> array.toJavaArray(Integer.MAX_VALUE, Integer.MAX_VALUE));
    assertThat((long[]) array.toJavaArray(1, 2)).containsExactly(2, 3);
    assertThat((long[]) array.toJavaArray(3, 0)).isEmpty();
  }

  @Test
  void valuesOfAnotherClassAreRefused() throws TileDBError {
    NativeArray array = new NativeArray(ctx, 1, Integer.class);
    assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> array.setItem(0, 1L));
    assertThatExceptionOfType(ClassCastException.class)
        .isThrownBy(() -> new NativeArray(ctx, new long[1], Integer.class));
    assertThatExceptionOfType(ClassCastException.class)
        .isThrownBy(() -> new NativeArray(ctx, "text", Integer.class));
  }

  @Test
  void viewsShareTheMemory() throws TileDBError {
    NativeArray array = new NativeArray(ctx, 2, Datatype.TILEDB_UINT64);
    int64_tArray view = array.getUint64_tArray();
    assertThat(view).isNotNull();
    view.setitem(1, 9);
    assertThat(array.getItem(1)).isEqualTo(9L);
    assertThat(array.getInt64_tArray()).isNull();
    assertThat(array.getFloatArray()).isNull();
    ByteBuffer pointed = PointerUtils.bufferFromVoid(array.toVoidPointer());
    pointed.putLong(0, 5);
    assertThat(array.toString()).isEqualTo("[5, 9]");
    assertThat(array.buffer().capacity()).isEqualTo(16);
    assertThat(array.buffer().isDirect()).isFalse();
    assertThat(new NativeArray(ctx, 1 << 18, Byte.class).buffer().isDirect()).isTrue();
  }

  @Test
  void closedArraysRefuseAccess() throws TileDBError {
    NativeArray array = new NativeArray(ctx, 2, Integer.class);
    array.close();
    array.close();
    assertThat(array.getSize()).isEqualTo(2);
    assertThat(array.getInt32_tArray()).isNull();
    assertThat(array.toString()).isEqualTo("[]");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> array.getItem(0))
        .withMessage("the array is closed");
    assertThatExceptionOfType(TileDBError.class).isThrownBy(array::toVoidPointer);
  }

  @Test
  void impossibleSizesAndAddressesAreRefused() throws TileDBError {
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new NativeArray(ctx, 1 << 30, Long.class))
        .withMessage("cannot allocate 1073741824 values of INT64; the maximum is 268435455");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new NativeArray(ctx, -1, Long.class));
    NativeArray array = new NativeArray(ctx, 1, Long.class);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(array::toCPointer)
        .withMessageContaining("toVoidPointer");
  }
}
