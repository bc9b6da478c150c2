package io.tiledb.libtiledb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The arrays of numbers of the native interface. */
class OffHeapNumbersTest {
  @Test
  void valuesOfEveryTypeComeBack() {
    int[] ints = {Integer.MIN_VALUE, 0, Integer.MAX_VALUE};
    assertThat(Utils.int32ArrayGet(Utils.newInt32_tArray(ints), 0, 3)).isEqualTo(ints);
    long[] longs = {Long.MIN_VALUE, 0, Long.MAX_VALUE};
    assertThat(Utils.int64ArrayGet(Utils.newInt64_tArray(longs), 1, 2))
        .containsExactly(0, Long.MAX_VALUE);
    assertThat(Utils.uint64ArrayGet(Utils.newUint64Array(longs), 0, 3)).isEqualTo(longs);
    float[] floats = {Float.MIN_VALUE, -0f, Float.NaN};
    assertThat(Utils.floatArrayGet(Utils.newFloatArray(floats), 0, 3)).isEqualTo(floats);
    double[] doubles = {Double.MIN_VALUE, Double.NEGATIVE_INFINITY};
    assertThat(Utils.doubleArrayGet(Utils.newDoubleArray(doubles), 0, 2)).isEqualTo(doubles);
    byte[] bytes = {-128, 0, 127};
    assertThat(Utils.int8ArrayGet(Utils.newInt8_tArray(bytes), 0, 3)).isEqualTo(bytes);
    short[] unsignedBytes = {0, 128, 255};
    assertThat(Utils.uint8ArrayGet(Utils.newUint8_tArray(unsignedBytes), 0, 3))
        .isEqualTo(unsignedBytes);
    short[] shorts = {Short.MIN_VALUE, Short.MAX_VALUE};
    assertThat(Utils.int16ArrayGet(Utils.newInt16_tArray(shorts), 0, 2)).isEqualTo(shorts);
    int[] unsignedShorts = {0, 32768, 65535};
    assertThat(Utils.uint16ArrayGet(Utils.newUint16_tArray(unsignedShorts), 0, 3))
        .isEqualTo(unsignedShorts);
    long[] unsignedInts = {0, 1L << 31, (1L << 32) - 1};
    assertThat(Utils.uint32ArrayGet(Utils.newUint32_tArray(unsignedInts), 0, 3))
        .isEqualTo(unsignedInts);
  }

  @Test
  void textsAreUtf8WithAnEnd() {
    charArray text = Utils.newCharArray("aß€");
    assertThat(Utils.charArrayGet(text, 0)).isEqualTo("aß€");
    assertThat(Utils.charArrayGet(text, 1)).isEqualTo("ß€");
    assertThat(text.cast()).isEqualTo("aß€");
    assertThat(text.getitem(1)).isEqualTo((char) 0xc3);
    text.setitem(0, 'b');
    assertThat(Utils.substring(text, 0, 3)).isEqualTo("bß");
    assertThat(Utils.substring("aß€".getBytes(StandardCharsets.UTF_8), 1, 2)).isEqualTo("ß");
    assertThat(new charArray(2).cast()).isEmpty();
  }

  @Test
  void largeUnsignedNumbersAreBigIntegers() {
    uint64_tArray array = new uint64_tArray(1);
    BigInteger largest = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    array.setitem(0, largest);
    assertThat(array.getitem(0)).isEqualTo(largest);
  }

  @Test
  void pointersShareTheMemory() {
    int32_tArray array = new int32_tArray(2);
    int32_tArray same = int32_tArray.frompointer(array.cast());
    int32_tArray third = PointerUtils.int32_tArrayFromVoid(PointerUtils.toVoid(array));
    array.setitem(1, 7);
    array.delete();
    array.delete();
    assertThat(same.getitem(1)).isEqualTo(7);
    assertThat(third.getitem(1)).isEqualTo(7);
    assertThatIllegalStateException()
        .isThrownBy(() -> array.getitem(1))
        .withMessage("the array is deleted");
  }

  @Test
  void accessesOutsideTheArrayFail() {
    int16_tArray array = new int16_tArray(2);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> array.getitem(2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> array.setitem(-1, (short) 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new int64_tArray(1L << 28))
        .withMessage(
            "cannot allocate 268435456 elements of 8 bytes; the maximum is 268435455 elements");
    assertThatIllegalArgumentException().isThrownBy(() -> new int8_tArray(-1));
  }

  @Test
  void returnCodesAreObjects() {
    capi_return_t codes = new capi_return_t(2);
    capi_return_t other = new capi_return_t(0);
    codes.setitem(1, other);
    assertThat(codes.getitem(1)).isSameAs(other);
    assertThat(codes.getitem(0)).isSameAs(codes);
    assertThat(capi_return_t.frompointer(codes.cast())).isSameAs(codes);
    codes.delete();
  }

  @Test
  void handlesReferToTheirTarget() {
    assertThat(new SWIGTYPE_p_tiledb_enumeration_t("target").target()).isEqualTo("target");
    PathCallback receiver =
        new PathCallback() {
          @Override
          public int call(String path, tiledb_object_t type) {
            return type.swigValue();
          }
        };
    assertThat(receiver.call("a", tiledb_object_t.TILEDB_ARRAY)).isEqualTo(2);
  }
}
