package io.tiledb.java.api;

/** A Java array whose element type follows from a data type. */
public class JavaArray {
  private final Datatype type;
  private final int elements;
  private final Object array;

  /**
   * Creates an array of zeros. Characters are bytes, and unsigned types have the next larger
   * element type, as in {@link Types#getJavaType}.
   *
   * @throws TileDBError if the data type has no Java class
   */
  public JavaArray(Datatype dt, int numElements) throws TileDBError {
    type = dt;
    elements = numElements;
    array = ValueForm.of(dt).newArray(numElements);
  }

  /** Returns the array, such as an {@code int[]} for {@link Datatype#TILEDB_INT32}. */
  public Object get() {
    return array;
  }

  /** Returns the number of elements. */
  public int getNumElements() {
    return elements;
  }

  /** Sets an element of an {@code int[]}. */
  public void set(int position, int o) throws ArrayIndexOutOfBoundsException {
    ((int[]) array)[position] = o;
  }

  /** Sets an element of a {@code long[]}. */
  public void set(int position, long o) throws ArrayIndexOutOfBoundsException {
    ((long[]) array)[position] = o;
  }

  /** Sets an element of a {@code float[]}. */
  public void set(int position, float o) throws ArrayIndexOutOfBoundsException {
    ((float[]) array)[position] = o;
  }

  /** Sets an element of a {@code double[]}. */
  public void set(int position, double o) throws ArrayIndexOutOfBoundsException {
    ((double[]) array)[position] = o;
  }

  /** Sets an element of a {@code byte[]}. */
  public void set(int position, byte o) throws ArrayIndexOutOfBoundsException {
    ((byte[]) array)[position] = o;
  }

  /** Sets an element of a {@code short[]}. */
  public void set(int position, short o) throws ArrayIndexOutOfBoundsException {
    ((short[]) array)[position] = o;
  }

  /** Copies bytes into a {@code byte[]}, from a position on. */
  public void set(int position, byte[] o) throws ArrayIndexOutOfBoundsException {
    System.arraycopy(o, 0, (byte[]) array, position, o.length);
  }

  /** Returns the data type. */
  public Datatype getDataType() {
    return type;
  }
}
