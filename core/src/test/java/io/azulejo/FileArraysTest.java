package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as arrays, and back. */
class FileArraysTest {
  private static final Location PLACE = Location.of("mem://files/a");

  private final Storage storage = Storage.inMemory();

  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", storage).memoryBudget(16 << 20).build();

  @TempDir Path folder;

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private byte[] exported(OpenOptions options) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    azulejo.files().exportFile(PLACE, out, options);
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1023, 1024, 1025, 100_000, 1 << 20, (1 << 20) + 1, 3_333_333})
  void filesComeBackAsTheyWere(int size) throws IOException {
    Path file = folder.resolve("my picture.png");
    Files.write(file, bytes(size));

    StoredFile stored =
        azulejo.files().importFile(PLACE, file, Optional.empty(), CreateOptions.DEFAULT);

    assertThat(stored).isEqualTo(StoredFile.of("my picture.png", "image/png", size));
    assertThat(exported(OpenOptions.DEFAULT)).isEqualTo(bytes(size));
    assertThat(azulejo.files().describe(PLACE, OpenOptions.DEFAULT)).isEqualTo(stored);
  }

  @Test
  void theArrayIsOfTheFormThatOthersKnow() {
    azulejo
        .files()
        .importFile(
            PLACE,
            new ByteArrayInputStream(bytes(5000)),
            StoredFile.of("notes", "text/plain", 3000),
            CreateOptions.DEFAULT.at(77));

    Array array = azulejo.open(PLACE);
    Dimension position = array.schema().dimensions().get(0);
    assertThat(position.name()).isEqualTo("position");
    assertThat(position.type()).isEqualTo(Datatype.UINT64);
    assertThat(position.domain()).contains(Range.of(0, -1 - 1024 - 1));
    assertThat(position.extent().orElseThrow().longValue()).isEqualTo(1024);
    assertThat(array.schema().attributes())
        .containsExactly(Attribute.of("contents", Datatype.BLOB));
    assertThat(array.metadata().get("file_size"))
        .isEqualTo(MetadataValue.ofLongs(Datatype.UINT64, 3000));
    assertThat(array.metadata().get("mime_type")).isEqualTo(MetadataValue.ofString("text/plain"));
    assertThat(array.metadata().get("mime_encoding")).isEqualTo(MetadataValue.ofString("binary"));
    assertThat(array.metadata().get("original_file_name"))
        .isEqualTo(MetadataValue.ofString("notes"));
    assertThat(array.metadata().get("file_extension")).isEqualTo(MetadataValue.ofString(""));
    assertThat(array.fragments()).extracting(f -> f.times().start()).containsExactly(77L);
    assertThat(FileArrays.schema(2 << 20).dimensions().get(0).extent())
        .contains((Number) (256L << 10));
    assertThat(FileArrays.schema(200 << 20).dimensions().get(0).extent())
        .contains((Number) (1L << 20));
    assertThat(FileArrays.schema(2L << 30).dimensions().get(0).extent())
        .contains((Number) (100L << 20));
  }

  @Test
  void encryptsFiles() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 5);
    EncryptionKey secret = EncryptionKey.of(key);

    azulejo
        .withKey(PLACE, secret)
        .files()
        .importFile(
            PLACE,
            new ByteArrayInputStream(bytes(3000)),
            StoredFile.of("x.bin", "application/x", 3000),
            CreateOptions.DEFAULT);

    assertThat(exported(OpenOptions.DEFAULT.key(secret))).isEqualTo(bytes(3000));
  }

  @Test
  void refusesArraysThatHoldAFileOrAreOfAnotherForm() {
    StoredFile file = StoredFile.of("x", "text/plain", 3);
    azulejo
        .files()
        .importFile(PLACE, new ByteArrayInputStream(bytes(3)), file, CreateOptions.DEFAULT);

    refuses(
        AlreadyExistsException.class,
        () ->
            azulejo
                .files()
                .importFile(
                    PLACE, new ByteArrayInputStream(bytes(3)), file, CreateOptions.DEFAULT));

    Location other = Location.of("mem://files/b");
    azulejo.create(other, TestSchemas.of("dense(x INT32 1..8/4) a INT32"));
    refuses(
        InvalidRequestException.class,
        () ->
            azulejo
                .files()
                .importFile(
                    other, new ByteArrayInputStream(bytes(3)), file, CreateOptions.DEFAULT));

    Location empty = Location.of("mem://files/c");
    azulejo.create(empty, FileArrays.schema(0));
    refuses(
        InvalidRequestException.class, () -> azulejo.files().describe(empty, OpenOptions.DEFAULT));
    azulejo
        .files()
        .importFile(empty, new ByteArrayInputStream(bytes(3)), file, CreateOptions.DEFAULT);
    assertThat(azulejo.files().describe(empty, OpenOptions.DEFAULT)).isEqualTo(file);
  }

  @Test
  void replacesTheFileOfAnExistingArray() {
    azulejo.create(PLACE, FileArrays.schema(0), CreateOptions.DEFAULT.at(1));
    FileArrays files = azulejo.files();
    StoredFile first = StoredFile.of("first.txt", 5000);
    StoredFile second = StoredFile.of("second", "image/tiff", 3000);

    files.replaceFile(
        PLACE, new ByteArrayInputStream(bytes(5000)), first, ChangeOptions.DEFAULT.at(10));
    files.replaceFile(
        PLACE, new ByteArrayInputStream(bytes(3001)), second, ChangeOptions.DEFAULT.at(20));

    assertThat(files.describe(PLACE, OpenOptions.DEFAULT)).isEqualTo(second);
    assertThat(exported(OpenOptions.DEFAULT)).isEqualTo(Arrays.copyOf(bytes(3001), 3000));
    OpenOptions earlier = OpenOptions.DEFAULT.at(TimeRange.until(15));
    assertThat(files.describe(PLACE, earlier)).isEqualTo(first);
    assertThat(exported(earlier)).isEqualTo(bytes(5000));

    StoredFile empty =
        files.replaceFile(
            PLACE, ByteBuffer.allocate(0), "empty.png", Optional.empty(), ChangeOptions.DEFAULT);
    assertThat(empty).isEqualTo(StoredFile.of("empty.png", "image/png", 0));
    assertThat(exported(OpenOptions.DEFAULT)).isEmpty();
  }

  @Test
  void replacesFilesOnlyInArraysForFiles() {
    StoredFile file = StoredFile.of("x", 3);
    ChangeOptions now = ChangeOptions.DEFAULT;
    assertThatExceptionOfType(NotFoundException.class)
        .isThrownBy(
            () ->
                azulejo.files().replaceFile(PLACE, new ByteArrayInputStream(bytes(3)), file, now));
    azulejo.create(PLACE, TestSchemas.of("dense(x INT32 1..8/4) a INT32"));
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(
            () -> azulejo.files().replaceFile(PLACE, new ByteArrayInputStream(bytes(3)), file, now))
        .withMessageContaining("does not hold a file");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1024, 2_500_000})
  void anyPartOfAFileCanBeExported(int size) {
    byte[] content = bytes(size);
    ByteBuffer buffer = ByteBuffer.allocateDirect(size + 7).position(7).put(content).position(7);
    StoredFile file =
        azulejo
            .files()
            .importFile(PLACE, buffer, "data.bin", Optional.of("x/y"), CreateOptions.DEFAULT);
    assertThat(file).isEqualTo(StoredFile.of("data.bin", "x/y", size));
    assertThat(buffer.position()).isEqualTo(7);

    Random random = new Random(size);
    for (int i = 0; i < 20; i++) {
      int offset = random.nextInt(size + 1);
      int length = random.nextInt(size + 1 - offset);
      byte[] wanted = Arrays.copyOfRange(content, offset, offset + length);

      ByteArrayOutputStream out = new ByteArrayOutputStream();
      assertThat(azulejo.files().exportFile(PLACE, out, offset, length, OpenOptions.DEFAULT))
          .isEqualTo(file);
      assertThat(out.toByteArray()).isEqualTo(wanted);

      ByteBuffer target = ByteBuffer.allocate(length + 9).position(4).limit(length + 4);
      azulejo.files().exportFile(PLACE, target, offset, OpenOptions.DEFAULT);
      assertThat(target.remaining()).isZero();
      assertThat(Arrays.copyOfRange(target.array(), 4, length + 4)).isEqualTo(wanted);
      assertThat(target.array()[length + 4]).isZero();
    }
  }

  @Test
  void refusesPartsBeyondTheEndOfTheFile() {
    FileArrays files = azulejo.files();
    files.importFile(
        PLACE, ByteBuffer.wrap(bytes(10)), "ten", Optional.empty(), CreateOptions.DEFAULT);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> files.exportFile(PLACE, ByteBuffer.allocate(3), 8, OpenOptions.DEFAULT))
        .withMessage(
            "cannot read 3 bytes from offset 8 of the file in mem://files/a; it has 10 bytes");
    for (long[] part : new long[][] {{-1, 1}, {0, -1}, {11, 0}, {1, Long.MAX_VALUE}, {0, 11}}) {
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(() -> files.exportFile(PLACE, out, part[0], part[1], OpenOptions.DEFAULT));
    }
    assertThat(out.size()).isZero();
  }

  @Test
  void typesFollowFromNames() {
    assertThat(StoredFile.of("a.png", 3)).isEqualTo(StoredFile.of("a.png", "image/png", 3));
    assertThat(StoredFile.of("README", 3).mimeType()).isEqualTo("application/octet-stream");
  }

  @Test
  void leavesNothingOfAFileThatCannotBeRead() {
    refuses(
        InvalidRequestException.class,
        () ->
            azulejo
                .files()
                .importFile(
                    PLACE,
                    new ByteArrayInputStream(bytes(3)),
                    StoredFile.of("x", "text/plain", 4),
                    CreateOptions.DEFAULT));
    assertThat(storage.list(PLACE)).isEmpty();
    refuses(
        StorageException.class,
        () ->
            azulejo
                .files()
                .importFile(
                    PLACE, folder.resolve("missing"), Optional.empty(), CreateOptions.DEFAULT));
  }
}
