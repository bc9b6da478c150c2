package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenericTileTest {
  private static final String STRUCTURE = "array schema";
  private static final Optional<EncryptionKey> NO_KEY = Optional.empty();
  private static final Optional<EncryptionKey> KEY = Optional.of(key(1));

  // A file of the reference engine: the deletion of cells where a < 4 or s == "c".
  private static final String REFERENCE =
      "1700000044000000000000002d000000000000000401000000000000000012000000000001000100000001"
          + "05000000010100000001000000000000002d000000200000001000000000000000010000002d0000002000"
          + "0000780163606062800046664620239105ca05d18cac20a162100102c900123d014f";
  private static final String REFERENCE_CONTENT =
      "00000200000000000000010301000000610400000000000000040000000105010000007301000000000000"
          + "0063";

  @AutoClose private final Scratch scratch = new Scratch();

  private static EncryptionKey key(int value) {
    byte[] bytes = new byte[EncryptionKey.SIZE];
    Arrays.fill(bytes, (byte) value);
    return EncryptionKey.of(bytes);
  }

  private static Slice bytes(String hex) {
    return Slice.of(HexFormat.of().parseHex(hex));
  }

  private static Slice random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return Slice.of(bytes);
  }

  private GenericTile.Content read(Slice bytes, Optional<EncryptionKey> key) {
    return GenericTile.read(STRUCTURE, bytes, 0, key, scratch);
  }

  @Test
  void readsATileOfTheReferenceEngine() {
    Slice file = bytes(REFERENCE);

    GenericTile.Content read = read(file, NO_KEY);

    assertThat(HexFormat.of().formatHex(read.content().toBytes())).isEqualTo(REFERENCE_CONTENT);
    assertThat(read.extent()).isEqualTo(file.length());
    assertThat(read.tile().pipeline()).isEqualTo(FilterPipeline.of(Filter.gzip(1)));
    assertThat(read.tile().header())
        .isEqualTo(
            new GenericTile.Header(
                FormatVersion.NEWEST,
                file.length() - 52,
                REFERENCE_CONTENT.length() / 2,
                Datatype.CHAR,
                1,
                false,
                18));
  }

  @Test
  void writesWhatTheReferenceEngineWrites() {
    Slice written =
        GenericTile.write(
            STRUCTURE, FormatVersion.NEWEST, bytes(REFERENCE_CONTENT), NO_KEY, scratch);

    // How zlib compresses depends on its build; the header, the filters and the chunk do not.
    String hex = HexFormat.of().formatHex(written.toBytes());
    assertThat(hex.substring(24, 2 * 60)).isEqualTo(REFERENCE.substring(24, 2 * 60));
    assertThat(HexFormat.of().formatHex(read(written, NO_KEY).content().toBytes()))
        .isEqualTo(REFERENCE_CONTENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65535, 65536, 65537, 200_000})
  void whatIsWrittenIsRead(int length) {
    Slice content = random(length);

    assertThat(
            read(
                    GenericTile.write(STRUCTURE, FormatVersion.NEWEST, content, NO_KEY, scratch),
                    NO_KEY)
                .content())
        .isEqualTo(content);
    assertThat(
            read(GenericTile.write(STRUCTURE, FormatVersion.NEWEST, content, KEY, scratch), KEY)
                .content())
        .isEqualTo(content);
  }

  @Test
  void aTileCanLieWithinAFile() {
    Slice tile = GenericTile.write(STRUCTURE, FormatVersion.NEWEST, random(100), NO_KEY, scratch);
    byte[] file = new byte[7 + tile.length() + 5];
    tile.copyTo(file, 7);

    assertThat(GenericTile.header(STRUCTURE, Slice.of(file, 0, 41), 7).extent())
        .isEqualTo(tile.length());
    assertThat(GenericTile.read(STRUCTURE, Slice.of(file), 7, NO_KEY, scratch).content())
        .isEqualTo(random(100));
  }

  @Test
  void anEncryptedTileNamesItsEncryptionAmongTheFilters() {
    Slice written = GenericTile.write(STRUCTURE, FormatVersion.NEWEST, random(10), KEY, scratch);

    GenericTile.Content read = read(written, KEY);

    assertThat(read.tile().header().encrypted()).isTrue();
    assertThat(read.tile().header().pipelineSize()).isEqualTo(23);
    assertThat(read.tile().pipeline())
        .isEqualTo(FilterPipeline.of(Filter.gzip(1), Filter.aes256Gcm()));
  }

  @Test
  void anyFiltersAreRead() {
    FilterPipeline pipeline = FilterPipeline.of(Filter.byteShuffle(), Filter.zstd(3), Filter.md5());
    Slice content = random(70_000);

    Slice tile =
        GenericTile.encode(STRUCTURE, FormatVersion.of(3), pipeline, content, NO_KEY, scratch);

    assertThat(read(tile, NO_KEY).content()).isEqualTo(content);
    assertThat(read(tile, NO_KEY).tile().header().version()).isEqualTo(FormatVersion.of(3));
  }

  @Test
  void asksForTheKeyOfAnEncryptedTile() {
    Slice tile = GenericTile.write(STRUCTURE, FormatVersion.NEWEST, random(10), KEY, scratch);

    assertThatThrownBy(() -> read(tile, NO_KEY))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("the array schema is encrypted; pass its encryption key of 32 bytes");
  }

  @Test
  void refusesAKeyForATileThatIsNotEncrypted() {
    Slice tile = GenericTile.write(STRUCTURE, FormatVersion.NEWEST, random(10), NO_KEY, scratch);

    assertThatThrownBy(() -> read(tile, KEY))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("the array schema is not encrypted, but an encryption key was given");
  }

  @Test
  void saysThatAKeyMayBeWrongOrTheBytesDamaged() {
    Slice tile = GenericTile.write(STRUCTURE, FormatVersion.NEWEST, random(10), KEY, scratch);

    assertThatThrownBy(() -> read(tile, Optional.of(key(2))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("cannot decrypt the array schema")
        .hasMessageContaining("the key belongs to another array, or the bytes are damaged");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          persisted_size | 0000000000000080 | 9223372036854775808 is too large
          persisted_size | ffffffffffffff7f | 9223372036854775807 bytes exceed the limit
          persisted_size | 7f00000000000000 | needs 127 bytes, but
          tile_size      | 2e00000000000000 | the header says 46
          tile_size      | ffffff7f00000000 | the header says 2147483647
          datatype       | 2c               | 44 is not a valid datatype
          cell_size      | 0000000000000000 | 0 is not within 1..2^31-1
          cell_size      | 0000008000000000 | 2147483648 is not within 1..2^31-1
          encryption     | 02               | 2 is not a valid encryption type
          encryption     | 01               | says that the tile is encrypted, but the filters are
          filters_length | 13000000         | 18 bytes, but the header says 19
          filters.filters[0].type | 0b      | 5 bytes of options, but AES_256_GCM has 0
          filters.filters_count   | ffffffff | 4294967295 is too large
          """)
  void refusesInvalidTiles(String path, String hex, String reason) {
    Slice damaged =
        Traced.of(FormatVersion.NEWEST, bytes(REFERENCE), GenericTile::transfer).with(path, hex);

    assertThatThrownBy(() -> read(damaged, NO_KEY))
        .isInstanceOfAny(CorruptDataException.class, UnsupportedFormatException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void refusesImplausiblyLargeChunks() {
    String chunk = "0000f07f" + "01000000" + "00000000" + "00";
    Slice tile =
        Traced.of(
                FormatVersion.NEWEST,
                Traced.of(
                        FormatVersion.NEWEST,
                        Traced.of(FormatVersion.NEWEST, bytes(REFERENCE), GenericTile::transfer)
                            .with("tile_size", "0000f07f00000000"),
                        GenericTile::transfer)
                    .with("persisted_size", "1500000000000000")
                    .slice(0, 52 + 0x15),
                GenericTile::transfer)
            .with("tile", "0100000000000000" + chunk);

    refuses(CorruptDataException.class, () -> read(tile, NO_KEY));
  }

  @Test
  void saysWhereInTheFileATileIsDamaged() {
    byte[] file = new byte[100 + REFERENCE.length() / 2];
    bytes(REFERENCE).copyTo(file, 100);
    file[100 + 20] = 44;

    refuses(
        CorruptDataException.class,
        () -> GenericTile.read(STRUCTURE, Slice.of(file), 100, NO_KEY, scratch));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 11, 1000})
  void refusesATileOutsideOfItsFile(int offset) {
    refuses(
        CorruptDataException.class,
        () -> GenericTile.read(STRUCTURE, Slice.of(new byte[10]), offset, NO_KEY, scratch));
  }

  @Test
  void readsOrRefusesEveryTruncationAndFlippedBit() {
    byte[] whole = bytes(REFERENCE).toBytes();
    for (int length = 0; length < whole.length; length++) {
      Slice cut = Slice.of(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> read(cut, NO_KEY)).isInstanceOf(CorruptDataException.class);
    }
    int refused = 0;
    for (int bit = 0; bit < Byte.SIZE * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
      try {
        assertThat(read(Slice.of(flipped), NO_KEY).content().length())
            .isEqualTo(REFERENCE_CONTENT.length() / 2);
      } catch (CorruptDataException | UnsupportedFormatException e) {
        assertThat(e.getMessage()).isNotBlank();
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(100);
  }

  @Test
  void readsOrRefusesAnyFiltersOverAnyBytes() {
    System.out.println("azulejo.seed=" + FormatContract.SEED);
    RandomStructures schemas = new RandomStructures(FormatContract.SEED);
    Random random = new Random(FormatContract.SEED);
    int read = 0;
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
      GenericTile tile = schemas.genericTile(FormatVersion.of(1 + random.nextInt(23)));
      Slice bytes = withRandomChunk(tile, random);
      try {
        read(bytes, tile.header().encrypted() ? KEY : NO_KEY);
        read++;
      } catch (CorruptDataException | UnsupportedFormatException | InvalidRequestException e) {
        assertThat(e.getMessage()).isNotBlank();
        refused++;
      }
    }
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }

  /** The tile with one chunk of random bytes that look like the metadata and data of filters. */
  private static Slice withRandomChunk(GenericTile tile, Random random) {
    int metadata = random.nextInt(40);
    int data = random.nextInt(40);
    int size = random.nextInt(3) == 0 ? random.nextInt(200) : data;
    ByteBuffer chunk =
        ByteBuffer.allocate(Long.BYTES + 3 * Integer.BYTES + metadata + data)
            .order(ByteOrder.LITTLE_ENDIAN);
    chunk.putLong(1).putInt(size).putInt(data).putInt(metadata);
    while (chunk.remaining() >= Integer.BYTES) {
      int[] likely = {0, 1, 2, data, size, random.nextInt()};
      chunk.putInt(likely[random.nextInt(likely.length)]);
    }
    GenericTile.Header header = tile.header();
    return WireWriter.encode(
        STRUCTURE,
        header.version(),
        GenericTile::transfer,
        new GenericTile(
            new GenericTile.Header(
                header.version(),
                chunk.capacity(),
                size,
                header.type(),
                header.cellSize(),
                header.encrypted(),
                header.pipelineSize()),
            tile.pipeline(),
            Slice.of(chunk.array())));
  }
}
