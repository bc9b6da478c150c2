package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/**
 * A chunk made by hand whose filters list two parts of metadata and two parts of data. The format
 * allows any number of parts; known writers make one part of data.
 *
 * <p>The chunk holds the numbers 1 to 10, the first four of them in the first part. BYTESHUFFLE and
 * XOR treat each part on its own, and each lists both parts in its metadata. The last filter takes
 * in the four parts.
 */
class ChunkPartsTest {
  private static final int[] VALUES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

  /** Two parts, of 16 and 24 bytes: what BYTESHUFFLE and XOR say each. */
  private static final byte[] PARTS = hex("02000000 10000000 18000000");

  /** The bytes 1, 2, 3, 4, then zeros, as words of four bytes of which each has its predecessor. */
  private static final byte[] FIRST = hex("01020304 01020304 00000000 00000000");

  /** The same of the bytes 5 to 10. */
  private static final byte[] SECOND = hex("05060708 0c0c0708 090a0000 00000000 00000000 00000000");

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  private static byte[] numbers(int... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Integer.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] deflated(byte[] bytes) {
    Deflater deflater = new Deflater();
    deflater.setInput(bytes);
    deflater.finish();
    byte[] made = new byte[200];
    int length = deflater.deflate(made);
    deflater.end();
    return Arrays.copyOf(made, length);
  }

  private static byte[] md5(byte[] bytes) throws NoSuchAlgorithmException {
    return join(numbers(bytes.length, 0), MessageDigest.getInstance("MD5").digest(bytes));
  }

  /** A tile of one chunk. */
  private static byte[] tile(byte[] metadata, byte[] data) {
    return join(
        numbers(1, 0),
        numbers(Integer.BYTES * VALUES.length, data.length, metadata.length),
        metadata,
        data);
  }

  private static byte[] decode(Filter last, byte[] tile) {
    FilterPipeline filters = FilterPipeline.of(Filter.byteShuffle(), Filter.xor(), last);
    TileCodec codec =
        TileCodec.of(new TileSpec(filters, Datatype.INT32, Integer.BYTES, false), Optional.empty());
    byte[] values = new byte[Integer.BYTES * VALUES.length];
    codec.decode(Slice.of(tile), values, 0, values.length, new Scratch());
    return values;
  }

  @Test
  void everyPartOfMetadataAndOfDataIsDecompressed() {
    List<byte[]> parts = List.of(PARTS, PARTS, FIRST, SECOND);
    byte[] metadata = numbers(2, 2);
    byte[] data = {};
    for (byte[] part : parts) {
      byte[] stream = deflated(part);
      metadata = join(metadata, numbers(part.length, stream.length));
      data = join(data, stream);
    }

    assertThat(decode(Filter.gzip(6), tile(metadata, data))).isEqualTo(numbers(VALUES));
  }

  @Test
  void everyPartOfMetadataAndOfDataIsChecked() throws NoSuchAlgorithmException {
    byte[] checksums = join(numbers(2, 2), md5(PARTS), md5(PARTS), md5(FIRST), md5(SECOND));
    byte[] tile = tile(join(checksums, PARTS, PARTS), join(FIRST, SECOND));

    assertThat(decode(Filter.md5(), tile)).isEqualTo(numbers(VALUES));
    int begin = tile.length - FIRST.length - SECOND.length - 2 * PARTS.length;
    for (int place = begin; place < tile.length; place++) {
      byte[] changed = tile.clone();
      changed[place] ^= 1;
      assertThatThrownBy(() -> decode(Filter.md5(), changed))
          .as("byte %d of the tile", place)
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("CHECKSUM_MD5");
    }
  }
}
