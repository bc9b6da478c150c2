package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The convention for files stored as arrays, which other TileDB engines understand: a schema with
 * one byte in each cell, and metadata with the name, the size and the type of the file.
 */
final class FileConvention {
  /** The attribute with the bytes of the file. */
  static final String CONTENTS = "contents";

  private static final String POSITION = "position";
  private static final String SIZE = "file_size";
  private static final String MIME_TYPE = "mime_type";
  private static final String MIME_ENCODING = "mime_encoding";
  private static final String NAME = "original_file_name";
  private static final String EXTENSION = "file_extension";

  private FileConvention() {}

  /** Returns the schema for a file of {@code size} bytes. */
  static ArraySchema schema(long size) {
    long extent = extent(size);
    BigInteger last = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.valueOf(extent + 2));
    return ArraySchema.dense()
        .dimension(Dimension.of(POSITION, Datatype.UINT64, Range.of(0, last.longValue()), extent))
        .attribute(Attribute.of(CONTENTS, Datatype.BLOB))
        .build();
  }

  private static long extent(long size) {
    if (size > 1L << 30) {
      return 100L << 20;
    }
    if (size > 100L << 20) {
      return 1L << 20;
    }
    return size > 1L << 20 ? 256L << 10 : 1L << 10;
  }

  /** Returns the cells with a part of a file, which has at least one byte. */
  static Subarray part(long offset, long length) {
    return Subarray.of(POSITION, offset, offset + length - 1);
  }

  /** Returns the metadata of a file. */
  static MetadataChange metadata(StoredFile file) {
    int dot = file.name().lastIndexOf('.');
    String name = dot < 0 ? file.name() : file.name().substring(0, dot);
    String extension = dot < 0 ? "" : file.name().substring(dot + 1);
    return MetadataChange.builder()
        .put(SIZE, MetadataValue.ofLongs(Datatype.UINT64, file.size()))
        .put(MIME_ENCODING, MetadataValue.ofString("binary"))
        .put(MIME_TYPE, MetadataValue.ofString(file.mimeType()))
        .put(NAME, MetadataValue.ofString(name))
        .put(EXTENSION, MetadataValue.ofString(extension))
        .build();
  }

  /** Returns whether an array contains a file. */
  static boolean hasFile(Array array) {
    return array.metadata().containsKey(SIZE);
  }

  /**
   * Returns the name, the type and the size of the file in an array.
   *
   * @throws InvalidRequestException if the array does not contain a file
   */
  static StoredFile describe(Array array) {
    contents(array);
    Map<String, MetadataValue> metadata = array.metadata();
    MetadataValue size = metadata.get(SIZE);
    if (size == null || size.count() != 1 || size.type() != Datatype.UINT64) {
      throw new InvalidRequestException(
          "%s does not hold a file: its metadata has no \"%s\"".formatted(array.location(), SIZE),
          array.location().toString());
    }
    String extension = text(metadata, EXTENSION);
    return StoredFile.of(
        text(metadata, NAME) + (extension.isEmpty() ? "" : "." + extension),
        text(metadata, MIME_TYPE),
        ByteBuffer.wrap(size.bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong());
  }

  private static String text(Map<String, MetadataValue> metadata, String key) {
    MetadataValue value = metadata.get(key);
    return value == null ? "" : new String(value.bytes(), StandardCharsets.UTF_8);
  }

  /**
   * Returns the attribute that contains the bytes of the file.
   *
   * @throws InvalidRequestException if the array does not have the schema of a file
   */
  static Attribute contents(Array array) {
    ArraySchema schema = array.schema();
    boolean one =
        schema.isDense()
            && schema.dimensions().size() == 1
            && schema.dimensions().get(0).name().equals(POSITION);
    return schema
        .attribute(CONTENTS)
        .filter(a -> one && a.cellValNum() == 1 && a.type().size() == 1 && !a.nullable())
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    ("%s does not hold a file: it is %s (expected a dense array with one"
                            + " dimension \"%s\" and an attribute \"%s\" of single bytes)")
                        .formatted(array.location(), summary(schema), POSITION, CONTENTS),
                    array.location().toString()));
  }

  /** Returns a short description of an array for an error message. */
  private static String summary(ArraySchema schema) {
    return "a %s array with %s and %s"
        .formatted(
            schema.isDense() ? "dense" : "sparse",
            names("dimension", schema.dimensions().stream().map(Dimension::name).toList()),
            names("attribute", schema.attributes().stream().map(Attribute::name).toList()));
  }

  private static String names(String what, List<String> names) {
    List<String> shown = names.stream().limit(5).map(name -> '"' + name + '"').toList();
    int more = names.size() - shown.size();
    return "the %s%s %s%s"
        .formatted(
            what,
            names.size() == 1 ? "" : "s",
            String.join(", ", shown),
            more == 0 ? "" : " and %d more".formatted(more));
  }
}
