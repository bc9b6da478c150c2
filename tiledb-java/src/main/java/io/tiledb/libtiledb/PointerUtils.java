package io.tiledb.libtiledb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Converts arrays to untyped pointers and back. The results share the memory of the arguments. */
public class PointerUtils {
  /** Creates an instance without state; all methods are static. */
  public PointerUtils() {}

  /**
   * Returns a pointer to the memory of a buffer. The native library has no such method.
   *
   * @param buffer a buffer, whose position, limit and byte order do not matter
   */
  public static SWIGTYPE_p_void toVoid(ByteBuffer buffer) {
    return new SWIGTYPE_p_void(buffer.duplicate().clear().order(ByteOrder.nativeOrder()));
  }

  /**
   * Returns a buffer over the memory of a pointer, in native byte order. The native library has no
   * such method.
   */
  public static ByteBuffer bufferFromVoid(SWIGTYPE_p_void pointer) {
    return pointer.bytes().duplicate().clear().order(ByteOrder.nativeOrder());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(int32_tArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(int64_tArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(charArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(floatArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(doubleArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(int8_tArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(uint8_tArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(int16_tArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(uint16_tArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(uint32_tArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns a pointer to the elements of an array. */
  public static SWIGTYPE_p_void toVoid(uint64_tArray array) {
    return new SWIGTYPE_p_void(array.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static int32_tArray int32_tArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new int32_tArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static int64_tArray int64_tArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new int64_tArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static charArray charArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new charArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static floatArray floatArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new floatArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static doubleArray doubleArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new doubleArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static int8_tArray int8_tArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new int8_tArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static uint8_tArray uint8_tArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new uint8_tArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static int16_tArray int16_tArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new int16_tArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static uint16_tArray uint16_tArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new uint16_tArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static uint32_tArray uint32_tArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new uint32_tArray(pointer.bytes());
  }

  /** Returns an array over the memory of a pointer. */
  public static uint64_tArray uint64_tArrayFromVoid(SWIGTYPE_p_void pointer) {
    return new uint64_tArray(pointer.bytes());
  }
}
