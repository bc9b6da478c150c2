package io.tiledb.libtiledb;

import java.nio.charset.StandardCharsets;

/** Copies Java arrays to off-heap arrays and back. */
public class Utils {
  /** Creates an instance without state; all methods are static. */
  public Utils() {}

  /** Copies values to a new off-heap array. */
  public static int32_tArray newInt32_tArray(int[] values) {
    int32_tArray array = new int32_tArray(values.length);
    array.bytes().asIntBuffer().put(0, values);
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static int[] int32ArrayGet(int32_tArray array, int pos, int nelements) {
    int[] values = new int[nelements];
    array.bytes().asIntBuffer().get(pos, values);
    return values;
  }

  /** Copies values to a new off-heap array. */
  public static int64_tArray newInt64_tArray(long[] values) {
    int64_tArray array = new int64_tArray(values.length);
    array.bytes().asLongBuffer().put(0, values);
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static long[] int64ArrayGet(int64_tArray array, int pos, int nelements) {
    long[] values = new long[nelements];
    array.bytes().asLongBuffer().get(pos, values);
    return values;
  }

  /** Copies values to a new off-heap array. */
  public static floatArray newFloatArray(float[] values) {
    floatArray array = new floatArray(values.length);
    array.bytes().asFloatBuffer().put(0, values);
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static float[] floatArrayGet(floatArray array, int pos, int nelements) {
    float[] values = new float[nelements];
    array.bytes().asFloatBuffer().get(pos, values);
    return values;
  }

  /** Copies values to a new off-heap array. */
  public static doubleArray newDoubleArray(double[] values) {
    doubleArray array = new doubleArray(values.length);
    array.bytes().asDoubleBuffer().put(0, values);
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static double[] doubleArrayGet(doubleArray array, int pos, int nelements) {
    double[] values = new double[nelements];
    array.bytes().asDoubleBuffer().get(pos, values);
    return values;
  }

  /** Copies values to a new off-heap array. */
  public static int8_tArray newInt8_tArray(byte[] values) {
    int8_tArray array = new int8_tArray(values.length);
    array.bytes().put(0, values);
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static byte[] int8ArrayGet(int8_tArray array, int pos, int nelements) {
    byte[] values = new byte[nelements];
    array.bytes().get(pos, values);
    return values;
  }

  /** Copies values as unsigned integers to a new off-heap array. */
  public static uint8_tArray newUint8_tArray(short[] values) {
    uint8_tArray array = new uint8_tArray(values.length);
    for (int i = 0; i < values.length; i++) {
      array.setitem(i, values[i]);
    }
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static short[] uint8ArrayGet(uint8_tArray array, int pos, int nelements) {
    short[] values = new short[nelements];
    for (int i = 0; i < nelements; i++) {
      values[i] = array.getitem(pos + (long) i);
    }
    return values;
  }

  /** Copies values to a new off-heap array. */
  public static int16_tArray newInt16_tArray(short[] values) {
    int16_tArray array = new int16_tArray(values.length);
    array.bytes().asShortBuffer().put(0, values);
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static short[] int16ArrayGet(int16_tArray array, int pos, int nelements) {
    short[] values = new short[nelements];
    array.bytes().asShortBuffer().get(pos, values);
    return values;
  }

  /** Copies values as unsigned integers to a new off-heap array. */
  public static uint16_tArray newUint16_tArray(int[] values) {
    uint16_tArray array = new uint16_tArray(values.length);
    for (int i = 0; i < values.length; i++) {
      array.setitem(i, values[i]);
    }
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static int[] uint16ArrayGet(uint16_tArray array, int pos, int nelements) {
    int[] values = new int[nelements];
    for (int i = 0; i < nelements; i++) {
      values[i] = array.getitem(pos + (long) i);
    }
    return values;
  }

  /** Copies values as unsigned integers to a new off-heap array. */
  public static uint32_tArray newUint32_tArray(long[] values) {
    uint32_tArray array = new uint32_tArray(values.length);
    for (int i = 0; i < values.length; i++) {
      array.setitem(i, values[i]);
    }
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static long[] uint32ArrayGet(uint32_tArray array, int pos, int nelements) {
    long[] values = new long[nelements];
    for (int i = 0; i < nelements; i++) {
      values[i] = array.getitem(pos + (long) i);
    }
    return values;
  }

  /** Copies values as unsigned integers to a new off-heap array. */
  public static uint64_tArray newUint64Array(long[] values) {
    uint64_tArray array = new uint64_tArray(values.length);
    array.bytes().asLongBuffer().put(0, values);
    return array;
  }

  /** Copies a number of elements, from a position on, to a new Java array. */
  public static long[] uint64ArrayGet(uint64_tArray array, int pos, int nelements) {
    long[] values = new long[nelements];
    array.bytes().asLongBuffer().get(pos, values);
    return values;
  }

  /** Copies a text to a new off-heap array, in UTF-8 and with a final 0. */
  public static charArray newCharArray(String text) {
    return charArray.frompointer(text);
  }

  /** Returns the text of an array from a position to the next 0. */
  public static String charArrayGet(charArray array, int pos) {
    return array.text(pos);
  }

  /** Decodes a part of a UTF-8 text. */
  public static String substring(byte[] array, int pos, int nelements) {
    return new String(array, pos, nelements, StandardCharsets.UTF_8);
  }

  /** Decodes a part of a UTF-8 text. */
  public static String substring(charArray array, int pos, int nelements) {
    return new String(array.copy(pos, nelements), StandardCharsets.UTF_8);
  }
}
