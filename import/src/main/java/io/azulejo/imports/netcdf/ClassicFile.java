package io.azulejo.imports.netcdf;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A classic NetCDF file: CDF-1, CDF-2 with 64-bit offsets, or CDF-5 with 64-bit data. The format is
 * defined in "The NetCDF Classic Format Specification".
 *
 * <p>A file consists of a header, the values of one non-record variable after another, and the
 * records. Each record contains one part of every record variable. All numbers are big-endian.
 */
final class ClassicFile extends NetcdfFile {
  private static final int DIMENSIONS = 10;
  private static final int VARIABLES = 11;
  private static final int ATTRIBUTES = 12;
  private static final int WIDE = 5;

  /** Record count in the header of a file that was written as a stream; the real one is unknown. */
  private static final long STREAMING = 0xffffffffL;

  private final FileChannel file;
  private final long size;
  private NetcdfAttributes attributes = new NetcdfAttributes();

  private ClassicFile(FileChannel file) throws IOException {
    this.file = file;
    this.size = file.size();
  }

  /**
   * Opens a classic NetCDF file and reads its header. The caller closes the file.
   *
   * @throws InvalidRequestException if the header is damaged or the file is truncated
   */
  static ClassicFile read(Path path) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      ClassicFile opened = new ClassicFile(file);
      opened.new Header().read();
      return opened;
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  @Override
  public NetcdfAttributes attributes() {
    return attributes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Checks that a range of bytes lies within the file.
   *
   * @param position offset of the range in bytes
   * @param bytes length of the range in bytes
   * @param what name of the content, for the message
   * @throws InvalidRequestException if the range does not lie within the file
   */
  void requireWithin(long position, long bytes, String what) {
    if (position < 0 || bytes < 0 || position > size - bytes) {
      throw cutOff(what, position, bytes);
    }
  }

  /**
   * Fills the remaining space of a buffer with bytes of the file, and then flips the buffer.
   *
   * @param position offset in the file of the first byte
   * @param what name of the content, for messages
   * @throws InvalidRequestException if the file ends before the buffer is full
   */
  void read(ByteBuffer target, long position, String what) throws IOException {
    requireWithin(position, target.remaining(), what);
    while (target.hasRemaining()) {
      int count = file.read(target, position);
      if (count < 0) {
        throw cutOff(what, position, target.remaining());
      }
      position += count;
    }
    target.flip();
  }

  private InvalidRequestException cutOff(String what, long position, long bytes) {
    return new InvalidRequestException(
        "the file is truncated: %s has %,d bytes at offset %,d, but the file has %,d"
            .formatted(what, bytes, position, size));
  }

  /** The external data types, in the order of their IDs, which start at 1. */
  private enum Type {
    BYTE(Datatype.INT8),
    CHAR(null),
    SHORT(Datatype.INT16),
    INT(Datatype.INT32),
    FLOAT(Datatype.FLOAT32),
    DOUBLE(Datatype.FLOAT64),
    UBYTE(Datatype.UINT8),
    USHORT(Datatype.UINT16),
    UINT(Datatype.UINT32),
    INT64(Datatype.INT64),
    UINT64(Datatype.UINT64);

    /** The type of numbers; null for text. */
    private final @Nullable Datatype type;

    Type(@Nullable Datatype type) {
      this.type = type;
    }

    private int size() {
      return type == null ? 1 : type.size();
    }
  }

  /** Parses the header, sequentially and only once. */
  private final class Header {
    private static final int BUFFER = 1 << 16;

    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);
    private long end; // file offset of the end of the buffer
    private boolean wide; // whether counts have 64 bits
    private boolean far; // whether offsets have 64 bits
    private long records;
    private int recordDimension = -1;

    private final List<NetcdfDimension> dimensions = new ArrayList<>();

    /**
     * A variable as declared in the header.
     *
     * @param dimensions IDs of its dimensions, slowest first; an ID is an index into the header's
     *     list of dimensions
     * @param begin file offset of its first value
     */
    private record Entry(
        String name, List<Integer> dimensions, NetcdfAttributes attributes, Type type, long begin) {
      private boolean isRecord(int recordDimension) {
        return !dimensions.isEmpty() && dimensions.get(0) == recordDimension;
      }
    }

    void read() throws IOException {
      int version = integer("the version") & 0xff;
      wide = version == WIDE;
      far = version != 1;
      long count = wide ? number("numrecs") : integer("numrecs") & 0xffffffffL;
      boolean streaming = wide ? count == -1 : count == STREAMING;
      for (long left = list(DIMENSIONS, "dimensions"); left > 0; left--) {
        String name = name();
        long length = count("the length of dimension \"" + name + "\"");
        if (length == 0) {
          if (recordDimension >= 0) {
            throw new InvalidRequestException(
                "the file is damaged: dimensions \"%s\" and \"%s\" both have unlimited length"
                    .formatted(dimensions.get(recordDimension).name(), name));
          }
          recordDimension = dimensions.size();
        }
        dimensions.add(new NetcdfDimension(name, length));
      }
      attributes = attributes();
      List<Entry> entries = new ArrayList<>();
      for (long left = list(VARIABLES, "variables"); left > 0; left--) {
        entries.add(entry());
      }
      finish(entries, streaming ? -1 : count);
    }

    private Entry entry() throws IOException {
      String name = name();
      List<Integer> of = new ArrayList<>();
      for (long left = count("the dimensions of \"" + name + "\""); left > 0; left--) {
        long id = count("a dimension of \"" + name + "\"");
        if (id >= dimensions.size() || (id == recordDimension && !of.isEmpty())) {
          throw new InvalidRequestException(
              "the file is damaged: variable \"%s\" has dimension ID %d at position %d, but the file has %d dimensions"
                  .formatted(name, id, of.size(), dimensions.size()));
        }
        of.add((int) id);
      }
      NetcdfAttributes attributes = attributes();
      Type type = type(name);
      if (wide) {
        number("the size of \"" + name + "\"");
      } else {
        integer("the size of \"" + name + "\"");
      }
      long begin =
          far
              ? number("the offset of \"" + name + "\"")
              : integer("the offset of \"" + name + "\"");
      return new Entry(name, of, attributes, type, begin);
    }

    /**
     * Creates the variables. Computes their sizes, because the header cannot state the sizes of
     * large variables.
     *
     * @param count number of records; -1 if it is unknown and follows from the size of the file
     */
    private void finish(List<Entry> entries, long count) {
      List<Entry> inRecords = entries.stream().filter(e -> e.isRecord(recordDimension)).toList();
      long record = 0;
      for (Entry entry : inRecords) {
        long bytes = bytes(entry);
        // If there is only one record variable, its records are not padded.
        record += inRecords.size() == 1 ? bytes : padded(bytes);
        if (record < 0) {
          throw tooLarge(entry.name());
        }
      }
      records = count;
      if (count < 0) {
        long begin = inRecords.stream().mapToLong(Entry::begin).min().orElse(size);
        records = record == 0 ? 0 : Math.max(0, (size - begin) / record);
      }
      if (records < 0 || (record > 0 && records > size / record)) {
        throw new InvalidRequestException(
            "the file is truncated: %,d records of %,d bytes exceed its %,d bytes"
                .formatted(records, record, size));
      }
      if (recordDimension >= 0) {
        String name = dimensions.get(recordDimension).name();
        dimensions.set(recordDimension, new NetcdfDimension(name, records));
      }
      for (Entry entry : entries) {
        List<NetcdfDimension> of = entry.dimensions().stream().map(dimensions::get).toList();
        long row = rowBytes(entry);
        long stride = entry.isRecord(recordDimension) ? record : row;
        variables.add(
            new ClassicVariable(
                ClassicFile.this,
                entry.name(),
                of,
                entry.type().type,
                entry.attributes(),
                entry.begin(),
                stride));
      }
    }

    /**
     * Returns the size in bytes of a variable, without padding: its part of one record if it is a
     * record variable, otherwise all its values.
     */
    private long bytes(Entry entry) {
      return product(entry, entry.isRecord(recordDimension) ? 1 : 0);
    }

    /** Returns the size in bytes of the values at one index of a variable's first dimension. */
    private long rowBytes(Entry entry) {
      return product(entry, Math.min(1, entry.dimensions().size()));
    }

    /**
     * Multiplies the size of a value with the lengths of dimensions.
     *
     * @param from index in the entry of the first dimension to include; all later ones are included
     * @return the product in bytes
     * @throws InvalidRequestException if the product overflows
     */
    private long product(Entry entry, int from) {
      long bytes = entry.type().size();
      for (int id : entry.dimensions().subList(from, entry.dimensions().size())) {
        long length = dimensions.get(id).length();
        if (length != 0 && bytes > (Long.MAX_VALUE - 3) / length) {
          throw tooLarge(entry.name());
        }
        bytes *= length;
      }
      return bytes;
    }

    private static InvalidRequestException tooLarge(String variable) {
      return new InvalidRequestException(
          "the file is damaged: variable \"%s\" is too large".formatted(variable));
    }

    private NetcdfAttributes attributes() throws IOException {
      NetcdfAttributes found = new NetcdfAttributes();
      for (long left = list(ATTRIBUTES, "attributes"); left > 0; left--) {
        String name = name();
        Type type = type(name);
        long values = count("the values of attribute \"" + name + "\"");
        if (values > (size - position()) / type.size()) {
          throw cutOff("attribute \"" + name + "\"", position(), values * type.size());
        }
        byte[] bytes = bytes((int) values * type.size(), name);
        skip((int) (padded(bytes.length) - bytes.length));
        Datatype numbers = type.type;
        if (numbers == null) {
          found.put(name, NumberBytes.text(bytes));
        } else {
          found.put(name, NumberBytes.numbers(ByteBuffer.wrap(bytes), numbers));
        }
      }
      return found;
    }

    private Type type(String of) throws IOException {
      int id = integer("the type of \"" + of + "\"");
      if (id < 1 || id > Type.values().length) {
        throw new InvalidRequestException(
            "the file is damaged: \"%s\" has type %d, expected 1 to %d"
                .formatted(of, id, Type.values().length));
      }
      return Type.values()[id - 1];
    }

    /**
     * Reads the tag and the length of a list. An absent list has the tag 0 and the length 0.
     *
     * @param tag the expected tag
     */
    private long list(int tag, String what) throws IOException {
      int found = integer("the tag of " + what);
      long length = count("the number of " + what);
      if (found != tag && (found != 0 || length != 0)) {
        throw new InvalidRequestException(
            "the file is damaged: the tag before offset %,d is %d, expected %d (%s)"
                .formatted(position(), found, tag, what));
      }
      // Each entry takes at least 4 bytes, because it starts with the length of its name.
      if (length > (size - position()) / Integer.BYTES) {
        throw cutOff("the list of " + what, position(), length);
      }
      return length;
    }

    private String name() throws IOException {
      long length = count("the length of a name");
      if (length > Math.min(1 << 16, size - position())) {
        throw cutOff("a name", position(), length);
      }
      byte[] name = bytes((int) length, "a name");
      skip((int) (padded(length) - length));
      return NumberBytes.text(name);
    }

    /** Reads a non-negative number, which has 64 bits in CDF-5 and 32 bits otherwise. */
    private long count(String what) throws IOException {
      long count = wide ? number(what) : integer(what);
      if (count < 0) {
        throw new InvalidRequestException("the file is damaged: %s is %d".formatted(what, count));
      }
      return count;
    }

    private long padded(long bytes) {
      return bytes + 3 & ~3L;
    }

    private long position() {
      return end - buffer.remaining();
    }

    private int integer(String what) throws IOException {
      require(Integer.BYTES, what);
      return buffer.getInt();
    }

    private long number(String what) throws IOException {
      require(Long.BYTES, what);
      return buffer.getLong();
    }

    private byte[] bytes(int length, String what) throws IOException {
      byte[] bytes = new byte[length];
      for (int done = 0; done < length; ) {
        require(1, what);
        int part = Math.min(length - done, buffer.remaining());
        buffer.get(bytes, done, part);
        done += part;
      }
      return bytes;
    }

    private void skip(int length) throws IOException {
      bytes(length, "padding");
    }

    /** Refills the buffer if fewer than the given number of bytes remain in it. */
    private void require(int bytes, String what) throws IOException {
      if (buffer.remaining() >= bytes) {
        return;
      }
      if (size - position() < bytes) {
        throw cutOff(what, position(), bytes);
      }
      long from = position();
      buffer.clear().limit((int) Math.min(BUFFER, size - from));
      ClassicFile.this.read(buffer, from, what);
      end = from + buffer.limit();
    }
  }
}
