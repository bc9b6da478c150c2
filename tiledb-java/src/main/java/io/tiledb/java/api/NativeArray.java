package io.tiledb.java.api;

import io.tiledb.libtiledb.PointerUtils;
import io.tiledb.libtiledb.SWIGTYPE_p_void;
import io.tiledb.libtiledb.doubleArray;
import io.tiledb.libtiledb.floatArray;
import io.tiledb.libtiledb.int16_tArray;
import io.tiledb.libtiledb.int32_tArray;
import io.tiledb.libtiledb.int64_tArray;
import io.tiledb.libtiledb.int8_tArray;
import io.tiledb.libtiledb.uint16_tArray;
import io.tiledb.libtiledb.uint32_tArray;
import io.tiledb.libtiledb.uint8_tArray;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An array of values in native byte order, in off-heap memory if it is large. It is the buffer of
 * queries, and the value of metadata.
 *
 * <p>Values are represented by the classes of {@link Types#getJavaType}; characters are single
 * bytes, except that {@link #setItem} accepts strings. {@link Datatype#TILEDB_CHAR} and {@link
 * Datatype#TILEDB_STRING_ASCII} use ISO 8859-1, and {@link Datatype#TILEDB_STRING_UTF8} uses UTF-8.
 *
 * <p>Differences from TileDB-Java: an array has at most 2 GiB. After {@link #close}, the garbage
 * collector frees the memory once no view of it exists, so that using a closed array fails with an
 * exception. Accesses are always checked against the bounds. Large arrays count against the limit
 * of direct memory ({@code -XX:MaxDirectMemorySize}).
 */
public class NativeArray implements AutoCloseable {
  /**
   * Size in bytes from which arrays are off the heap. Smaller ones are allocated and freed much
   * faster on the heap, because only a garbage collection frees direct memory.
   */
  private static final int DIRECT_BYTES = 256 << 10;

  private final Class<?> javaType;
  private final Datatype type;
  private final ValueForm form;
  private final int size;
  private @Nullable ByteBuffer memory;

  /**
   * Creates an array of zeros.
   *
   * @param ctx not used
   * @param size number of elements
   * @throws TileDBError if no Java class represents the type, or if the array is too large
   */
  public NativeArray(Context ctx, int size, Datatype nativeType) throws TileDBError {
    this(nativeType, Types.getJavaType(nativeType), size, allocate(nativeType, size));
  }

  /**
   * Creates an array of zeros.
   *
   * @param ctx not used
   * @param size number of elements
   * @param javaType a class that {@link Types#getNativeType} accepts
   * @throws TileDBError if the class has no data type, or if the array is too large
   */
  public NativeArray(Context ctx, int size, Class<?> javaType) throws TileDBError {
    this(Types.getNativeType(javaType), javaType, size);
  }

  /**
   * Creates an array with a copy of values.
   *
   * @param ctx not used
   * @param buffer a Java array, or a string
   * @param javaType a class that {@link Types#getNativeType} accepts
   * @throws TileDBError if the class has no data type
   * @throws ClassCastException if the values do not have this class
   */
  public NativeArray(Context ctx, Object buffer, Class<?> javaType) throws TileDBError {
    this(Types.getNativeType(javaType), javaType, buffer, -1);
  }

  /**
   * Creates an array with a copy of the first values of a Java array, or of a string.
   *
   * @param ctx not used
   * @param buffer a Java array, or a string
   * @param size number of elements; if the buffer has fewer, the others are 0
   * @throws TileDBError if no Java class represents the type
   * @throws ClassCastException if the values do not have the class of the data type
   */
  public NativeArray(Context ctx, Object buffer, Datatype nativeType, int size) throws TileDBError {
    this(nativeType, Types.getJavaType(nativeType), buffer, size);
  }

  /**
   * Creates an array with a copy of values.
   *
   * @param ctx not used
   * @param buffer a Java array, or a string
   * @throws TileDBError if no Java class represents the type
   * @throws ClassCastException if the values do not have the class of the data type
   */
  public NativeArray(Context ctx, Object buffer, Datatype nativeType) throws TileDBError {
    this(nativeType, Types.getJavaType(nativeType), buffer, -1);
  }

  /** Creates an array over the memory of a pointer. */
  protected NativeArray(Context ctx, Datatype nativeType, SWIGTYPE_p_void pointer, int nelements)
      throws TileDBError {
    this(nativeType, PointerUtils.bufferFromVoid(pointer), nelements);
  }

  /** Creates an array over memory, which must be large enough. */
  NativeArray(Datatype type, ByteBuffer memory, int size) throws TileDBError {
    this(type, Types.getJavaType(type), size, memory);
  }

  private NativeArray(Datatype type, Class<?> javaType, int size) throws TileDBError {
    this(type, javaType, size, allocate(type, size));
  }

  private NativeArray(Datatype type, Class<?> javaType, Object buffer, int size)
      throws TileDBError {
    this(type, javaType, size < 0 ? length(type, buffer) : size);
    Object values = values(type, buffer);
    form.copyFrom(memory(), values, Math.min(this.size, Array.getLength(values)));
  }

  private NativeArray(Datatype type, Class<?> javaType, int size, ByteBuffer memory)
      throws TileDBError {
    this.type = type;
    this.javaType = javaType;
    this.form = ValueForm.of(type);
    this.size = size;
    this.memory = memory;
  }

  private static ByteBuffer allocate(Datatype type, int size) throws TileDBError {
    int valueSize = ValueForm.of(type).size();
    if (size < 0 || size > Integer.MAX_VALUE / valueSize) {
      throw new TileDBError(
          "cannot allocate %d values of %s; the maximum is %d"
              .formatted(size, type, Integer.MAX_VALUE / valueSize));
    }
    int bytes = size * valueSize;
    ByteBuffer memory =
        bytes < DIRECT_BYTES ? ByteBuffer.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
    return memory.order(ByteOrder.nativeOrder());
  }

  /** Returns the charset of a character type, or null for other types. */
  private static @Nullable Charset charset(Datatype type) {
    return switch (type) {
      case TILEDB_CHAR, TILEDB_STRING_ASCII -> StandardCharsets.ISO_8859_1;
      case TILEDB_STRING_UTF8 -> StandardCharsets.UTF_8;
      default -> null;
    };
  }

  /** Returns an array of Java values: strings are encoded, and truth values become numbers. */
  private static Object values(Datatype type, Object buffer) {
    Charset charset = charset(type);
    if (charset != null && buffer instanceof String text) {
      return text.getBytes(charset);
    }
    if (type == Datatype.TILEDB_BOOL && buffer instanceof boolean[] flags) {
      short[] numbers = new short[flags.length];
      for (int i = 0; i < flags.length; i++) {
        numbers[i] = (short) (flags[i] ? 1 : 0);
      }
      return numbers;
    }
    return buffer;
  }

  private static int length(Datatype type, Object buffer) {
    Object values = values(type, buffer);
    if (!values.getClass().isArray()) {
      throw new ClassCastException(
          "cannot take %s values from a %s".formatted(type, values.getClass().getName()));
    }
    return Array.getLength(values);
  }

  private ByteBuffer memory() throws TileDBError {
    ByteBuffer current = memory;
    if (current == null) {
      throw new TileDBError("the array is closed");
    }
    return current;
  }

  /**
   * Returns a view of the memory in native byte order, from the first to the last element.
   *
   * @throws TileDBError if this array is closed
   */
  ByteBuffer buffer() throws TileDBError {
    ByteBuffer whole = memory().duplicate();
    return whole.clear().limit(size * form.size()).slice().order(ByteOrder.nativeOrder());
  }

  /** Returns an element, as an object of the class of the data type; characters are bytes. */
  public Object getItem(int index) throws ArrayIndexOutOfBoundsException, TileDBError {
    checkBounds(index, 1);
    return form.get(memory(), index * form.size());
  }

  /**
   * Sets an element. If the elements are characters, the value is a string, whose bytes are stored
   * from this element on.
   *
   * @throws ClassCastException if the value does not have the class of the data type
   */
  public void setItem(int index, Object value) throws ArrayIndexOutOfBoundsException, TileDBError {
    checkBounds(index, 1);
    Charset charset = charset(type);
    if (charset != null && value instanceof String text) {
      byte[] bytes = text.getBytes(charset);
      checkBounds(index, bytes.length);
      memory().put(index, bytes);
    } else {
      form.put(memory(), index * form.size(), value);
    }
  }

  /** Returns a pointer to the memory, which this array and the pointer share. */
  public SWIGTYPE_p_void toVoidPointer() throws TileDBError {
    return PointerUtils.toVoid(memory());
  }

  /**
   * Fails, because Java code does not know the address of its memory.
   *
   * @throws TileDBError always
   */
  public long toCPointer() throws TileDBError {
    throw new TileDBError(
        "the address of an array is not available without the native library; use toVoidPointer");
  }

  /** Returns a copy of all elements, as a Java array. */
  public Object toJavaArray() throws TileDBError {
    return toJavaArray(0, size);
  }

  /** Returns a copy of the first elements, as a Java array. */
  public Object toJavaArray(int elements) throws TileDBError {
    return toJavaArray(0, elements);
  }

  /** Returns a copy of elements from a position on, as a Java array; characters are bytes. */
  public Object toJavaArray(int position, int elements) throws TileDBError {
    checkBounds(position, elements);
    Object array = form.newArray(elements);
    form.copyTo(memory(), position, array, elements);
    return array;
  }

  private void checkBounds(int position, int elements) {
    if (position < 0 || elements < 0 || position > size - elements) {
      throw new ArrayIndexOutOfBoundsException(
          "%d elements from index %d on do not exist; the array has %d"
              .formatted(elements, position, size));
    }
  }

  /** Returns the data type. */
  protected Datatype getNativeType() {
    return type;
  }

  /** Returns the class with which this array was created, or the class of its data type. */
  @SuppressWarnings("rawtypes") // the signature of TileDB-Java
  public Class getJavaType() {
    return javaType;
  }

  /** Returns the number of elements. */
  public int getSize() {
    return size;
  }

  /** Returns the size of an element in bytes. */
  public int getNativeTypeSize() {
    return form.size();
  }

  /** Returns the size of all elements in bytes. */
  public long getNBytes() {
    return (long) size * form.size();
  }

  /** Returns the elements, separated by commas, in brackets. */
  @Override
  public String toString() {
    ByteBuffer current = memory;
    if (current == null) {
      return "[]";
    }
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(form.get(current, i * form.size()));
    }
    return text.append("]").toString();
  }

  /** Releases this array. Repeated calls have no effect. */
  @Override
  public void close() {
    memory = null;
  }

  private @Nullable SWIGTYPE_p_void pointerFor(ValueForm wanted) {
    ByteBuffer current = memory;
    return form == wanted && current != null ? PointerUtils.toVoid(current) : null;
  }

  /** Returns a view of the memory; null if the elements have another form. */
  public @Nullable floatArray getFloatArray() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.FLOAT);
    return pointer == null ? null : PointerUtils.floatArrayFromVoid(pointer);
  }

  /** Returns a view of the memory; null if the elements have another form. */
  public @Nullable doubleArray getDoubleArray() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.DOUBLE);
    return pointer == null ? null : PointerUtils.doubleArrayFromVoid(pointer);
  }

  /** Returns a view of the memory; null if the elements have another form. */
  public @Nullable int8_tArray getInt8_tArray() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.BYTE);
    return pointer == null ? null : PointerUtils.int8_tArrayFromVoid(pointer);
  }

  /** Returns a view of the memory; null if the elements have another form. */
  public @Nullable int16_tArray getInt16_tArray() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.SHORT);
    return pointer == null ? null : PointerUtils.int16_tArrayFromVoid(pointer);
  }

  /** Returns a view of the memory; null if the elements have another form. */
  public @Nullable int32_tArray getInt32_tArray() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.INT);
    return pointer == null ? null : PointerUtils.int32_tArrayFromVoid(pointer);
  }

  /** Returns a view of the memory; null if the elements are not signed 64-bit integers. */
  public @Nullable int64_tArray getInt64_tArray() {
    return type == Datatype.TILEDB_UINT64 ? null : longs();
  }

  /** Returns a view of the memory; null if the elements have another form. */
  public @Nullable uint8_tArray getUint8_tArray() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.UNSIGNED_BYTE);
    return pointer == null ? null : PointerUtils.uint8_tArrayFromVoid(pointer);
  }

  /** Returns a view of the memory; null if the elements have another form. */
  public @Nullable uint16_tArray getUint16_tArray() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.UNSIGNED_SHORT);
    return pointer == null ? null : PointerUtils.uint16_tArrayFromVoid(pointer);
  }

  /** Returns a view of the memory; null if the elements have another form. */
  public @Nullable uint32_tArray getUint32_tArray() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.UNSIGNED_INT);
    return pointer == null ? null : PointerUtils.uint32_tArrayFromVoid(pointer);
  }

  /** Returns a view of the memory; null if the elements are not unsigned 64-bit integers. */
  public @Nullable int64_tArray getUint64_tArray() {
    return type == Datatype.TILEDB_UINT64 ? longs() : null;
  }

  private @Nullable int64_tArray longs() {
    SWIGTYPE_p_void pointer = pointerFor(ValueForm.LONG);
    return pointer == null ? null : PointerUtils.int64_tArrayFromVoid(pointer);
  }
}
