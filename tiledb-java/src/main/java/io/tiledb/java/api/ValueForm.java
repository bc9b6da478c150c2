package io.tiledb.java.api;

import java.nio.ByteBuffer;

/**
 * The form of values in memory, and the Java type that represents them. Unsigned integers are
 * represented by the next larger type, but unsigned 64-bit integers by {@code long}.
 */
enum ValueForm {
  BYTE(1) {
    @Override
    Object newArray(int length) {
      return new byte[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return memory.get(offset);
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.put(offset, (Byte) value);
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      memory.get(position, (byte[]) array, 0, length);
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      memory.put(0, (byte[]) array, 0, length);
    }
  },

  UNSIGNED_BYTE(1) {
    @Override
    Object newArray(int length) {
      return new short[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return (short) Byte.toUnsignedInt(memory.get(offset));
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.put(offset, ((Short) value).byteValue());
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      short[] values = (short[]) array;
      for (int i = 0; i < length; i++) {
        values[i] = (short) Byte.toUnsignedInt(memory.get(position + i));
      }
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      short[] values = (short[]) array;
      for (int i = 0; i < length; i++) {
        memory.put(i, (byte) values[i]);
      }
    }
  },

  SHORT(2) {
    @Override
    Object newArray(int length) {
      return new short[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return memory.getShort(offset);
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.putShort(offset, (Short) value);
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      memory.asShortBuffer().get(position, (short[]) array, 0, length);
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      memory.asShortBuffer().put(0, (short[]) array, 0, length);
    }
  },

  UNSIGNED_SHORT(2) {
    @Override
    Object newArray(int length) {
      return new int[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return Short.toUnsignedInt(memory.getShort(offset));
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.putShort(offset, ((Integer) value).shortValue());
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      int[] values = (int[]) array;
      for (int i = 0; i < length; i++) {
        values[i] = Short.toUnsignedInt(memory.getShort((position + i) * 2));
      }
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      int[] values = (int[]) array;
      for (int i = 0; i < length; i++) {
        memory.putShort(i * 2, (short) values[i]);
      }
    }
  },

  INT(4) {
    @Override
    Object newArray(int length) {
      return new int[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return memory.getInt(offset);
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.putInt(offset, (Integer) value);
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      memory.asIntBuffer().get(position, (int[]) array, 0, length);
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      memory.asIntBuffer().put(0, (int[]) array, 0, length);
    }
  },

  UNSIGNED_INT(4) {
    @Override
    Object newArray(int length) {
      return new long[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return Integer.toUnsignedLong(memory.getInt(offset));
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.putInt(offset, ((Long) value).intValue());
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      long[] values = (long[]) array;
      for (int i = 0; i < length; i++) {
        values[i] = Integer.toUnsignedLong(memory.getInt((position + i) * 4));
      }
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      long[] values = (long[]) array;
      for (int i = 0; i < length; i++) {
        memory.putInt(i * 4, (int) values[i]);
      }
    }
  },

  LONG(8) {
    @Override
    Object newArray(int length) {
      return new long[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return memory.getLong(offset);
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.putLong(offset, (Long) value);
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      memory.asLongBuffer().get(position, (long[]) array, 0, length);
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      memory.asLongBuffer().put(0, (long[]) array, 0, length);
    }
  },

  FLOAT(4) {
    @Override
    Object newArray(int length) {
      return new float[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return memory.getFloat(offset);
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.putFloat(offset, (Float) value);
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      memory.asFloatBuffer().get(position, (float[]) array, 0, length);
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      memory.asFloatBuffer().put(0, (float[]) array, 0, length);
    }
  },

  DOUBLE(8) {
    @Override
    Object newArray(int length) {
      return new double[length];
    }

    @Override
    Object get(ByteBuffer memory, int offset) {
      return memory.getDouble(offset);
    }

    @Override
    void put(ByteBuffer memory, int offset, Object value) {
      memory.putDouble(offset, (Double) value);
    }

    @Override
    void copyTo(ByteBuffer memory, int position, Object array, int length) {
      memory.asDoubleBuffer().get(position, (double[]) array, 0, length);
    }

    @Override
    void copyFrom(ByteBuffer memory, Object array, int length) {
      memory.asDoubleBuffer().put(0, (double[]) array, 0, length);
    }
  };

  private final int size;

  ValueForm(int size) {
    this.size = size;
  }

  /**
   * Returns the form of the values of a data type.
   *
   * @throws TileDBError if the data type has no Java class
   */
  static ValueForm of(Datatype type) throws TileDBError {
    return switch (type) {
      case TILEDB_UINT8, TILEDB_BOOL -> UNSIGNED_BYTE;
      case TILEDB_UINT16 -> UNSIGNED_SHORT;
      case TILEDB_UINT32 -> UNSIGNED_INT;
      default -> {
        Class<?> javaType = Types.getJavaType(type);
        if (javaType == Float.class) {
          yield FLOAT;
        } else if (javaType == Double.class) {
          yield DOUBLE;
        } else if (javaType == Long.class) {
          yield LONG;
        } else if (javaType == Integer.class) {
          yield INT;
        } else if (javaType == Short.class) {
          yield SHORT;
        } else {
          yield BYTE;
        }
      }
    };
  }

  /** Returns the size of a value in bytes. */
  int size() {
    return size;
  }

  /** Creates an array of Java values. */
  abstract Object newArray(int length);

  /** Returns the value at a byte offset. */
  abstract Object get(ByteBuffer memory, int offset);

  /**
   * Stores a value at a byte offset.
   *
   * @throws ClassCastException if the value has another class
   */
  abstract void put(ByteBuffer memory, int offset, Object value);

  /** Copies values, from a position (in values) on, to an array of Java values. */
  abstract void copyTo(ByteBuffer memory, int position, Object array, int length);

  /**
   * Copies the first values of an array of Java values to memory.
   *
   * @throws ClassCastException if the array has another element type
   */
  abstract void copyFrom(ByteBuffer memory, Object array, int length);
}
